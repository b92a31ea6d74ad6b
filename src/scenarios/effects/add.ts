// Adds numbers to fields of a success's body, or of each item of a list; int64 stays exact.

import { integerOf } from '../../json-number.ts'
import type { Effect } from '../effect.ts'
import { changeItems } from './change-items.ts'

export const add: Effect = {
  finish(value, exchange) {
    const fields = Object.entries(value as Record<string, number | bigint>)
    return changeItems(exchange, (item) => {
      const sums = fields
        .filter(([name]) => isInteger(item[name]))
        .map(([name, summand]) => [name, sum(item[name] as number | bigint, summand)])
      return { ...item, ...Object.fromEntries(sums) }
    })
  },
}

const isInteger = (value: unknown) => typeof value === 'bigint' || Number.isInteger(value)

const sum = (a: number | bigint, b: number | bigint) => integerOf(String(BigInt(a) + BigInt(b)))
