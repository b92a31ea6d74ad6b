// The search language of the list: `status:4xx cause:rate-limit world:w3 case:"creates a pet" text`. A request must have every
// text, in the path, in a header or in a body. Of several values for one field, it must have one. Capitals matter only in an id.

import { createMatches as createFilter } from '../record/filter.ts'
import { causeOf, type Entry, statusOf } from './entry.ts'
import type { Matches } from './entry-list.ts'

const is = (one: string | number | undefined, wanted: string) => String(one ?? '').toLowerCase() === wanted.toLowerCase()

const TESTS: Readonly<Record<string, (value: string) => Matches>> = {
  status: (value) => (is('failed', value) ? hasFailed : createFilter({ status: is('none', value) ? 0 : value })),
  cause: (value) => (entry) =>
    is(causeOf(entry), is('answered', value) ? 'handler' : value) || entry.causes.some(({ parameters }) => is(parameters?.name, value)),
  world: (value) => (entry) => is(entry.world, value),
  operation: (value) => (entry) => is(entry.operation, value),
  method: (value) => (entry) => is(entry.request.method, value),
  key: (value) => (entry) => is(entry.caller.key, value),
  case: (value) => (entry) => is(entry.testCase?.name, value),
  id: (value) => (entry) => value.split(',').includes(entry.id),
}

export const FIELDS = Object.keys(TESTS)

const hasFailed: Matches = (entry) => statusOf(entry) === 0 || statusOf(entry) >= 400

const WORD = /(?:(\w+):)?(?:"([^"]*)"?|(\S+))/g

export function createMatches(query: string): Matches {
  const tests = [...query.matchAll(WORD)].flatMap(([whole, field = '', quoted, plain = '']) => {
    const name = field.toLowerCase()
    const value = quoted ?? plain
    const create = FIELDS.includes(name) ? TESTS[name] : undefined
    if (create) return value === '' ? [] : { name, test: create(value) }
    return { name: whole, test: createFilter({ text: name === '' ? value : whole }) }
  })
  const groups = [...Map.groupBy(tests, ({ name }) => name).values()]
  // An entry never changes, and a search in all texts takes long. So each entry is tested once.
  const results = new WeakMap<Entry, boolean>()
  return (entry) => {
    const result = results.get(entry) ?? groups.every((group) => group.some(({ test }) => test(entry)))
    results.set(entry, result)
    return result
  }
}
