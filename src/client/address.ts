// Reads the address of a sandbox as somebody gives it: with or without a slash at the end, and also the base URL of clients,
// the control API or a page of the sandbox.

import { StartError } from '../replies/problem.ts'
import { show } from '../words/show.ts'

export interface SandboxAddress {
  /** Scheme, host and port. */
  readonly origin: string
  /** What a proxy puts before every path; empty without one. */
  readonly prefix: string
}

/** The paths of a sandbox, behind which nothing is asked of the address. A base URL may have switches: `/~world=w3/v1`. */
const OWN_PATHS = /(\/~[^/]*)?\/(v\d+|_sandbox|docs|openapi\.yaml|openapi\.json)(\/.*)?$/

/** Throws a StartError for what is no address; `option` is the one that gave it. */
export function readAddress(address: string, option?: string): SandboxAddress {
  const text = String(address)
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new StartError((spell) => {
      const place = option === undefined ? '' : `${spell(option)}: `
      return `${place}${show(text)} is no address of a sandbox: write it as http://127.0.0.1:4010`
    })
  const { origin, pathname } = new URL(text)
  return { origin, prefix: pathname.replace(OWN_PATHS, '').replace(/\/+$/, '') }
}
