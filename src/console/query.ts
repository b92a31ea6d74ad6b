// The search language of the list: `status:4xx cause:rate-limit world:w3 case:"creates a pet" text`. A request must match every
// part. A text must be in the path, in a header or in a body.

import { causeOf, type Entry, headersOf, statusOf } from './entry.ts'
import type { Matches } from './entry-list.ts'

export const FIELDS = ['operation', 'status', 'cause', 'world', 'case', 'key'] as const
export type Field = (typeof FIELDS)[number]

export interface Query {
  readonly fields: Readonly<Partial<Record<Field, string>>>
  readonly texts: readonly string[]
}

const WORD = /(?:(\w+):)?(?:"([^"]*)"?|(\S+))/g

export function parseQuery(query: string): Query {
  const fields: Partial<Record<Field, string>> = {}
  const texts: string[] = []
  for (const [whole, name = '', quoted, plain] of query.matchAll(WORD)) {
    const value = quoted ?? plain ?? ''
    if (!isField(name)) texts.push(name === '' ? value : whole)
    else if (value !== '') fields[name] = value
  }
  return { fields, texts }
}

const isField = (name: string): name is Field => (FIELDS as readonly string[]).includes(name)

/** The query with a new value of a field. An empty value removes the field. */
export function withField(query: string, field: Field, value: string): string {
  const { fields, texts } = parseQuery(query)
  const all = Object.entries({ ...fields, [field]: value }).filter(([, one]) => one !== '')
  return [...all.map(([name, one]) => `${name}:${quote(one)}`), ...texts.map(quote)].join(' ')
}

const quote = (text: string) => (/\s/.test(text) ? `"${text}"` : text)

export function createMatches({ fields, texts }: Query): Matches {
  const tests: Matches[] = Object.entries(fields).map(([name, value]) => TESTS[name as Field](value))
  for (const text of texts) if (text !== '') tests.push(hasText(text.toLowerCase()))
  return (entry) => tests.every((test) => test(entry))
}

const TESTS: Readonly<Record<Field, (value: string) => Matches>> = {
  operation: (value) => (entry) => entry.operation === value || (value === 'none' && entry.operation === undefined),
  status: (value) => hasStatus(value.toLowerCase()),
  cause: (value) => (entry) => causeOf(entry) === value || entry.causes.some(({ parameters }) => parameters?.name === value),
  world: (value) => (entry) => entry.world === value,
  case: (value) => (entry) => entry.testCase?.name === value,
  key: (value) => (entry) => entry.caller.key === value,
}

/** `404`, `4xx`, `none` for no reply, `failed` for an error or no reply. */
function hasStatus(value: string): Matches {
  if (value === 'none') return (entry) => statusOf(entry) === 0
  if (value === 'failed') return (entry) => statusOf(entry) === 0 || statusOf(entry) >= 400
  const digit = /^([1-5])xx$/.exec(value)?.[1]
  return (entry) => (digit === undefined ? String(statusOf(entry)) === value : String(statusOf(entry))[0] === digit)
}

const hasText =
  (text: string): Matches =>
  (entry) =>
    [...textsOf(entry)].some((one) => one.toLowerCase().includes(text))

function* textsOf(entry: Entry): Generator<string, void> {
  yield `${entry.request.method} ${entry.request.target}`
  yield entry.id
  yield entry.request.body?.text ?? ''
  yield entry.reply?.body.text ?? ''
  for (const [name, value] of [...headersOf(entry), ...Object.entries(entry.reply?.headers ?? {})]) yield `${name}: ${value}`
}
