// Reads the address of a sandbox. A user may give it with or without a slash at the end. The base URL of clients, the
// control API's address and the address of a page of the sandbox also work.

import { StartError } from '../ground/problem.ts'
import { show } from '../ground/words.ts'

/** The path of the control API. */
export const BASE = '/_sandbox'

export interface SandboxAddress {
  readonly origin: string
  /** The path that a proxy puts before every path. Empty without such a path. */
  readonly prefix: string
}

/** Where clients on this machine reach an address. In a URL an IPv6 address stands in brackets (RFC 3986 §3.2.2). */
export function originOf(scheme: string, address: string, port: number): string {
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** The paths of a sandbox. They and everything after them are cut off. A base URL may have switches: `/~world=w3/v1`. */
const OWN_PATHS = /(\/~[^/]*)?\/(v\d+|_sandbox|docs|openapi\.yaml|openapi\.json)(\/.*)?$/

/** Throws a StartError for a text that is not an address. `option` is the name of the option with the address. */
export function readAddress(address: unknown, option?: string): SandboxAddress {
  const text = String(address)
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new StartError((optionName) => {
      const place = option === undefined ? '' : `${optionName(option)}: `
      return `${place}${show(address)} is not the address of a sandbox: write it like http://127.0.0.1:4010`
    })
  const { origin, pathname } = new URL(text)
  return { origin, prefix: pathname.replace(OWN_PATHS, '').replace(/\/+$/, '') }
}
