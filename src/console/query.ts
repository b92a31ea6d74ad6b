// The search language of the list: `status:4xx cause:rate-limit world:w3 case:"creates a pet" text`. A request must have every
// text, in the path, in a header or in a body. Of several values for one field, it must have one.

import { findNearest } from '../ground/nearest.ts'
import { createMatches as createFilter } from '../record/filter.ts'
import { causeOf, statusOf } from './entry.ts'
import type { Matches } from './entry-list.ts'

/** A test for each field. Undefined for a value that the field cannot have. */
const TESTS = {
  operation: (value) => (entry) => entry.operation === value,
  status: testStatus,
  method: (value) => (entry) => entry.request.method === value.toUpperCase(),
  cause: (value) => (entry) =>
    causeOf(entry) === (value === 'answered' ? 'handler' : value) || entry.causes.some(({ parameters }) => parameters?.name === value),
  world: (value) => (entry) => entry.world === value,
  case: (value) => createFilter({ case: value }),
  key: (value) => (entry) => entry.caller.key === value,
  after: testAfter,
  id: (value) => (entry) => value.split(',').includes(entry.id),
} satisfies Record<string, (value: string) => Matches | undefined>

export type Field = keyof typeof TESTS
const FIELDS = Object.keys(TESTS)
const isField = (name: string): name is Field => FIELDS.includes(name)

const HINTS: Partial<Record<Field, string>> = {
  status: 'a status is 404, 4xx, failed, or none for no reply',
  after: 'a time is 14:03, 2030-12-05T14:03 or the id of a request',
}

/** The values of each field, the other words, and a sentence for each part that is not understood. */
export interface Query {
  readonly fields: Readonly<Partial<Record<Field, readonly string[]>>>
  readonly texts: readonly string[]
  readonly problems: readonly string[]
}

const WORD = /(?:(\w+):)?(?:"([^"]*)"?|(\S+))/g

export function parseQuery(query: string): Query {
  const fields: Partial<Record<Field, string[]>> = {}
  const texts: string[] = []
  const problems: string[] = []
  for (const [whole, name = '', quoted, plain] of query.matchAll(WORD)) {
    const value = quoted ?? plain ?? ''
    if (!isField(name)) {
      texts.push(name === '' ? value : whole)
      const near = name === '' || value.startsWith('//') ? undefined : findNearest(name, FIELDS)
      if (near) problems.push(`There is no field ${name}: did you mean ${near}:${value}?`)
    } else if (value !== '') {
      fields[name] = [...(fields[name] ?? []), value]
      if (TESTS[name](value) === undefined) problems.push(`${name}:${value} is left out: ${HINTS[name]}.`)
    }
  }
  return { fields, texts, problems }
}

export function createMatches({ fields, texts }: Query): Matches {
  const tests = Object.entries(fields).flatMap(([name, values]): Matches[] => {
    const choices = values.map(TESTS[name as Field]).filter((test) => test !== undefined)
    return choices.length === 0 ? [] : [(entry) => choices.some((test) => test(entry))]
  })
  for (const text of texts) tests.push(createFilter({ text }))
  return (entry) => tests.every((test) => test(entry))
}

function testStatus(text: string): Matches | undefined {
  const value = text.toLowerCase()
  if (value === 'failed') return (entry) => statusOf(entry) === 0 || statusOf(entry) >= 400
  return /^(none|[1-5](\d\d|xx))$/.test(value) ? createFilter({ status: value === 'none' ? 0 : value }) : undefined
}

/** After a time of today, a date or a request. */
function testAfter(value: string): Matches | undefined {
  const [, run, number] = /^req_(\w+)_(\d+)$/.exec(value) ?? []
  if (run !== undefined) return ({ id }) => id.startsWith(`req_${run}_`) && Number(id.split('_')[2]) > Number(number)
  // In Sweden a date is written as 2030-12-05.
  const time = Date.parse(/^\d\d:\d\d/.test(value) ? `${new Date().toLocaleDateString('sv')}T${value}` : value)
  return Number.isNaN(time) || !/^\d{2,4}[-:]/.test(value) ? undefined : (entry) => entry.arrived.real >= time
}
