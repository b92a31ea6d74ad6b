// A test case from its texts, for the header `Sandbox-Case` and for the base URL.

import type { TestCase } from '../exchange/exchange.ts'
import { findNearest } from '../text/nearest.ts'

const NAMES = ['expect', 'calls', 'id']

/** Throws a TypeError that says what is wrong. The field `case` is the name itself, in a base URL. */
export function createTestCase(name: string | undefined, { case: _, ...given }: Readonly<Record<string, unknown>>): TestCase {
  const strange = Object.keys(given).find((parameter) => !NAMES.includes(parameter))
  if (strange !== undefined) throw new TypeError(`it has only ${NAMES.join(', ')}, got ${strange}${hintFor(strange)}`)
  if (name === undefined || name === '') throw new TypeError('the name of the test is missing, for example case=demo')
  const { expect, calls, id } = given
  if (calls !== undefined && String(calls) !== '1')
    throw new TypeError(`calls must be 1, which says that the test makes each different call once, got ${calls}`)
  if (id === '') throw new TypeError('id must not be empty')
  return {
    name,
    ...(expect !== undefined && { expect: readStatuses(String(expect)) }),
    ...(calls !== undefined && { calls: 1 as const }),
    ...(id !== undefined && { id: String(id) }),
  }
}

function readStatuses(text: string): number[] {
  const statuses = text.split(/[ +]/).map(Number)
  if (!statuses.every((status) => Number.isInteger(status) && status >= 100 && status <= 599))
    throw new TypeError(`expect must be one status, or several statuses such as expect="200 429", got ${text}`)
  return statuses
}

function hintFor(name: string): string {
  const near = findNearest(name, NAMES)
  return near === undefined ? '' : `: did you mean ${near}?`
}
