// The calls of a probe, in their order: a list, one item of it, further reads, and a creation. The looks find a reply by the name of its
// call. The operations come from the contract, so the probe knows no animal.

import type { Contract } from '../contract/contract.ts'
import { exampleOf, findOperation, type Node } from '../contract/document.ts'
import { isInteger } from '../contract/integer.ts'
import { isObject, renderJson } from '../contract/json/json.ts'
import type { Operation } from '../contract/operations.ts'
import { StartError } from '../ground/problem.ts'
import type { PlannedCall, ServiceReplies, ServiceReply } from './service.ts'

export type Roles = ReturnType<typeof getRoles>

interface Role {
  readonly operation: string
  /** Below the base URL, for example `/pets/{petId}`. */
  readonly path: string
  /** When the operation is removed, in milliseconds since 1970. */
  readonly sunset: number | undefined
}

/** Throws a StartError when the contract has no operation that lists items with a bounded size. */
export function getRoles({ document, operations, basePath }: Contract) {
  const roleOf = ({ id, path, deprecation }: Operation): Role => ({
    operation: id,
    path: path.slice(basePath.length),
    sunset: deprecation?.sunset,
  })
  const reads = operations.filter(({ method }) => method === 'GET')
  const free = reads.filter(({ parameters }) => !parameters.some(({ required }) => required))
  const list = free.find(sizeOf)
  const size = list && sizeOf(list)
  if (list === undefined || size?.bounds === undefined)
    throw new StartError('the contract has no operation that lists items with a bounded size, so there is nothing to probe')
  const item = reads.find(({ path }) => path.startsWith(`${list.path}/{`))
  const create = operations.find(({ method, path }) => method === 'POST' && path === list.path)
  return {
    list: roleOf(list),
    /** The parameter of the list that bounds its length, with the largest value. */
    size: { name: size.name, maximum: size.bounds.maximum },
    item: item && roleOf(item),
    create: create && { ...roleOf(create), ...creationOf(document, create) },
    orders: free.find(({ respondsWith }) => respondsWith(200)?.assumed.includes('orders'))?.id,
    others: free.filter((operation) => operation !== list).map(roleOf),
  }
}

/** The query parameter that is a bounded integer. */
const sizeOf = ({ parameters }: Operation) =>
  parameters.find((parameter) => parameter.in === 'query' && Number.isFinite(parameter.bounds?.maximum))

/** The required fields of a new item, as in the contract's example, and a field that may be left out. */
function creationOf(document: Node, { id, body }: Operation) {
  const { fields = [], required = [] } = body?.content.get('application/json') ?? {}
  const example = exampleOf(document, findOperation(document, id).node)
  return {
    required: Object.fromEntries(Object.entries(isObject(example) ? example : {}).filter(([name]) => required.includes(name))),
    optional: fields.find((name) => !required.includes(name)),
  }
}

/** An int64 that no service has given out. */
const UNUSED_ID = '9223372036854775807'
/** Between the two choices of `request-size`: larger than 16 KiB, and smaller than 64 KiB. */
const LARGE_BYTES = 40 * 1024

export function planReads({ list, size, item, others }: Roles): PlannedCall[] {
  const get = (name: string, { operation, path }: Role, query = ''): PlannedCall => ({ name, method: 'GET', operation, path: path + query })
  const [short, long, wrong] = [1, size.maximum, size.maximum + 1].map((length) => `?${size.name}=${length}`)
  return [
    get('list', list, long),
    get('list again', list, long),
    get('short page', list, short),
    get('wrong size', list, wrong),
    get('unknown parameter', list, `${short}&probe-unknown=1`),
    ...(item
      ? [
          {
            ...get('item', item),
            choosePath: (replies: ServiceReplies) => idsOf(replies.get('list')).map((id) => withId(item, id).path)[0],
          },
          get('no item', withId(item, UNUSED_ID)),
          get('wrong id', withId(item, 'not-a-number')),
        ]
      : []),
    ...others.map((other) => get(other.operation, other)),
    { name: 'unknown path', method: 'GET', path: '/probe-no-such-path' },
    { ...get('no key', list, short), keyless: true },
  ]
}

const withId = (item: Role, id: string | bigint): Role => ({ ...item, path: item.path.replace(/\{[^}]+\}/, String(id)) })

/** For `--write`. These calls leave one item. `text` is the value of its text fields. */
export function planWrites({ create }: Roles, text: string): PlannedCall[] {
  if (create === undefined) return []
  const { operation, path, required } = create
  const post = (name: string, body: (replies: ServiceReplies) => string): PlannedCall => ({ name, method: 'POST', operation, path, body })
  const item = (number: unknown) =>
    renderJson(Object.fromEntries(Object.entries(required).map(([field, value]) => [field, typeof value === 'string' ? text : number])))
  const refused = (replies: ServiceReplies) => (replies.get('create')?.status ?? 0) >= 400
  return [
    post('create', () => item(UNSEEN)),
    {
      ...post('create like another', (replies) => item(knownNumber(replies, required))),
      choosePath: (replies) => (refused(replies) ? path : undefined),
    },
    // These two bodies lack the required fields. So no item is made, whichever mistake the service checks first.
    { ...post('wrong type', () => '{}'), type: 'text/plain' },
    {
      ...post('large body', () => renderJson({ probe: 'x'.repeat(LARGE_BYTES) })),
      // A service that has accepted the body before would make one more item.
      choosePath: (replies) => ((replies.get('wrong type')?.status ?? 0) >= 400 ? path : undefined),
    },
  ]
}

/** A number that hardly any service uses, in place of an identifier. */
const UNSEEN = 999_999_937

/** The number that the first listed item has in the required number field. */
function knownNumber(replies: ServiceReplies, required: Readonly<Record<string, unknown>>): unknown {
  const [first] = itemsOf(replies.get('list'))
  const field = Object.keys(required).find((name) => typeof required[name] === 'number') ?? ''
  return first?.[field] ?? required[field]
}

/** The items of a list, or the one item of another reply. */
export const itemsOf = (reply: ServiceReply | undefined): Readonly<Record<string, unknown>>[] =>
  reply !== undefined && reply.status < 300 ? [reply.body].flat().filter(isObject) : []

export const idsOf = (reply: ServiceReply | undefined): bigint[] => itemsOf(reply).flatMap(({ id }) => (isInteger(id) ? [BigInt(id)] : []))

export const createdBy = (replies: ServiceReplies): ServiceReply | undefined =>
  [replies.get('create'), replies.get('create like another')].find((reply) => reply?.status === 201)
