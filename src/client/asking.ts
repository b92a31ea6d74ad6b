// The calls of a sandbox that runs elsewhere, by their operationId. The sandbox itself lists its calls, with their methods and
// paths; so nothing of its document is written twice here.

import type { IncomingMessage } from 'node:http'
import { parseJson, renderJson } from '../json/json.ts'
import { CODES, type Code, messageOf, Problem } from '../replies/problem.ts'
import { MAX_SHORT_BYTES } from './read-answer.ts'
import type { Transport } from './transport.ts'

/** What is put into a call. */
export interface Parts {
  /** The values of the parameters in the path. */
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** How long the sandbox may be silent, in seconds. */
  readonly patience?: number
}

export interface Asking {
  /** Resolves with the body of the reply. Rejects with the Problem that the sandbox gives. */
  ask<Result>(operationId: string, parts?: Parts): Promise<Result>
  /** The same with the reply itself, whose body has not been read. */
  open(operationId: string, parts?: Parts): Promise<IncomingMessage>
}

/** A call as `GET /_sandbox` lists it. */
export interface ListedCall {
  readonly operationId: string
  readonly method: string
  /** The address of the call; a part in braces stands for a value. */
  readonly href: string
}

export const BASE = '/_sandbox'

export function createAsking(transport: Transport, calls: readonly ListedCall[], version: string): Asking {
  const known = new Map(calls.map((call) => [call.operationId, call]))

  async function open(operationId: string, { path = {}, query = {}, headers = {}, body, patience }: Parts = {}): Promise<IncomingMessage> {
    const call = known.get(operationId)
    if (call === undefined) throw new Problem('not_found', `the sandbox has another version, ${version}, without the call ${operationId}`)
    const { method, href } = call
    const target = href.slice(href.indexOf(`${BASE}/`)).replaceAll(/\{(\w+)\}/g, (_whole, name) => encodeURIComponent(String(path[name])))
    const reply = await transport.send({
      ...{ method, path: target + renderQuery(query), headers },
      ...(body !== undefined && { body: renderJson(body) }),
      ...(patience !== undefined && { patience }),
    })
    if (isSuccess(reply)) return reply
    throw toProblem(reply.statusCode, await transport.readText(reply, { maxBytes: MAX_SHORT_BYTES }))
  }

  return {
    open,
    async ask<Result>(operationId: string, parts?: Parts) {
      const text = await transport.readText(await open(operationId, parts))
      // The document of the control API says what comes, and its tests hold it to that.
      return (text === '' ? undefined : parseBody(text)) as Result
    },
  }
}

function parseBody(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    throw new Problem('unavailable', `the reply is none of a sandbox: ${messageOf(error)}`)
  }
}

export const isSuccess = ({ statusCode = 0 }: IncomingMessage) => statusCode >= 200 && statusCode < 300

function renderQuery(query: object): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as [string, string]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

/** What the sandbox refused, as it would throw it in this process. */
export function toProblem(status = 0, text: string): Problem {
  const { code, detail } = parseProblem(text)
  if (code === undefined) return new Problem('unavailable', `the reply ${status} is none of a sandbox: ${text.slice(0, 100)}`)
  // Of a later version: a status of the same class says the most that is known here.
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
