// The address of a sandbox, and HTTP with the server there: requests with the token, and failures in one sentence. Other files read the
// replies. The address may be the sandbox's own, a base URL of clients, or the address of a page.

import { once } from 'node:events'
import http, { Agent, type IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { urlToHttpOptions } from 'node:url'
import { messageOf, type OptionName, Problem, StartError } from '../ground/problem.ts'
import { count, show } from '../ground/words.ts'

// Taken when this file is loaded: a test may later replace `http.request` for its client, and the handle must still reach its sandbox.
const { request } = http
const { connect } = Socket.prototype

/** Libraries that intercept HTTP replace the way in which a socket connects. */
class OwnAgent extends Agent {
  override createConnection(options: object, done: () => void): Socket {
    return Reflect.apply(connect, new Socket(), [options, done])
  }
}

/** The path of the control API. */
export const BASE = '/_sandbox'

export interface SandboxAddress {
  readonly origin: string
  /** The path that a proxy puts before every path, or an empty text. */
  readonly prefix: string
}

/** Where clients on this machine reach an address. In a URL an IPv6 address stands in brackets (RFC 3986 §3.2.2). */
export function originOf(scheme: string, address: string, port: number): string {
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address
  return `${scheme}://${/^[^[].*:/.test(host) ? `[${host}]` : host}:${port}`
}

/** The sandbox's own paths. They are cut off with all that follows. A base URL may have switches: `/~world=w3/v1`. */
const OWN_PATHS = /(\/~[^/]*)?\/(v\d+|_sandbox|docs|openapi\.yaml|openapi\.json)(\/.*)?$/

/** Throws a StartError for a text that is not an address. `option` names the option with the address. */
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

export interface Transport {
  /** Resolves with the reply when its head has come. Rejects with a Problem `unavailable` when there is no reply. */
  send(request: Outgoing): Promise<IncomingMessage>
  /** Rejects with a Problem when the reply is cut off. */
  readText(reply: IncomingMessage): Promise<string>
  /** After this nothing can be sent. */
  close(): void
  readonly closed: AbortSignal
}

export interface Outgoing {
  readonly method: string
  /** The path with the query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** The seconds for which the sandbox may be silent. */
  readonly patience?: number
  /** Ends the request and its reply. */
  readonly signal?: AbortSignal
}

interface TransportOptions {
  readonly token?: string | undefined
  /** Certificates of trusted authorities in PEM, instead of the usual authorities. */
  readonly ca?: string | undefined
  /** No certificate has to prove who the server is: it is in this process, or is only asked for its health. */
  readonly isTrusted?: boolean
}

export const PATIENCE = 30
const IDEMPOTENT = new Set(['GET', 'PUT', 'DELETE'])

export async function createTransport({ origin, prefix }: SandboxAddress, { token, ca, isTrusted }: TransportOptions): Promise<Transport> {
  const agent = origin.startsWith('https:')
    ? new (await import('node:https')).default.Agent({ keepAlive: true, rejectUnauthorized: !isTrusted, ...(ca !== undefined && { ca }) })
    : new OwnAgent({ keepAlive: true })
  const server = urlToHttpOptions(new URL(origin))
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` }
  const fail = (error: unknown): never => {
    throw new Problem('unavailable', describeFailure(origin, error), { cause: error })
  }
  const closing = new AbortController()
  const { signal: closed } = closing

  async function send(outgoing: Outgoing): Promise<IncomingMessage> {
    const { path, headers, body, patience = PATIENCE, ...more } = outgoing
    const type = body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }
    const own = { path: prefix + path, agent, timeout: patience * 1000, headers: { ...authorization, ...type, ...headers } }
    let isStale = false
    try {
      closed.throwIfAborted()
      const sent = request({ ...server, ...more, ...own })
      sent.on('timeout', () => sent.destroy(new Error(`it was silent for ${count(patience, 'second')}`)))
      // When the connection is lost after the head of the reply, the reader of the body gets the error.
      sent.on('error', ({ code }: NodeJS.ErrnoException) => (isStale = sent.reusedSocket && code === 'ECONNRESET'))
      sent.end(body)
      const [reply] = await once(sent, 'response')
      return reply
    } catch (error) {
      if (closed.aborted) throw new Problem('unavailable', `the connection to ${origin} was closed`)
      // The sandbox may close an idle connection at the very moment when it is used again.
      if (isStale && IDEMPOTENT.has(outgoing.method)) return send(outgoing)
      return fail(error)
    }
  }

  return {
    send,
    readText: (reply) => text(reply).catch(fail),
    close() {
      closing.abort()
      agent.destroy()
    },
    closed,
  }
}

/** The error codes of OpenSSL for a certificate that no trusted authority has signed. */
const NOT_TRUSTED = /SELF_SIGNED_CERT|ISSUER_CERT|_SIGNATURE/

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there: start a sandbox, or name another address',
  ENOTFOUND: 'there is no such host',
  ECONNRESET: 'the connection was lost; perhaps the server speaks HTTPS, or no HTTP',
  EPROTO: 'the server does not speak HTTPS',
  HPE_INVALID_CONSTANT: 'the server does not speak HTTP',
  ABORT_ERR: 'its answer did not come in time',
  ERR_INVALID_CHAR: 'the control token has a character that no header can have',
}

export function describeFailure(origin: string, error: unknown, optionName: OptionName = String): string {
  const { code = '' } = error as NodeJS.ErrnoException
  const reason = NOT_TRUSTED.test(code)
    ? `its certificate is not trusted: give the certificate of its authority with ${optionName('ca')}`
    : REASONS[code]
  return `${origin}: no sandbox answers: ${reason === undefined ? messageOf(error) : `${reason} (${code})`}`
}
