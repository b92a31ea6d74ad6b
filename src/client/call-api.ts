// Calls the control API of a running sandbox.

import type { IncomingMessage } from 'node:http'
import { isObject, parseJson, readJson, renderJson } from '../contract/json/json.ts'
import { CODES, type Code, messageOf, Problem } from '../ground/problem.ts'
import { shorten, show } from '../ground/words.ts'
import { BASE, type Outgoing, PATIENCE, type Transport } from './transport.ts'

/** The sandbox may be silent for `wait` of the query longer than usual. */
interface Parts extends Pick<Outgoing, 'headers' | 'patience' | 'signal'> {
  readonly query?: object
  readonly body?: unknown
}

/** Paths are relative to the control API, or to the world: `/clock`. */
export interface Api {
  /** Resolves with the body of the reply (spec/control.yaml). Rejects with the sandbox's Problem. */
  ask<Result>(method: string, path: string, parts?: Parts): Promise<Result>
  /** Resolves with the reply, before its body is read. */
  open(method: string, path: string, parts?: Parts): Promise<IncomingMessage>
  /** Aborted when the handle is closed. */
  readonly closed: AbortSignal
}

/** path`/limits/${{ plan }}` throws a Problem that names `plan`, if its value cannot stand in a path. */
export const path = (texts: TemplateStringsArray, ...values: readonly Readonly<Record<string, unknown>>[]) =>
  String.raw({ raw: texts }, ...values.flatMap((value) => Object.entries(value).map(renderValue)))

function renderValue([name, value]: readonly [string, unknown]): string {
  if (value === undefined) throw new Problem('invalid_value', `${name} is missing: give it as an argument`)
  if (!['string', 'number', 'bigint'].includes(typeof value))
    throw new Problem('invalid_value', `${name} must be a text or a number, got ${show(value)}`)
  return encodePart(String(value))
}

/** An empty value would make the path of another call, and half a surrogate pair cannot be encoded. */
export const encodePart = (text: string) => encodeURIComponent(text.toWellFormed() || ' ')

export function createApi(transport: Transport): Api {
  async function open(method: string, path: string, { query = {}, body, ...parts }: Parts = {}): Promise<IncomingMessage> {
    const target = BASE + path + renderQuery(query)
    const patience = PATIENCE + (Number(Object(query).wait) || 0)
    const reply = await transport.send({ patience, ...parts, method, path: target, ...renderBody(body) })
    const { statusCode = 0, headers } = reply
    if (statusCode >= 200 && statusCode < 300) return reply
    // A redirect without a body says in Location where to go.
    throw toProblem(statusCode, (await transport.readText(reply)) || headers.location)
  }

  return {
    closed: transport.closed,
    open,
    async ask<Result>(method: string, path: string, parts?: Parts) {
      const text = await transport.readText(await open(method, path, parts))
      return (text === '' ? undefined : parseBody(text)) as Result
    },
  }
}

/** A missing world cannot be read, so the world is created and the call is made again. */
export function createWorldApi(world: string, { ask, open, closed }: Api): Api {
  const inWorld = <Result>(act: () => Promise<Result>) =>
    act().catch(async (error: unknown) => {
      if (!isMissing(error)) throw error
      await ask('PUT', world)
      return act()
    })
  return {
    closed,
    ask: (method, path, parts) => inWorld(() => ask(method, world + path, parts)),
    open: (method, path, parts) => inWorld(() => open(method, world + path, parts)),
  }
}

const isMissing = (error: unknown) => error instanceof Problem && error.code === 'not_found'

export function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
  return undefined
}

function toProblem(status: number, text = ''): Problem {
  // A call that Node.js cannot read gets the Error body of the contract, which has a message in place of a detail.
  const { code, message, detail = message } = Object(readJson(text)) as Readonly<Record<string, unknown>>
  if (typeof code !== 'string')
    return new Problem('unavailable', `the reply ${status} does not come from a sandbox: ${shorten(text.replaceAll(/\s+/g, ' '))}`)
  // An unknown code comes from a later version. A known code of the same class of status replaces it.
  const known = Object.hasOwn(CODES, code) ? (code as Code) : status < 500 ? 'invalid_value' : 'internal_error'
  return new Problem(known, String(detail))
}

function parseBody(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    throw new Problem('unavailable', `the reply does not come from a sandbox: ${messageOf(error)}`)
  }
}

function renderBody(body: unknown) {
  try {
    refuseNotFinite(body)
    return body !== undefined && { body: renderJson(body) }
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    throw new Problem('invalid_body', 'body cannot be JSON: it contains itself, or is nested too deep', { cause })
  }
}

/** JSON has neither NaN nor Infinity: it would send null. Each object is looked at once, so a cycle ends. */
function refuseNotFinite(argument: unknown): void {
  const places = new Map([[argument, '']])
  for (const [object, place] of places)
    for (const [name, value] of Object.entries(object ?? {})) {
      const isWrong = typeof value === 'number' && !Number.isFinite(value)
      if (!isWrong && typeof value !== 'object') continue
      const inner = Array.isArray(object) ? `${place || 'body'}[${name}]` : `${place && `${place}.`}${name}`
      if (isWrong) throw new Problem('invalid_value', `${inner} must be a finite number, got ${value}`)
      places.set(value, inner)
    }
}

function renderQuery(query: unknown): string {
  if (!isObject(query)) throw new Problem('invalid_value', `the argument must be an object such as { status: 404 }, got ${show(query)}`)
  refuseNotFinite(query)
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as [string, string]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
