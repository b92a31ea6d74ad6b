// Integers: a number if it is safe as a double, otherwise a bigint. AJV refuses bigints and rounds the bounds of int64. So every
// `type: integer` of a schema becomes a keyword of our own (`prepare` of ajv.ts), which treats numbers and bigints alike.

import { nameTypes } from '../ground/words.ts'

export const isInteger = (value: unknown): value is number | bigint => typeof value === 'bigint' || Number.isInteger(value)

export function integerOf(digits: string): number | bigint {
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number + 0 : BigInt(digits)
}

const INT64 = { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n }
const INT32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }
const ANY = { minimum: Number.NEGATIVE_INFINITY, maximum: Number.POSITIVE_INFINITY }

export interface IntegerRule {
  readonly format?: string
  readonly minimum?: number | bigint
  readonly maximum?: number | bigint
  readonly exclusiveMinimum?: number | bigint
  readonly exclusiveMaximum?: number | bigint
  /** The other types that the value may have. */
  readonly others: readonly string[]
}

/** The check of one schema. It returns what the value must be, or undefined when the value fits. */
export function compileInteger(rule: IntegerRule): (value: unknown) => string | undefined {
  const width = rule.format === 'int64' ? INT64 : rule.format === 'int32' ? INT32 : ANY
  const { minimum = width.minimum, maximum = width.maximum, exclusiveMinimum: above, exclusiveMaximum: below } = rule
  const isOpen = [rule.minimum, rule.maximum, above, below].every((bound) => bound === undefined) && rule.format !== 'int32'
  return (value) => {
    // Every safe integer is an int64. A comparison with a bigint would be the slowest part of the check.
    if (isOpen && Number.isSafeInteger(value)) return undefined
    return isInteger(value) ? mustOf(value) : rule.others.includes(typeOf(value)) ? undefined : nameOfInteger(rule)
  }

  function mustOf(integer: number | bigint): string | undefined {
    if (integer < minimum) return `at least ${minimum}`
    if (integer > maximum) return `at most ${maximum}`
    if (above !== undefined && integer <= above) return `above ${above}`
    if (below !== undefined && integer >= below) return `below ${below}`
  }
}

const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

/** "an int64 (a whole number) or a boolean" */
export const nameOfInteger = ({ others, format }: IntegerRule) =>
  [others.includes('number') ? [] : format === 'int64' ? 'an int64 (a whole number)' : 'an integer', others.map(nameTypes)]
    .flat(2)
    .join(' or ')
