import { choice, type Option } from './option.ts'

export interface Cors {
  /** `off`: there are no CORS headers, and a preflight is a request like any other. */
  readonly cors?: 'on' | 'off'
}

export const cors = {
  rule: choice('on', 'off'),
  read: ({ cors = 'on' }: Cors) => cors === 'on',
  flag: '--cors <on|off>',
  help: 'answer browsers of any origin',
  preset: 'on',
} satisfies Option<Cors>
