// Applies a JSON Patch (RFC 6902) to the body of a success, or to each item of a list. The door of rfc6902.

import { applyPatch, type Operation } from 'rfc6902'
import type { Effect } from '../effect.ts'
import { changeItems } from './change-items.ts'

export const patch: Effect = {
  finish(value, exchange) {
    const faults = new Set<string>()
    changeItems(exchange, (item) => {
      const copy = structuredClone(item)
      for (const error of applyPatch(copy, value as Operation[])) if (error) faults.add(error.message)
      return copy
    })
    for (const fault of faults) exchange.warnings.push(`the patch of the scenario does not apply: ${fault}`)
  },
}
