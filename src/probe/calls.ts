// The calls of a probe, in their order. Each call has a name, by which the looks find its reply.

import { isObject, renderJson } from '../contract/json/json.ts'
import type { Role, Roles } from './roles.ts'
import type { Answer, Answers, PlannedCall } from './service.ts'

/** An int64 that no service has given out. */
const UNUSED_ID = '9223372036854775807'
/** Between the two choices of `request-size`: larger than 16 KiB, and smaller than 64 KiB. */
const LARGE_BYTES = 40 * 1024

/** The calls of a probe that only reads. */
export function planReads({ list, size, item, others }: Roles): PlannedCall[] {
  const get = (name: string, { operation, path }: Role, query = ''): PlannedCall => ({
    ...{ name, method: 'GET', operation, path: path + query },
  })
  const [short, long, wrong] = [1, size.maximum, size.maximum + 1].map((length) => `?${size.name}=${length}`)
  return [
    get('list', list, long),
    get('list again', list, long),
    get('short page', list, short),
    get('wrong size', list, wrong),
    get('unknown parameter', list, `${short}&probe-unknown=1`),
    ...(item
      ? [
          { ...get('item', item), choosePath: (answers: Answers) => idsOf(answers.get('list')).map((id) => withId(item, id).path)[0] },
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

/** The calls that a probe with `--write` adds. They leave one item. `name` is the text of its text fields. */
export function planWrites({ create }: Roles, name: string): PlannedCall[] {
  if (create === undefined) return []
  const { operation, path, required } = create
  const post = (call: string, body: (answers: Answers) => string): PlannedCall => ({
    ...{ name: call, method: 'POST', operation, path, body },
  })
  const item = (number: unknown) =>
    renderJson(Object.fromEntries(Object.entries(required).map(([field, value]) => [field, typeof value === 'string' ? name : number])))
  const refused = (answers: Answers) => (answers.get('create')?.status ?? 0) >= 400
  return [
    post('create', () => item(UNSEEN)),
    {
      ...post('create like another', (answers) => item(knownNumber(answers, required))),
      choosePath: (answers) => (refused(answers) ? path : undefined),
    },
    // These two bodies lack the required fields. So no item is made, whichever mistake the service checks first.
    { ...post('wrong type', () => '{}'), type: 'text/plain' },
    {
      ...post('large body', () => renderJson({ probe: 'x'.repeat(LARGE_BYTES) })),
      // A service that has accepted the body before would make one more item.
      choosePath: (answers) => ((answers.get('wrong type')?.status ?? 0) >= 400 ? path : undefined),
    },
  ]
}

/** A number that hardly any service uses, in place of an identifier. */
const UNSEEN = 999_999_937

/** The number that the first listed item has in the same field. */
function knownNumber(answers: Answers, required: Readonly<Record<string, unknown>>): unknown {
  const [first] = itemsOf(answers.get('list'))
  const field = Object.keys(required).find((name) => typeof required[name] === 'number') ?? ''
  return first?.[field] ?? required[field]
}

/** The items of a list, or the one item of another reply. */
export const itemsOf = (answer: Answer | undefined): Readonly<Record<string, unknown>>[] =>
  answer !== undefined && answer.status < 300 ? [answer.body].flat().filter(isObject) : []

/** The ids that are integers, as exact values. */
export const idsOf = (answer: Answer | undefined): bigint[] =>
  itemsOf(answer).flatMap(({ id }) => (Number.isInteger(id) || typeof id === 'bigint' ? [BigInt(id as number | bigint)] : []))

/** The reply to the creation that succeeded. */
export const createdBy = (answers: Answers): Answer | undefined =>
  [answers.get('create'), answers.get('create like another')].find((answer) => answer?.status === 201)
