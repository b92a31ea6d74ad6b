import { type Option, wholeNumber } from './option.ts'

export interface Port {
  /** The port. 0 means a free port, and is the default. */
  readonly port?: number
}

export const port = {
  rule: wholeNumber(0, 65_535),
  read: ({ port = 0 }: Port) => port,
  flag: '-p, --port <n>',
  help: 'port to listen on; 0 picks a free one',
  preset: 4010,
} satisfies Option<Port>
