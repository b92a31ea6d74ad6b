// Adds numbers to fields of a successful body, or of each item of a list. int64 values stay exact.

import { integerOf, isInteger } from '../../contract/json/json-number.ts'
import type { Effect } from '../effect.ts'
import { changeItems } from './change-items.ts'

export const add: Effect<'add'> = {
  finish(settings, draft, _scene, tools) {
    const fields = Object.entries(settings.add)
    return changeItems(draft, tools, (item) => {
      const sums = fields.flatMap(([name, summand]) => {
        const value = item[name]
        return isInteger(value) ? [[name, integerOf(String(BigInt(value) + BigInt(summand)))]] : []
      })
      return { ...item, ...Object.fromEntries(sums) }
    })
  },
}
