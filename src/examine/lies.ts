// Lies are valid replies that are wrong. A suite that checks what its client returns fails under them. They show what the suite notices, as
// faults and as a control. No client fails because of a lie.

import type { Contract } from '../contract/contract.ts'
import { entriesOf, listOf, resolve } from '../contract/document.ts'
import { integerOf, isInteger } from '../contract/integer.ts'
import { isObject, readJson } from '../contract/json/json.ts'
import type { Exchange } from '../ground/generated/control.ts'
import type { Lie as LieReport } from '../ground/generated/report.ts'
import type { Change } from './faults.ts'
import { type PlannedRun, replayWith } from './plan.ts'
import { isSuccess } from './reference.ts'
import type { Trial } from './trial.ts'

type Item = Readonly<Record<string, unknown>>

/** By the name of a field: the values that the suite has seen, and those that enums of the contract list. */
type KnownValues = ReadonlyMap<string, readonly unknown[]>

const itemsOf = (body: unknown): Item[] => [body].flat().filter(isObject)
const bodyOf = ({ reply }: Exchange) => readJson(reply?.body.text ?? '')
const isDone = (exchange: Exchange) => exchange.carriedOut && isSuccess({ exchange })

export function knowValues(exchanges: readonly Exchange[], { document }: Pick<Contract, 'document'>): KnownValues {
  const known = new Map<string, Set<unknown>>()
  const add = (name: string, value: unknown) => known.set(name, (known.get(name) ?? new Set()).add(value))
  const schemas = entriesOf(document, resolve(document, document.components).schemas)
  for (const [name, field] of schemas.flatMap(([, { properties }]) => entriesOf(document, properties)))
    for (const value of listOf(field.enum)) add(name, value)
  for (const item of exchanges.filter(isDone).flatMap((exchange) => itemsOf(bodyOf(exchange))))
    for (const [name, value] of Object.entries(item)) add(name, value)
  // A suite looks for what it has sent. So a value that it never sent is the better lie, and comes first.
  const bodies = exchanges.flatMap(({ request }) => itemsOf(readJson(request.body?.text ?? '')))
  const sent = new Set(bodies.flatMap(Object.entries).map(String))
  const isSent = (name: string, value: unknown) => Number(sent.has(String([name, value])))
  return new Map([...known].map(([name, values]) => [name, [...values].sort((one, other) => isSent(name, one) - isSent(name, other))]))
}

/** Another value of the same type, if possible one that no item has: it could be true for that item. */
function otherValue(name: string, value: unknown, known: KnownValues, items: readonly Item[]): unknown {
  const others = known.get(name)?.filter((one) => typeof one === typeof value && one !== value) ?? []
  const other = others.find((one) => items.every((item) => item[name] !== one))
  if (other !== undefined) return other
  if (isInteger(value)) return integerOf(String([value, ...others.filter(isInteger)].map(BigInt).reduce(larger) + 1n))
  if (others.length > 0) return others[0]
  return typeof value === 'string' ? `${value}-2` : typeof value === 'boolean' ? !value : value
}

const larger = (one: bigint, other: bigint) => (one > other ? one : other)

/** A list and its items belong to the world, so they are copied. */
const mapItems = (body: unknown, change: (item: Item) => Item): unknown =>
  Array.isArray(body) ? body.map((item) => (isObject(item) ? change(item) : item)) : isObject(body) ? change(body) : body

/** Gives all items of a reply one value, which the first item does not have. */
function changeField(body: unknown, field: string, known: KnownValues) {
  const items = itemsOf(body)
  const first = items.find((item) => field in item)?.[field]
  const value = otherValue(field, first, known, items)
  return value === first ? undefined : { body: mapItems(body, (item) => (field in item ? { ...item, [field]: value } : item)) }
}

export function changeAll(body: unknown, known: KnownValues) {
  const change = (before: unknown, field: string) => changeField(before, field, known)?.body ?? before
  return { body: Object.keys(itemsOf(body)[0] ?? {}).reduce(change, body) }
}

const dropField = (body: unknown, field: string) =>
  itemsOf(body).some((item) => field in item) ? { body: mapItems(body, ({ [field]: _, ...others }) => others) } : undefined

function changeList(body: unknown, change: (items: readonly unknown[]) => readonly unknown[]) {
  if (!Array.isArray(body)) return undefined
  const after = change(body)
  return after.length === body.length ? undefined : { body: after }
}

/** The reply from before the creation of an item. `missing` is the body of a 404, as the contract shows it. */
function changeTime(body: unknown, made: ReadonlySet<unknown>, missing: unknown) {
  const isMade = (item: unknown) => isObject(item) && made.has(item.id)
  if (missing !== undefined && isMade(body)) return { status: 404, body: missing }
  return changeList(body, (items) => items.filter((item) => !isMade(item)))
}

const dropLink: Change = ({ headers: { Link = '', ...headers } }) => (Link.includes('rel="next"') ? { headers } : undefined)

/** The name begins with a field, or with `items`, `stale` or `link`. */
type Lie = readonly [name: string, gives: string, change: Change]

const listLies = (fields: readonly string[], known: KnownValues, missing: unknown): Lie[] => [
  ...fields.flatMap((field): Lie[] => [
    [`${field}:other`, `another ${field}`, ({ body }) => changeField(body, field, known)],
    [`${field}:absent`, `no ${field}`, ({ body }) => dropField(body, field)],
  ]),
  ['items:fewer', 'a list without its last item', ({ body }) => changeList(body, (all) => (all.length > 1 ? all.slice(0, -1) : all))],
  ['items:none', 'an empty list', ({ body }) => changeList(body, () => [])],
  ['items:twice', 'a list that has its last item twice', ({ body }) => changeList(body, (all) => [...all, ...all.slice(-1)])],
  ['stale', 'nothing that was created in this run', ({ body }, made) => changeTime(body, made, missing)],
  ['link:absent', 'a list that does not link to its next page', dropLink],
]

/** The runs with lies, in the order of the replies. Each lie changes at least one reply, and the contract allows the changed reply. */
export function planLies(exchanges: readonly Exchange[], contract: Contract): PlannedRun[] {
  const done = exchanges.filter(isDone)
  const known = knowValues(done, contract)
  const made = new Set(done.filter(({ request }) => request.method === 'POST').flatMap((one) => itemsOf(bodyOf(one)).map(({ id }) => id)))
  return [...Map.groupBy(done, ({ operation = '' }) => operation)].flatMap(([call, own]) => {
    const respondsWith = contract.operations.find(({ id }) => id === call)?.respondsWith
    const fields = [...new Set(own.flatMap((exchange) => itemsOf(bodyOf(exchange)).flatMap(Object.keys)))]
    const [missing] = respondsWith?.(404)?.examples.values() ?? []
    const isTold = (change: Change, exchange: Exchange) => {
      const { status = 0, headers = {} } = exchange.reply ?? {}
      const draft = { status, headers, body: bodyOf(exchange) }
      const changed = change(draft, made)
      const given = { ...draft, ...changed }
      return changed !== undefined && !respondsWith?.(given.status)?.content.get('application/json')?.(given.body, 'body').length
    }
    const lies = listLies(fields, known, missing).filter(([, , change]) => own.some((one) => isTold(change, one)))
    return lies.map(([name, gives, change]) => ({ call, fault: { name, gives, change, group: 'lies' } }))
  })
}

const fieldOf = ({ planned: { fault } }: Trial) => fault.name.replace(/:[^:]*$/, '')
const resultOf = ({ seen, exitCode }: Trial) => (!seen.isChanged ? 'unmet' : exitCode === 0 ? 'unnoticed' : 'noticed')

/** One entry for each operation and field. */
export const reportLies = (trials: readonly Trial[], command: readonly string[]): LieReport[] =>
  [...Map.groupBy(trials, (trial) => `${trial.planned.call} ${fieldOf(trial)}`).values()].map((group) => {
    const told = group.map((trial) => {
      const { name: lie, gives = '' } = trial.planned.fault
      return { lie, gives, result: resultOf(trial), replay: replayWith(trial.planned, command) } as const
    })
    const noticed = told.filter(({ result }) => result === 'noticed')
    const isChecked = noticed.some(({ lie }) => !lie.endsWith(':absent'))
    const [first] = group as [Trial]
    const how = isChecked ? 'value' : noticed.length > 0 ? 'absence' : 'nothing'
    return { operation: first.planned.call, field: fieldOf(first), noticed: how, told }
  })

/** What the suite needs of the contract, sorted, so that two versions can be compared. */
export const listNeeds = (lies: readonly LieReport[]) =>
  lies
    .filter(({ noticed }) => noticed !== 'nothing')
    .map(({ operation, field, noticed }) => ({ operation, field, need: noticed === 'value' ? 'checked' : 'needed' }))
    .sort((one, other) => (`${one.operation} ${one.field}` < `${other.operation} ${other.field}` ? -1 : 1))
