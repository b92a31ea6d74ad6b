// Calls a running sandbox by operationId. The sandbox itself lists its calls with methods and paths, so nothing of its
// document is repeated here.

import type { IncomingMessage } from 'node:http'
import { CODES, type Code, messageOf, Problem } from '../errors/problem.ts'
import { parseJson, renderJson } from '../json/json.ts'
import { MAX_SHORT_BYTES } from './read-answer.ts'
import type { Transport } from './transport.ts'

/** The parts of a call. */
export interface Parts {
  /** The values of the path's parameters. */
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The seconds for which the sandbox may be silent. */
  readonly patience?: number
}

export interface Asking {
  /** Resolves with the body of the reply. Rejects with the sandbox's Problem. */
  ask<Result>(operationId: string, parts?: Parts): Promise<Result>
  /** Resolves with the reply itself. Its body has not been read. */
  open(operationId: string, parts?: Parts): Promise<IncomingMessage>
}

/** A call in the list of `GET /_sandbox`. */
export interface ListedCall {
  readonly operationId: string
  readonly method: string
  /** The address of the call. A name in braces is a placeholder for a value. */
  readonly href: string
}

export const BASE = '/_sandbox'

export function createAsking(transport: Transport, calls: readonly ListedCall[], version: string): Asking {
  const known = new Map(calls.map((call) => [call.operationId, call]))

  async function open(operationId: string, { path = {}, query = {}, headers = {}, body, patience }: Parts = {}): Promise<IncomingMessage> {
    const call = known.get(operationId)
    if (call === undefined)
      throw new Problem('not_found', `the sandbox has another version (${version}), which does not have the call ${operationId}`)
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
      // The control API's document describes the body, and the tests of the control API check the body against the document.
      return (text === '' ? undefined : parseBody(text)) as Result
    },
  }
}

function parseBody(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    throw new Problem('unavailable', `the reply does not come from a sandbox: ${messageOf(error)}`)
  }
}

export const isSuccess = ({ statusCode = 0 }: IncomingMessage) => statusCode >= 200 && statusCode < 300

function renderQuery(query: object): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as [string, string]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

/** The sandbox's refusal, as the Problem that the sandbox would throw in this process. */
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
