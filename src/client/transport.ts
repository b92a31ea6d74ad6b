// HTTP with one sandbox: sends requests with the token, over connections that stay open, and says in a sentence what went
// wrong. What the replies mean is for others.

import type { Agent, IncomingMessage } from 'node:http'
import { Problem } from '../replies/problem.ts'
import type { SandboxAddress } from './address.ts'
import { describeFailure } from './describe-failure.ts'
import { awaitAnswer, type Bounds, readAnswer } from './read-answer.ts'

export interface Transport {
  /** Resolves with the reply once its head is there. Rejects with a Problem `unavailable` when there is none. */
  send(request: Outgoing): Promise<IncomingMessage>
  /** The text of a reply. Rejects with a Problem when it is cut off, or beyond its bounds. */
  readText(reply: IncomingMessage, bounds?: Partial<Bounds>): Promise<string>
  /** Ends all connections. Nothing can be sent any more. */
  close(): void
}

export interface Outgoing {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** How long the sandbox may be silent, in seconds. */
  readonly patience?: number
}

export interface TransportOptions {
  readonly token?: string | undefined
  /** Certificates of authorities that are trusted in place of the usual ones, in PEM. */
  readonly ca?: string | undefined
}

const PATIENCE = 30
/** A long journal may take a while, but nothing takes for ever. */
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
        // The sandbox may close an idle connection in the moment in which it is used again.
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
