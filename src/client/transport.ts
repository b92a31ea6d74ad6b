// HTTP with one sandbox. Sends requests with the token over open connections, and describes failures in one sentence. Other
// files give the replies a meaning.

import type { Agent, IncomingMessage } from 'node:http'
import { Problem } from '../errors/problem.ts'
import type { SandboxAddress } from './address.ts'
import { describeFailure } from './describe-failure.ts'
import { awaitAnswer, type Bounds, readAnswer } from './read-answer.ts'

export interface Transport {
  /** Resolves with the reply when its head has come. Rejects with a Problem `unavailable` when there is no reply. */
  send(request: Outgoing): Promise<IncomingMessage>
  /** The text of a reply. Rejects with a Problem when the reply is cut off, too long or too late. */
  readText(reply: IncomingMessage, bounds?: Partial<Bounds>): Promise<string>
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

export interface TransportOptions {
  readonly token?: string | undefined
  /** Certificates of trusted authorities in PEM, instead of the usual authorities. */
  readonly ca?: string | undefined
}

const PATIENCE = 30
/** Seconds for a whole reply. A long journal may take a while, but not for ever. */
const WHOLE = 600

export async function createTransport({ origin, prefix }: SandboxAddress, { token, ca }: TransportOptions): Promise<Transport> {
  const http = (await (origin.startsWith('https:') ? import('node:https') : import('node:http'))).default
  const agent: Agent = new http.Agent({ keepAlive: true, ...(ca !== undefined && { ca }) })
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` }
  const fail = (error: unknown) => new Problem('unavailable', describeFailure(origin, error), { cause: error })
  let isClosed = false

  async function sendOnce({ method, path, headers, body, patience = PATIENCE }: Outgoing): Promise<IncomingMessage> {
    const type = body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }
    const timeout = patience * 1000
    const sent = http.request(origin + prefix + path, { method, agent, timeout, headers: { ...authorization, ...type, ...headers } })
    const answered = awaitAnswer(sent, patience)
    sent.end(body)
    return answered.catch((error) => {
      throw Object.assign(error, { isStale: sent.reusedSocket && IDEMPOTENT.has(method) })
    })
  }

  return {
    async send(request) {
      try {
        if (isClosed) throw new Error('nothing is sent any more')
        // The sandbox may close an idle connection at the very moment when it is used again.
        return await sendOnce(request).catch((error) => {
          if (isClosed || error.isStale !== true || error.code !== 'ECONNRESET') throw error
          return sendOnce(request)
        })
      } catch (error) {
        throw isClosed ? new Problem('unavailable', `the connection to ${origin} was closed`) : fail(error)
      }
    },
    async readText(reply, bounds) {
      try {
        return await readAnswer(reply, { seconds: WHOLE, ...bounds })
      } catch (error) {
        throw fail(error)
      }
    },
    close() {
      isClosed = true
      agent.destroy()
    },
  }
}

const IDEMPOTENT = new Set(['GET', 'PUT', 'DELETE'])
