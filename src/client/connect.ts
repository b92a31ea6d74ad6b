// connectSandbox(): a handle for a running sandbox, for example in a container.

import { readAddress } from './address.ts'
import { createHandle, type SandboxHandle } from './handle.ts'

import { type ConnectOptions, readOptions } from './options.ts'
import { readIndex } from './read-index.ts'
import { fromCaller } from './sandbox-error.ts'
import { createTransport } from './transport.ts'

/** The part of a `URL` that is used here. Not every project has the types of `URL`. */
export interface Href {
  /** The address as text. */
  readonly href: string
}

/**
 * Connects to a running sandbox. The address is the sandbox's own address or the base URL of its clients. Rejects with a
 * StartError that gives the reason in one line, when no sandbox answers or when the token is wrong.
 */
export function connectSandbox(address: string | Href, options: ConnectOptions = {}): Promise<SandboxHandle> {
  return fromCaller(connectSandbox, () => connect(address, options))
}

async function connect(address: string | Href, options: ConnectOptions): Promise<SandboxHandle> {
  const { token, ca } = readOptions(options)
  const place = readAddress(typeof address === 'object' && address !== null ? address.href : address)
  const { origin, prefix } = place
  const transport = await createTransport(place, { token, ca })
  try {
    const index = await readIndex(place, transport, token !== undefined)
    const url = origin + prefix + new URL(index.url).pathname
    return createHandle({ url, origin, plans: index.plans, transport })
  } catch (error) {
    transport.close()
    throw error
  }
}
