// connectSandbox(): a handle for a running sandbox, for example in a container. Any server may answer at an address, so the list of its
// calls, `GET /_sandbox/`, must show that it is a sandbox.

import { readFileSync } from 'node:fs'
import { messageOf, type OptionName, type Problem, StartError } from '../errors/problem.ts'
import { isObject, parseJson } from '../json/json.ts'
import { findNearest } from '../text/nearest.ts'
import { show } from '../text/show.ts'
import { BASE, readAddress, type SandboxAddress } from './address.ts'
import { isSuccess, toProblem } from './call-api.ts'
import { createHandle, type SandboxHandle } from './handle.ts'
import { findOtherScheme } from './health.ts'
import { fromCaller } from './sandbox-error.ts'
import { createTransport, describeFailure, type Transport } from './transport.ts'

/** The options of `connectSandbox`. */
export interface ConnectOptions {
  /** The control token, if the sandbox was started with one. */
  readonly token?: string | undefined
  /**
   * For HTTPS: the certificate of the authority to trust in PEM, or the file with that certificate. Default: the
   * authorities of Node.js.
   */
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
  return fromCaller(connectSandbox, () => connect(address, options))
}

async function connect(address: string | Href, options: ConnectOptions): Promise<SandboxHandle> {
  const { token, ca } = readOptions(options)
  const place = readAddress(typeof address === 'object' && address !== null ? address.href : address)
  const { origin, prefix } = place
  const transport = await createTransport(place, { token, ca })
  try {
    const index = await readIndex(place, transport, token !== undefined)
    return createHandle({ url: origin + prefix + new URL(index.url).pathname, origin, plans: index.plans, transport })
  } catch (error) {
    transport.close()
    throw error
  }
}

const OPTIONS = ['token', 'ca']

/** Throws a StartError for an unknown option or a wrong value. */
function readOptions(options: ConnectOptions): ConnectOptions {
  if (!isObject(options as unknown)) throw new StartError(`the options must be an object, got ${show(options)}`)
  for (const [name, value] of Object.entries(options)) {
    const near = findNearest(name, OPTIONS)
    if (!OPTIONS.includes(name))
      throw new StartError(`${name} is not an option${near ? `: did you mean ${near}?` : `; the options are ${OPTIONS.join(', ')}`}`)
    if (value !== undefined && typeof value !== 'string') throw new StartError(`${name} must be a text, got ${show(value)}`)
  }
  const { token, ca } = options
  return { token, ca: ca === undefined || ca.includes('-----BEGIN') ? ca : readAuthority(ca) }
}

function readAuthority(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartError((optionName) => `${optionName('ca')} ${file}: the certificate cannot be read: ${messageOf(error)}`)
  }
}

async function readIndex({ origin, prefix }: SandboxAddress, transport: Transport, hasToken: boolean): Promise<Index> {
  const reply = await transport.send({ method: 'GET', path: `${BASE}/` }).catch(async (error: Problem) => {
    const other = await findOtherScheme(origin, error)
    if (other !== undefined)
      throw new StartError(`${origin}: ${other.startsWith('https:') ? 'HTTPS' : 'plain HTTP'} is used here: connect to ${other}`, 3)
    return noSandbox((optionName) => describeFailure(origin, error.cause, optionName))
  })
  const { statusCode: status = 0, headers } = reply
  const text = await transport.readText(reply).catch((error: Problem) => noSandbox(error.message))
  const place = origin + prefix
  if (status >= 300 && status < 400) noSandbox(`${place}: this server sends its clients to ${headers.location}: connect there`)
  const refusal = toProblem(status, text)
  if (refusal.code === 'unauthorized')
    throw new StartError((optionName) =>
      hasToken ? `${place}: wrong control token` : `${place}: this sandbox wants its control token: give it with ${optionName('token')}`,
    )
  if (refusal.code === 'forbidden') throw new StartError(`${place}: ${refusal.message}`)
  const index = isSuccess(reply) ? parseIndex(text) : undefined
  return index ?? noSandbox(`${place}: no sandbox answers: GET ${prefix}${BASE}/ returned ${status} and not the list of a sandbox’s calls`)
}

function noSandbox(message: string | ((optionName: OptionName) => string)): never {
  throw new StartError(message, 3)
}

/** What this file reads of the list of calls. */
interface Index {
  readonly url: string
  readonly plans: readonly string[]
}

/** Returns undefined for a text that is not such a list. */
function parseIndex(text: string): Index | undefined {
  try {
    const index = parseJson(text)
    return isIndex(index) ? index : undefined
  } catch {
    return undefined
  }
}

const isIndex = (value: unknown): value is Index =>
  isObject(value) && isText(value.sandbox) && isText(value.url) && URL.canParse(value.url) && isTexts(value.plans)

const isText = (value: unknown): value is string => typeof value === 'string'
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
