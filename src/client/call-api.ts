// Calls the control API of a running sandbox by operationId. The sandbox itself lists its calls with methods and paths, so
// nothing of its document is repeated here.

import type { IncomingMessage } from 'node:http'
import { messageOf, Problem } from '../errors/problem.ts'
import { parseJson, renderJson } from '../json/json.ts'
import { BASE } from './address.ts'
import { MAX_SHORT_BYTES } from './read-answer.ts'
import type { Index } from './read-index.ts'
import { isSuccess, type Transport, toProblem } from './transport.ts'

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

export interface Api {
  /** Resolves with the body of the reply. The control API's document describes it. Rejects with the sandbox's Problem. */
  ask<Result>(operationId: string, parts?: Parts): Promise<Result>
  /** Resolves with the reply itself. Its body has not been read. */
  open(operationId: string, parts?: Parts): Promise<IncomingMessage>
}

export function createApi(transport: Transport, loadIndex: () => Promise<Index>): Api {
  async function open(operationId: string, { path = {}, query = {}, headers = {}, body, patience }: Parts = {}): Promise<IncomingMessage> {
    const { calls, sandbox } = await loadIndex()
    const call = calls.find((one) => one.operationId === operationId)
    if (call === undefined)
      throw new Problem('not_found', `the sandbox has another version (${sandbox}), which does not have the call ${operationId}`)
    const { method, href } = call
    // An empty value would make the path of another call.
    const fill = (name: string) => encodeURIComponent(String(path[name]) || ' ')
    const target = href.slice(href.indexOf(`${BASE}/`)).replaceAll(/\{(\w+)\}/g, (_whole, name) => fill(name))
    const reply = await transport.send({
      ...{ method, path: target + renderQuery(query), headers },
      ...(body !== undefined && { body: renderBody(body) }),
      ...(patience !== undefined && { patience }),
    })
    if (isSuccess(reply)) return reply
    throw toProblem(reply.statusCode, await transport.readText(reply, { maxBytes: MAX_SHORT_BYTES }))
  }

  return {
    open,
    async ask<Result>(operationId: string, parts?: Parts) {
      const text = await transport.readText(await open(operationId, parts))
      return (text === '' ? undefined : parseBody(text)) as Result
    },
  }
}

/** Calls about one world. A missing world cannot be read, so the world is created and the call is made again. */
export function createWorldApi(world: string, { ask, open }: Api): Api {
  async function inWorld<Result>(act: (parts: Parts) => Promise<Result>, { path, ...parts }: Parts = {}): Promise<Result> {
    const whole = { ...parts, path: { ...path, world } }
    try {
      return await act(whole)
    } catch (error) {
      if (!isMissing(error)) throw error
      await ask('createWorld', { path: { world } })
      return act(whole)
    }
  }
  return {
    ask: (operationId, parts) => inWorld((whole) => ask(operationId, whole), parts),
    open: (operationId, parts) => inWorld((whole) => open(operationId, whole), parts),
  }
}

const isMissing = (error: unknown) => error instanceof Problem && error.code === 'not_found'

export function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
  return undefined
}

function renderBody(body: unknown): string {
  try {
    // JSON drops functions without a word, but a copy of them cannot be made.
    return renderJson(structuredClone(body))
  } catch (error) {
    throw new Problem('invalid_value', `the value must be plain data: ${messageOf(error).split('\n', 1)[0]}`)
  }
}

function parseBody(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    throw new Problem('unavailable', `the reply does not come from a sandbox: ${messageOf(error)}`)
  }
}

function renderQuery(query: object): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as [string, string]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
