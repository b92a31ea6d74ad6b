import { type Option, text } from './option.ts'

export interface Host {
  /** The address to listen on. Default: 127.0.0.1. */
  readonly host?: string
}

export const host = {
  rule: text('be an address or a host name'),
  read: ({ host = '127.0.0.1' }: Host) => host,
  flag: '--host <address>',
  help: 'address to listen on',
  preset: '127.0.0.1',
} satisfies Option<Host>
