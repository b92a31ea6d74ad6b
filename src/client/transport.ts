// HTTP with one sandbox. Sends requests with the token over open connections, and describes failures in one sentence. Other
// files give the replies a meaning.

import type { IncomingMessage } from 'node:http'
import { urlToHttpOptions } from 'node:url'
import { CODES, type Code, Problem } from '../errors/problem.ts'
import type { SandboxAddress } from './address.ts'
import { describeFailure } from './describe-failure.ts'
import { OwnAgent, request } from './own-runtime.ts'
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
  /** The server is our own: it is in this process, so no certificate has to prove who it is. */
  readonly isOwn?: boolean
}

const PATIENCE = 30
/** Seconds for a whole reply. A long journal may take a while, but not for ever. */
const WHOLE = 600

export async function createTransport(
  { origin, prefix }: SandboxAddress,
  { token, ca, isOwn = false }: TransportOptions,
): Promise<Transport> {
  const agent = origin.startsWith('https:')
    ? new (await import('node:https')).default.Agent({ keepAlive: true, rejectUnauthorized: !isOwn, ...(ca !== undefined && { ca }) })
    : new OwnAgent({ keepAlive: true })
  const server = urlToHttpOptions(new URL(origin))
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` }
  const fail = (error: unknown) => new Problem('unavailable', describeFailure(origin, error), { cause: error })
  let isClosed = false

  async function sendOnce({ method, path, headers, body, patience = PATIENCE }: Outgoing): Promise<IncomingMessage> {
    const type = body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }
    const timeout = patience * 1000
    const sent = request({ ...server, path: prefix + path, method, agent, timeout, headers: { ...authorization, ...type, ...headers } })
    const answered = awaitAnswer(sent, patience)
    sent.end(body)
    return answered.catch((error) => {
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

export const isSuccess = ({ statusCode = 0 }: IncomingMessage) => statusCode >= 200 && statusCode < 300

const IDEMPOTENT = new Set(['GET', 'PUT', 'DELETE'])

/** The sandbox's refusal, as the Problem that the sandbox has thrown. */
export function toProblem(status = 0, text: string): Problem {
  const { code, detail } = parseProblem(text)
  if (code === undefined) return new Problem('unavailable', `the reply ${status} does not come from a sandbox: ${text.slice(0, 100)}`)
  // An unknown code comes from a later version. It is replaced by a known code of the same class of status.
  const known = Object.hasOwn(CODES, code) ? (code as Code) : status < 500 ? 'invalid_value' : 'internal_error'
  return new Problem(known, String(detail))
}

function parseProblem(text: string): { code?: string; detail?: string } {
  try {
    const { code, detail } = (JSON.parse(text) ?? {}) as { code?: unknown; detail?: unknown }
    return typeof code === 'string' ? { code, detail: String(detail) } : {}
  } catch {
    return {}
  }
}
