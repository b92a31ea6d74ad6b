// A test case: its check, and the header `Sandbox-Case` that the library writes. src/scenarios/switches.ts reads the header.

import type { TestCase } from './generated/control.ts'
import { messageOf, Problem } from './problem.ts'
import { didYouMean, findUnknown, show } from './words.ts'

/** What a test wants. */
export interface CaseOptions {
  /** The status that the test wants, or several. */
  readonly expect?: number | readonly number[]
}

export interface NamedCase {
  readonly testCase: TestCase
  /** Has `calls` or `id`. They have no effect since 0.3, but the suites that send them go on. */
  readonly isOld: boolean
}

const OLD_PARAMETERS = ['calls', 'id']

/** A test case from its texts, also those of a base URL, where the field `case` is the name itself. Throws a TypeError. */
export function createTestCase(name: unknown, { case: _, expect, ...others }: Readonly<Record<string, unknown>>): NamedCase {
  const unknown = Object.keys(others).find((parameter) => !OLD_PARAMETERS.includes(parameter))
  if (unknown !== undefined) throw new TypeError(`it has only expect, got ${unknown}${didYouMean(unknown, ['expect'])}`)
  if (name === undefined || name === '') throw new TypeError('the name of the test is missing')
  if (typeof name !== 'string') throw new TypeError(`the name of the test must be a text, got ${show(name)}`)
  const testCase = { name, ...(expect !== undefined && { expect: readStatuses(expect) }) }
  return { testCase, isOld: Object.keys(others).length > 0 }
}

/** The statuses of a text such as `200 429`, of a number or of a list. */
function readStatuses(given: unknown): number[] {
  const statuses = typeof given === 'string' ? given.split(/[ +]/).map(Number) : [given].flat()
  if (!statuses.every(isStatus))
    throw new TypeError(`expect must be a status from 100 to 599, or several such as "200 429", got ${show(given)}`)
  return statuses
}

const isStatus = (status: unknown): status is number => Number.isInteger(status) && Number(status) >= 100 && Number(status) <= 599

export function renderCase(name: string, options: CaseOptions = {}): { 'Sandbox-Case': string } {
  const { expect = [] } = readCase(name, options)
  const announced = expect.length === 0 ? '' : `;expect="${expect.join(' ')}"`
  return { 'Sandbox-Case': `${renderName(name)}${announced}` }
}

function readCase(name: string, options: CaseOptions): TestCase {
  if (Object.hasOwn(Object(options), 'calls')) throw new Problem('invalid_value', 'calls was removed in 0.3: use inject')
  const unknown = findUnknown(options, ['expect'])
  if (unknown !== undefined) throw new Problem('invalid_value', unknown)
  try {
    return createTestCase(name, { ...options }).testCase
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
