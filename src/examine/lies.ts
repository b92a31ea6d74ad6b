// Replies that are valid and wrong. A suite that checks what its client returns fails under them. Only the control of an experiment and
// the look at the suite itself use them, and no client is ever judged by them.

import type { Contract } from '../contract/contract.ts'
import { isNode, listOf, type Node, resolve } from '../contract/document.ts'
import { isObject, readJson } from '../contract/json/json.ts'
import { integerOf, isInteger } from '../contract/json/json-number.ts'
import type { Draft } from '../contract/reply.ts'
import type { Exchange } from '../ground/generated/control.ts'
import { type Call, isSuccess } from './reference.ts'

type Item = Readonly<Record<string, unknown>>

/** The values of each field that the suite has seen or that the contract lists, by the name of the field. */
export type KnownValues = ReadonlyMap<string, readonly unknown[]>

/** Changes a reply. Returns whether it found something to change. `made` has the ids of the items that this run has created. */
export type Change = (draft: Pick<Draft, 'status' | 'body' | 'headers'>, made: ReadonlySet<unknown>) => boolean

/** A lie about one field of an operation's replies, or about its whole list. */
export interface Lie {
  readonly name: string
  /** What the call gets. */
  readonly gives: string
  readonly operation: string
  /** A field, or `items`, `stale` or `link`. */
  readonly field: string
  readonly change: Change
}

const MAX_VALUES = 100

const itemsOf = (body: unknown): Item[] => (Array.isArray(body) ? body : [body]).filter(isObject)
const bodyOf = ({ reply }: Exchange) => readJson(reply?.body.text ?? '')
const isDone = (exchange: Exchange) => exchange.carriedOut && isSuccess({ exchange } as Call)

/** The values of `exchanges`, and those that enums of the contract list. */
export function knowValues(exchanges: readonly Exchange[], { document }: Pick<Contract, 'document'>): KnownValues {
  const known = new Map<string, unknown[]>()
  // A suite looks for what it has sent. So a value that it never sent is the better lie, and comes first.
  const sent = new Set(
    exchanges
      .flatMap(({ request }) => itemsOf(readJson(request.body?.text ?? '')))
      .flatMap(Object.entries)
      .map(String),
  )
  const add = (name: string, value: unknown) => {
    const values = known.get(name) ?? []
    known.set(name, values)
    if (values.length >= MAX_VALUES || values.includes(value)) return
    if (sent.has(String([name, value]))) values.push(value)
    else values.unshift(value)
  }
  for (const item of exchanges.filter(isDone).flatMap((exchange) => itemsOf(bodyOf(exchange))))
    for (const [name, value] of Object.entries(item)) add(name, value)
  const { schemas } = resolve(document, document.components) as { schemas?: Node }
  for (const schema of Object.values(schemas ?? {}).filter(isNode))
    for (const [name, node] of Object.entries(isNode(schema.properties) ? schema.properties : {}))
      for (const value of listOf(resolve(document, node).enum)) add(name, value)
  return known
}

/** Another value of the same kind, and if possible one that none of `items` has: it could be true for one of them. */
function otherValue(name: string, value: unknown, known: KnownValues, items: readonly Item[] = []): unknown {
  const others = known.get(name)?.filter((one) => typeof one === typeof value && one !== value) ?? []
  const other = others.find((one) => items.every((item) => item[name] !== one)) ?? others[0]
  if (other !== undefined) return other
  if (isInteger(value)) return integerOf(String(BigInt(value) + 1n))
  return typeof value === 'string' ? `${value}-2` : typeof value === 'boolean' ? !value : value
}

/** The body with each item changed. A list and its items belong to the world, so they are copied. */
const mapItems = (body: unknown, change: (item: Item) => Item): unknown =>
  Array.isArray(body) ? body.map((item) => (isObject(item) ? change(item) : item)) : isObject(body) ? change(body) : body

/** Other values in all fields. */
export const changeAll =
  (known: KnownValues): Change =>
  (draft) => {
    draft.body = mapItems(draft.body, (item) =>
      Object.fromEntries(Object.entries(item).map(([name, value]) => [name, otherValue(name, value, known)])),
    )
    return true
  }

/** One value, another one than the first item has, for all items of a reply. */
const changeField =
  (field: string, known: KnownValues): Change =>
  (draft) => {
    const items = itemsOf(draft.body)
    const first = items.find((item) => field in item)
    if (first === undefined) return false
    const value = otherValue(field, first[field], known, items)
    draft.body = mapItems(draft.body, (item) => (field in item ? { ...item, [field]: value } : item))
    return value !== first[field]
  }

const dropField =
  (field: string): Change =>
  (draft) => {
    const isThere = itemsOf(draft.body).some((item) => field in item)
    draft.body = mapItems(draft.body, ({ [field]: _, ...others }) => others)
    return isThere
  }

const changeList =
  (change: (items: readonly unknown[]) => readonly unknown[]): Change =>
  (draft) => {
    if (!Array.isArray(draft.body)) return false
    const { length } = draft.body
    draft.body = change(draft.body)
    return (draft.body as unknown[]).length !== length
  }

const LISTS: Readonly<Record<string, readonly [gives: string, change: Change]>> = {
  'items:fewer': ['a list without its last item', changeList((items) => (items.length > 1 ? items.slice(0, -1) : items))],
  'items:none': ['an empty list', changeList(() => [])],
  'items:twice': ['a list that has its last item twice', changeList((items) => [...items, ...items.slice(-1)])],
  stale: [
    'a list without the items that were created in this run',
    (draft, made) => changeList((items) => items.filter((item) => !(isObject(item) && made.has(item.id))))(draft, made),
  ],
  'link:absent': [
    'a list that does not link to its next page',
    ({ headers }) => {
      const isThere = headers.Link?.includes('rel="next"') === true
      if (isThere) delete headers.Link
      return isThere
    },
  ],
}

/** The reply from before the creation of the item, as the contract shows it. */
const notYetThere =
  (example: unknown): Change =>
  (draft, made) => {
    if (!isObject(draft.body) || !made.has(draft.body.id)) return false
    draft.status = 404
    draft.body = example
    return true
  }

/** The lies that the replies of these calls can tell: each changes one of them at least, and the contract allows what it makes. */
export function createLies(calls: readonly Call[], contract: Contract): Lie[] {
  const done = calls.filter(({ exchange }) => isDone(exchange))
  const known = knowValues(
    done.map(({ exchange }) => exchange),
    contract,
  )
  const made = new Set(done.filter(isCreated).flatMap(({ exchange }) => itemsOf(bodyOf(exchange)).map(({ id }) => id)))
  return [...Map.groupBy(done, ({ operation }) => operation)].flatMap(([operation, own]) => {
    const fields = [...new Set(own.flatMap(({ exchange }) => itemsOf(bodyOf(exchange)).flatMap(Object.keys)))]
    const [missing] =
      contract.operations
        .find(({ id }) => id === operation)
        ?.respondsWith(404)
        ?.examples.values() ?? []
    const lies = [
      ...(missing === undefined
        ? []
        : [
            {
              operation,
              field: 'stale',
              name: 'stale',
              gives: '404 for an item that was created in this run',
              change: notYetThere(missing),
            },
          ]),
      ...fields.flatMap((field): Lie[] => [
        { operation, field, name: `${field}:other`, gives: `another ${field}`, change: changeField(field, known) },
        { operation, field, name: `${field}:absent`, gives: `no ${field}`, change: dropField(field) },
      ]),
      ...Object.entries(LISTS).map(
        ([name, [gives, change]]): Lie => ({ operation, field: name.split(':')[0] ?? name, name, gives, change }),
      ),
    ]
    return lies.filter(({ change }) => own.some(({ exchange }) => isTold(change, exchange, made, contract)))
  })
}

const isCreated = ({ exchange }: Call) => exchange.request.method === 'POST'

function isTold(change: Change, exchange: Exchange, made: ReadonlySet<unknown>, { operations }: Contract): boolean {
  const draft = {
    status: exchange.reply?.status ?? 0,
    body: bodyOf(exchange),
    headers: { ...exchange.reply?.headers } as Record<string, string>,
  }
  if (!change(draft, made)) return false
  const response = operations.find(({ id }) => id === exchange.operation)?.respondsWith(draft.status)
  return response?.content.get('application/json')?.(draft.body) === undefined
}
