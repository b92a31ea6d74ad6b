// connectSandbox(): a handle for a running sandbox, for example in a container. The list of its calls, `GET /_sandbox/`, must show that
// the server is a sandbox.

import { isObject } from '../contract/json/json.ts'
import type { Index } from '../ground/generated/control.ts'
import { type Problem, StartError } from '../ground/problem.ts'
import { readUserFile } from '../ground/regular-file.ts'
import { findUnknown, show } from '../ground/words.ts'
import { createApi } from './call-api.ts'
import { createHandle, type HandleParts, type SandboxHandle } from './handle.ts'
import { fromCaller } from './sandbox-error.ts'
import { createTransport, describeFailure, readAddress, type SandboxAddress, type Transport } from './transport.ts'

/** The options of `connectSandbox`. */
export interface ConnectOptions {
  /** The control token, if the sandbox was started with one. */
  readonly token?: string | undefined
  /** For HTTPS: the certificate in PEM of the authority to trust, or its file. Default: the authorities of Node.js. */
  readonly ca?: string | undefined
}

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
  return fromCaller(connectSandbox, async () => createHandle(await reach(address, options)))
}

/** Finds the sandbox at an address. @internal */
export async function reach(address: string | Href, options: ConnectOptions = {}): Promise<HandleParts> {
  const { token, ca } = readOptions(options)
  const place = readAddress(isObject(address) && 'href' in address ? address.href : address)
  const { origin, prefix } = place
  const transport = await createTransport(place, { token, ca })
  try {
    const index = await readIndex(place, transport, token !== undefined)
    return { url: origin + prefix + new URL(index.url).pathname, origin, plans: index.plans, transport }
  } catch (error) {
    transport.close()
    throw error
  }
}

/** Throws a StartError for an unknown option or a wrong value. */
function readOptions(options: ConnectOptions): ConnectOptions {
  const unknown = findUnknown(options, ['token', 'ca'])
  if (unknown !== undefined) throw new StartError(unknown)
  for (const [name, value] of Object.entries(options))
    if (value !== undefined && typeof value !== 'string') throw new StartError(`${name} must be a text, got ${show(value)}`)
  const { token, ca } = options
  return { token, ca: ca === undefined || ca.includes('-----BEGIN') ? ca : readUserFile(ca, 'ca') }
}

async function readIndex({ origin, prefix }: SandboxAddress, transport: Transport, hasToken: boolean): Promise<Index> {
  const place = origin + prefix
  const index = await createApi(transport)
    .ask<unknown>('GET', '/')
    .catch((error: Problem) => {
      if (error.code === 'forbidden') throw new StartError(`${place}: ${error.message}`)
      if (error.code === 'unauthorized')
        throw new StartError((optionName) =>
          hasToken
            ? `${place}: wrong control token`
            : `${place}: this sandbox wants its control token: give it with ${optionName('token')}`,
        )
      if (error.cause === undefined) throw new StartError(`${place}: no sandbox answers: ${error.message}`, 3)
      throw new StartError((optionName) => describeFailure(origin, error.cause, optionName), 3)
    })
  if (isIndex(index)) return index
  throw new StartError(`${place}: no sandbox answers: the reply is not the list of a sandbox’s calls`, 3)
}

const isIndex = (value: unknown): value is Index =>
  isObject(value) &&
  Array.isArray(value.plans) &&
  [value.sandbox, value.url, ...value.plans].every((text) => typeof text === 'string') &&
  URL.canParse(String(value.url))
