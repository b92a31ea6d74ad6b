// What a test declares about its calls: the check, and the header `Sandbox-Case` of the library. src/scenarios/switch-headers.ts reads the
// header.

import { randomUUID } from 'node:crypto'
import type { TestCase } from '../../spec/control.ts'
import { messageOf, Problem } from '../errors/problem.ts'
import { didYouMean, findUnknown } from './nearest.ts'
import { show } from './show.ts'

/** What a test declares about its calls. */
export interface CaseOptions {
  /** The status that the test wants, or several. */
  readonly expect?: number | readonly number[]
  /** 1: this run of the test makes each different call once, so every repetition is the work of the client. The header then has a new id. */
  readonly calls?: 1
}

const PARAMETERS = ['expect', 'calls', 'id']

/** A test case from its texts, also those of a base URL, where the field `case` is the name itself. Throws a TypeError. */
export function createTestCase(name: unknown, { case: _, ...given }: Readonly<Record<string, unknown>>): TestCase {
  const unknown = Object.keys(given).find((parameter) => !PARAMETERS.includes(parameter))
  if (unknown !== undefined) throw new TypeError(`it has only ${PARAMETERS.join(', ')}, got ${unknown}${didYouMean(unknown, PARAMETERS)}`)
  if (name === undefined || name === '') throw new TypeError('the name of the test is missing')
  if (typeof name !== 'string') throw new TypeError(`the name of the test must be a text, got ${show(name)}`)
  const { expect, calls, id } = given
  if (calls !== undefined && String(calls) !== '1')
    throw new TypeError(`calls must be 1, which says that the test makes each different call once, got ${show(calls)}`)
  if (id === '') throw new TypeError('id must not be empty')
  return {
    name,
    ...(expect !== undefined && { expect: readStatuses(expect) }),
    ...(calls !== undefined && { calls: 1 as const }),
    ...(id !== undefined && { id: String(id) }),
  }
}

/** The statuses of a text such as `200 429`, of a number or of a list. */
function readStatuses(given: unknown): number[] {
  const statuses = typeof given === 'string' ? given.split(/[ +]/).map(Number) : [given].flat()
  if (!statuses.every(isStatus))
    throw new TypeError(`expect must be a status from 100 to 599, or several such as "200 429", got ${show(given)}`)
  return statuses
}

const isStatus = (status: unknown): status is number => Number.isInteger(status) && Number(status) >= 100 && Number(status) <= 599

/** The header that names a test. With `calls`, it has a new id, because a test that runs again is no retry. */
export function renderCase(name: string, options: CaseOptions = {}): { 'Sandbox-Case': string } {
  const { expect = [], calls } = readCase(name, options)
  const announced = expect.length === 0 ? '' : `;expect="${expect.join(' ')}"`
  return { 'Sandbox-Case': `${renderName(name)}${announced}${calls === undefined ? '' : `;calls=1;id="${randomUUID()}"`}` }
}

function readCase(name: string, options: CaseOptions): TestCase {
  const unknown = findUnknown(options, ['expect', 'calls'])
  if (unknown !== undefined) throw new Problem('invalid_value', unknown)
  try {
    return createTestCase(name, { ...options })
  } catch (error) {
    throw new Problem('invalid_value', messageOf(error))
  }
}

/** A string of RFC 9651. Other letters than ASCII travel as a Display String (§3.3.8). */
function renderName(name: string): string {
  if (/^[ -~]*$/.test(name)) return `"${name.replaceAll(/["\\]/g, '\\$&')}"`
  const bytes = [...Buffer.from(name)].map((byte) =>
    byte >= 0x20 && byte <= 0x7e && byte !== 0x22 && byte !== 0x25 ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`,
  )
  return `%"${bytes.join('')}"`
}
