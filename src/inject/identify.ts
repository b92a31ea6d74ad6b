// Recognises the same call in every run of the suite, by its world, case, operation, query and body. Values that differ between the
// two runs without a fault do not count, because they are random names or times.

import type { Exchange } from '../exchange/exchange.ts'
import { isObject, parseJson } from '../json/json.ts'

/** Stands for the worlds, or the cases, whose names differ from run to run. */
export const CHANGING = '*'

/** Calls with the same key are the same call. */
export interface Identity {
  readonly key: string
  readonly world: string
  readonly testCase: string | undefined
  readonly operation: string
}

export type Identify = (exchange: Exchange) => Identity

/** The values of a query and a body. The key is the place of the value. */
type Values = ReadonlyMap<string, string>

/** A call whose values at some places differ from run to run. */
interface Template {
  readonly key: string
  readonly values: Values
  readonly changing: ReadonlySet<string>
}

/** A call with all its values. The key has all of them. */
interface Signature extends Identity {
  readonly base: string
  readonly values: Values
}

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
  const worlds = common(first, second, ({ world }) => world)
  const cases = common(first, second, ({ testCase }) => testCase?.name)
  const signatureOf = (exchange: Exchange): Signature => {
    const { world: name, testCase: named, request } = exchange
    const world = worlds.has(name) ? name : CHANGING
    const testCase = named && (cases.has(named.name) ? named.name : CHANGING)
    const operation = exchange.operation ?? `${request.method} ${request.path}`
    const base = JSON.stringify([world, testCase, operation])
    const values = valuesOf(exchange)
    return { key: keyOf(base, values), world, testCase, operation, base, values }
  }
  const [firstCalls, secondCalls] = [first.map(signatureOf), second.map(signatureOf)]
  const { templates, paired } = findTemplates(firstCalls, secondCalls)
  const fixed = new Set([...firstCalls, ...secondCalls].map(({ key }) => key).filter((key) => !paired.has(key)))
  return (exchange) => {
    const { key, base, values, ...rest } = signatureOf(exchange)
    const fitting = fixed.has(key) ? [] : (templates.get(base) ?? []).filter((template) => fits(template, values))
    const [nearest] = fitting.sort((a, b) => a.changing.size - b.changing.size)
    return { key: nearest?.key ?? key, ...rest }
  }
}

function common(first: readonly Exchange[], second: readonly Exchange[], nameOf: (exchange: Exchange) => string | undefined) {
  const seen = new Set(first.map(nameOf))
  return new Set(second.map(nameOf).filter((name) => seen.has(name)))
}

const keyOf = (base: string, values: Values, changing?: ReadonlySet<string>) =>
  JSON.stringify([base, [...values].map(([place, value]) => [place, changing?.has(place) ? null : value]).sort()])

/** A call is compared with at most this many calls of the other run. */
const MAX_COMPARED = 200

/** Pairs each call that only one of the two runs has with the call of the other run that differs in the fewest values. */
function findTemplates(first: readonly Signature[], second: readonly Signature[]) {
  const [firstKeys, secondKeys] = [new Set(first.map(({ key }) => key)), new Set(second.map(({ key }) => key))]
  const rest = Map.groupBy(
    second.filter(({ key }) => !firstKeys.has(key)),
    ({ base }) => base,
  )
  const templates = new Map<string, Template[]>()
  const paired = new Set<string>()
  for (const call of first) {
    if (secondKeys.has(call.key)) continue
    const others = rest.get(call.base) ?? []
    const [nearest] = others
      .slice(0, MAX_COMPARED)
      .flatMap((other, at) => ({ other, at, changing: differencesOf(call.values, other.values) }))
      .filter(({ changing }) => changing !== undefined)
      .sort((a, b) => Number(a.changing?.size) - Number(b.changing?.size))
    if (nearest?.changing === undefined) continue
    const { at, other, changing } = nearest
    others.splice(at, 1)
    for (const { key } of [call, other]) paired.add(key)
    const template = { key: keyOf(call.base, call.values, changing), values: call.values, changing }
    templates.set(call.base, [...(templates.get(call.base) ?? []), template])
  }
  return { templates, paired }
}

/** The places with different values. Undefined when the calls do not have the same places. */
function differencesOf(one: Values, other: Values): Set<string> | undefined {
  if (one.size !== other.size || [...one.keys()].some((place) => !other.has(place))) return undefined
  return new Set([...one.keys()].filter((place) => one.get(place) !== other.get(place)))
}

function fits({ values, changing }: Template, others: Values): boolean {
  const differences = differencesOf(values, others)
  return differences !== undefined && [...differences].every((place) => changing.has(place))
}

function valuesOf({ request: { query, body } }: Exchange): Values {
  const values = new Map<string, string>()
  const add = (place: string, value: string): void => {
    let free = place
    for (let count = 2; values.has(free); count += 1) free = `${place} ${count}`
    values.set(free, value)
  }
  for (const [name, value] of new URLSearchParams(query)) add(`?${name}`, value)
  if (body === undefined || body.bytes === 0) return values
  try {
    if (body.sha256 !== undefined) throw new SyntaxError('only the beginning is kept')
    flatten(parseJson(body.text ?? ''), '', add)
  } catch {
    add('body', body.sha256 ?? body.text ?? body.base64 ?? '')
  }
  return values
}

function flatten(value: unknown, place: string, add: (place: string, value: string) => void): void {
  const parts = isObject(value) || Array.isArray(value) ? Object.entries(value) : []
  if (parts.length === 0) add(place, typeof value === 'bigint' ? String(value) : JSON.stringify(value))
  for (const [name, part] of parts) flatten(part, `${place}/${name}`, add)
}
