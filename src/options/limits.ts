import { choice, type Option } from './option.ts'

export interface Limits {
  /** `off`: no request is counted or refused. */
  readonly limits?: 'on' | 'off'
}

export const limits = {
  rule: choice('on', 'off'),
  /** Whether requests are counted. */
  read: ({ limits = 'on' }: Limits) => limits === 'on',
  flag: '--limits <on|off>',
  help: 'count requests, and refuse requests over the limit',
  preset: 'on',
} satisfies Option<Limits>
