// HTTP with one server, which may not be a sandbox. Sends requests with the token over open connections, reads replies within bounds, and
// describes failures in one sentence. Other files give the replies a meaning.

import type { ClientRequest, IncomingMessage } from 'node:http'
import { urlToHttpOptions } from 'node:url'
import { Problem } from '../errors/problem.ts'
import { count } from '../text/count.ts'
import type { SandboxAddress } from './address.ts'
import { describeFailure } from './describe-failure.ts'
import { clearTimeout, OwnAgent, request, setTimeout } from './own-runtime.ts'

export interface Transport {
  /** Resolves with the reply when its head has come. Rejects with a Problem `unavailable` when there is no reply. */
  send(request: Outgoing): Promise<IncomingMessage>
  /** The text of a reply. Rejects with a Problem when the reply is cut off, too long or too late. */
  readText(reply: IncomingMessage, bounds?: Bounds): Promise<string>
  /** Ends all connections. After that nothing can be sent. */
  close(): void
}

export interface Outgoing {
  readonly method: string
  /** The path with the query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** The seconds for which the sandbox may be silent. */
  readonly patience?: number
}

export interface Bounds {
  /** Seconds until the whole reply must have come. */
  readonly seconds: number
  /** The most bytes of the reply. */
  readonly maxBytes?: number
}

export interface TransportOptions {
  readonly token?: string | undefined
  /** Certificates of trusted authorities in PEM, instead of the usual authorities. */
  readonly ca?: string | undefined
  /** No certificate has to prove who the server is: it is in this process, or is only asked for its health. */
  readonly isTrusted?: boolean
}

const MEBIBYTE = 1024 * 1024
const PATIENCE = 30
/** A long journal may take a while, but not for ever. */
const WHOLE: Bounds = { seconds: 600 }
/** For replies that are always short: the list of calls, and problems. */
export const SHORT: Bounds = { seconds: PATIENCE, maxBytes: MEBIBYTE }
export const TIMED_OUT = 'ETIMEDOUT'

export async function createTransport(
  { origin, prefix }: SandboxAddress,
  { token, ca, isTrusted = false }: TransportOptions,
): Promise<Transport> {
  const agent = origin.startsWith('https:')
    ? new (await import('node:https')).default.Agent({ keepAlive: true, rejectUnauthorized: !isTrusted, ...(ca !== undefined && { ca }) })
    : new OwnAgent({ keepAlive: true })
  const server = urlToHttpOptions(new URL(origin))
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` }
  const fail = (error: unknown) => new Problem('unavailable', describeFailure(origin, error), { cause: error })
  let isClosed = false

  async function sendOnce({ method, path, headers, body, patience = PATIENCE }: Outgoing): Promise<IncomingMessage> {
    const type = body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }
    const timeout = patience * 1000
    const sent = request({ ...server, path: prefix + path, method, agent, timeout, headers: { ...authorization, ...type, ...headers } })
    sent.end(body)
    return awaitReply(sent, patience).catch((error) => {
      throw Object.assign(error, { isStale: sent.reusedSocket && IDEMPOTENT.has(method) })
    })
  }

  return {
    async send(outgoing) {
      try {
        if (isClosed) throw new Error('nothing is sent any more')
        // The sandbox may close an idle connection at the very moment when it is used again.
        return await sendOnce(outgoing).catch((error) => {
          if (isClosed || error.isStale !== true || error.code !== 'ECONNRESET') throw error
          return sendOnce(outgoing)
        })
      } catch (error) {
        throw isClosed ? new Problem('unavailable', `the connection to ${origin} was closed`) : fail(error)
      }
    },
    readText: (reply, bounds = WHOLE) =>
      readReply(reply, bounds).catch((error) => {
        throw fail(error)
      }),
    close() {
      isClosed = true
      agent.destroy()
    },
  }
}

const IDEMPOTENT = new Set(['GET', 'PUT', 'DELETE'])

/** Resolves with the head of the reply. A reply that goes on ends too when the server is silent. */
function awaitReply(sent: ClientRequest, patience: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.on('response', resolve).on('error', reject)
    sent.on('upgrade', (_reply, socket) => {
      socket.destroy()
      reject(new Error('the server changed to another protocol: this is not a sandbox'))
    })
    sent.on('close', () => reject(new Error('the connection was closed without an answer')))
    sent.on('timeout', () => sent.destroy(late(`it was silent for ${count(patience, 'second')}`)))
  })
}

async function readReply(reply: IncomingMessage, { seconds, maxBytes = Number.POSITIVE_INFINITY }: Bounds): Promise<string> {
  const timer = setTimeout(() => reply.destroy(late(`its answer was not complete after ${count(seconds, 'second')}`)), seconds * 1000)
  try {
    let text = ''
    let size = 0
    for await (const chunk of reply.setEncoding('utf8')) {
      size += Buffer.byteLength(chunk)
      if (size > maxBytes) throw new Error(`its answer is longer than ${maxBytes / MEBIBYTE} MiB`)
      text += chunk
    }
    return text
  } finally {
    clearTimeout(timer)
    // A connection whose reply was read completely can be used again.
    if (!reply.readableEnded) reply.destroy()
  }
}

const late = (message: string) => Object.assign(new Error(message), { code: TIMED_OUT })
