// Recognises the same call in every run of the suite, by its world, case, operation, query and body. Only what both runs without a
// fault have counts. Everything else is a random name, or a time.

import type { Exchange } from '../exchange/exchange.ts'
import { isObject, parseJson, renderJson } from '../json/json.ts'

/** Stands for a world, a case or a value that differs from run to run. */
export const CHANGING = '*'

/** Calls with the same key are the same call. */
export interface Identity {
  readonly key: string
  readonly world: string
  readonly testCase: string | undefined
  readonly operation: string
}

export type Identify = (exchange: Exchange) => Identity

/** A call of one run. */
export interface Call extends Identity {
  readonly exchange: Exchange
  /** The number of the call among the calls with the same key in its run, counted from 1. */
  readonly number: number
}

/** Numbers the calls of one run, in the order of their arrival. */
export function createNumbering(identify: Identify): (exchange: Exchange) => Call {
  const counts = new Map<string, number>()
  return (exchange) => {
    const identity = identify(exchange)
    const number = (counts.get(identity.key) ?? 0) + 1
    counts.set(identity.key, number)
    return { ...identity, exchange, number }
  }
}

export function createIdentify(first: readonly Exchange[], second: readonly Exchange[]): Identify {
  const inBoth = (textsOf: (exchange: Exchange) => readonly string[]) => {
    const seen = new Set(first.flatMap(textsOf))
    return new Set(second.flatMap(textsOf).filter((text) => seen.has(text)))
  }
  const worlds = inBoth(({ world }) => [world])
  const cases = inBoth(({ testCase }) => (testCase ? [testCase.name] : []))
  const describe = ({ world, testCase, operation, request }: Exchange) => ({
    world: worlds.has(world) ? world : CHANGING,
    testCase: testCase && (cases.has(testCase.name) ? testCase.name : CHANGING),
    operation: operation ?? `${request.method} ${request.path}`,
  })
  const nameOf = (exchange: Exchange, value: Value) => JSON.stringify([describe(exchange), value])
  const values = inBoth((exchange) => valuesOf(exchange).map((value) => nameOf(exchange, value)))
  return (exchange) => {
    const known = valuesOf(exchange).map((value) => (values.has(nameOf(exchange, value)) ? value : [value[0], CHANGING]))
    return { key: JSON.stringify([describe(exchange), known.sort()]), ...describe(exchange) }
  }
}

/** A value of a query or a body, with its place. */
type Value = readonly [place: string, value: unknown]

function valuesOf({ request: { query, body } }: Exchange): Value[] {
  const values = [...new URLSearchParams(query)].map(([name, value]): Value => [`?${name}`, value])
  if (body === undefined || body.bytes === 0) return values
  try {
    if (body.sha256 !== undefined) throw new SyntaxError('only the beginning is kept')
    return [...values, ...flatten(parseJson(body.text ?? ''), '')]
  } catch {
    return [...values, ['body', body.sha256 ?? body.text ?? body.base64]]
  }
}

function flatten(value: unknown, place: string): Value[] {
  const parts = isObject(value) || Array.isArray(value) ? Object.entries(value) : []
  if (parts.length === 0) return [[place, renderJson(value)]]
  return parts.flatMap(([name, part]) => flatten(part, `${place}/${name}`))
}
