import { HOST, listOf, type Option, type Texts, texts } from './option.ts'

export interface AllowedHosts {
  /**
   * A host name under which the control API may be called, or a list of names. Loopback, IP addresses and names without a
   * dot are always allowed.
   */
  readonly allowedHosts?: Texts
}

export const allowedHosts = {
  rule: texts('be a host name, with or without a port', HOST),
  read: ({ allowedHosts }: AllowedHosts) => listOf(allowedHosts),
  flag: '--allowed-hosts <host>',
  help: 'a host name by which clients may call the control API; repeatable',
} satisfies Option<AllowedHosts>
