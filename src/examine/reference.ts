// What a suite does without a fault, from two runs: which calls it makes, and how often. A call is recognised by its world, case, operation,
// query, body and refused key. A name, value or refusal counts only when both runs have it. The others come by chance, or from a fault.

import { isObject, readJson, renderJson } from '../contract/json/json.ts'
import type { Exchange } from '../ground/generated/control.ts'

/** Stands for a world, a case or a value that differs from run to run. */
const CHANGING = '*'

export interface Call {
  /** Equal calls have the same key. */
  readonly key: string
  /** Calls of one operation in one world are a group. */
  readonly group: string
  readonly world: string
  readonly testCase: string | undefined
  readonly operation: string
  readonly exchange: Exchange
}

/** A call of the suite, where a fault can be put. */
export interface Place extends Call {
  /** Among the equal calls of its run, counted from 1. */
  readonly number: number
  /** For people: `createPet#2`, and `w3/createPet#2` when there are several worlds. */
  readonly call: string
  /** Only one of the two runs has this call. */
  readonly isUnstable: boolean
  /** A run begins with this call or with an equal one. */
  readonly isFirst: boolean
}

/** When the reply began, or else when the call was closed. In milliseconds of the process. */
export const endOf = ({ replied, closed, arrived }: Exchange) => (replied ?? closed ?? arrived).monotonic

/** Some value of the call differs from run to run. */
export const isChanging = ({ key }: Pick<Call, 'key'>) => key.includes(renderJson(CHANGING))

export const isRead = ({ exchange }: Call) => exchange.request.method === 'GET'

export const isCreation = ({ exchange: { request, carriedOut } }: Call) => request.method === 'POST' && carriedOut

export const isSuccess = ({ exchange: { reply } }: Pick<Call, 'exchange'>) =>
  reply !== undefined && reply.status >= 200 && reply.status < 300

export const callsIn = (group: string) => (call: Call) => call.group === group

export const creationsIn = (group: string) => (call: Call) => call.group === group && isCreation(call)

/** In all worlds. */
export const creationsOf = (operation: string) => (call: Call) => call.operation === operation && isCreation(call)

export type Reference = Readonly<ReturnType<typeof readReference>>

export function readReference(runs: readonly { readonly exchanges: readonly Exchange[]; readonly endedAt: number }[]) {
  const identify = createIdentify(runs.map(({ exchanges }) => exchanges))
  const known = runs.map(({ exchanges }) => numberCalls(exchanges.map(identify)))
  const counts = new Map<string, number>()
  for (const { key, number } of known.flat()) counts.set(key, Math.max(number, counts.get(key) ?? 0))
  return {
    identify,
    places: createPlaces(known),
    runs: known,
    // Milliseconds from the last call to the end of a run: the higher number.
    idle: Math.max(...runs.map(({ exchanges, endedAt }) => endedAt - endOf(exchanges.at(-1) as Exchange))),
    // How often a run makes a call with this key: the higher number.
    count: (key: string) => counts.get(key) ?? 0,
    // How many calls of a kind a run makes: the higher number.
    most: (kind: (call: Call) => boolean) => Math.max(...known.map((run) => run.filter(kind).length)),
    // Whether one run makes more of them than the other.
    varies: (kind: (call: Call) => boolean) => new Set(known.map((run) => run.filter(kind).length)).size > 1,
  }
}

export type Numbered = Pick<Place, keyof Call | 'number'>

function numberCalls(calls: readonly Call[]): Numbered[] {
  const counts = new Map<string, number>()
  return calls.map((call) => {
    const number = (counts.get(call.key) ?? 0) + 1
    counts.set(call.key, number)
    return { ...call, number }
  })
}

/**
 * Finds the call of a run at this place, and with `isForGood` the equal calls after it: there a call with new values may be the same call of
 * a test that runs again. The function must see all calls of the run, in their order.
 */
export function createFinder({ identify, count }: Reference, place: Place, isForGood = false): (exchange: Exchange) => boolean {
  let equal = 0
  return (exchange) => {
    const { key, group } = identify(exchange)
    const isEqual = key === place.key
    if (isEqual) equal += 1
    if (!isForGood) return isEqual && equal === place.number
    return equal >= place.number && (isEqual || (group === place.group && count(key) === 0))
  }
}

/** The calls of the first run in their order, and then the calls that only the second run has. */
function createPlaces(runs: readonly (readonly Numbered[])[]): Place[] {
  const hasWorlds = new Set(runs.flat().map(({ world }) => world)).size > 1
  const ordinals = new Map<string, number>()
  const begins = new Set(runs.map(([first]) => first?.key))
  return [...Map.groupBy(runs.flat(), ({ key, number }) => `${number} ${key}`).values()].map((same) => {
    const call = same[0] as Numbered
    const { world, operation, group } = call
    const ordinal = (ordinals.get(group) ?? 0) + 1
    ordinals.set(group, ordinal)
    const name = `${hasWorlds && world !== CHANGING ? `${world}/` : ''}${operation}#${ordinal}`
    return { ...call, call: name, isUnstable: same.length < runs.length, isFirst: begins.has(call.key) }
  })
}

function createIdentify(runs: readonly (readonly Exchange[])[]) {
  const inBoth = (textsOf: (exchange: Exchange) => readonly string[]) => {
    const [first, second] = runs.map((exchanges) => new Set(exchanges.flatMap(textsOf)))
    return new Set([...(first ?? [])].filter((text) => second?.has(text)))
  }
  const worlds = inBoth(({ world }) => [world])
  const cases = inBoth(({ testCase }) => (testCase ? [testCase.name] : []))
  const refused = inBoth(({ caller, operation }) => (caller.refusal ? [String(operation)] : []))
  const describe = ({ world, testCase, operation, request, caller }: Exchange) => ({
    world: worlds.has(world) ? world : CHANGING,
    testCase: testCase && (cases.has(testCase.name) ? testCase.name : CHANGING),
    operation: operation ?? `${request.method} ${request.path}`,
    isRefused: caller.refusal !== undefined && refused.has(String(operation)),
  })
  const nameOf = (exchange: Exchange, value: Value) => JSON.stringify([describe(exchange), value])
  const values = inBoth((exchange) => valuesOf(exchange).map((value) => nameOf(exchange, value)))
  return (exchange: Exchange): Call => {
    const known = valuesOf(exchange).map((value) => (values.has(nameOf(exchange, value)) ? value : [value[0], CHANGING]))
    const { world, testCase, operation, isRefused } = describe(exchange)
    const group = JSON.stringify([world, operation])
    const key = JSON.stringify([group, testCase, isRefused, known.sort()])
    return { key, group, world, testCase, operation, exchange }
  }
}

type Value = readonly [place: string, value: unknown]

function valuesOf({ request: { query, body } }: Exchange): Value[] {
  const values = [...new URLSearchParams(query)].map(([name, value]): Value => [`?${name}`, value])
  if (body === undefined || body.bytes === 0) return values
  // Of a body with a hash, only the beginning is kept.
  const json = body.sha256 === undefined ? readJson(body.text ?? '') : undefined
  return json === undefined ? [...values, ['body', body.sha256 ?? body.text ?? body.base64]] : [...values, ...flatten(json, '')]
}

/** The operation, and the names of the call's parameters and fields. */
export const shapeOf = (call: Call) =>
  [call.operation, ...new Set(valuesOf(call.exchange).map(([place]) => place.replaceAll(/\d+/g, '#')))].sort().join(' ')

function flatten(value: unknown, place: string): Value[] {
  const parts = isObject(value) || Array.isArray(value) ? Object.entries(value) : []
  if (parts.length === 0) return [[place, renderJson(value)]]
  return parts.flatMap(([name, part]) => flatten(part, `${place}/${name}`))
}
