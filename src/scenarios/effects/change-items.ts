// Changes the body of a successful reply, or each item of a list. The reply holds the world's own items, so items are
// copied and never changed. The time and the memory that this takes are bounded: every value that is copied, moved or compared is
// charged. Removed values are not given back, because they took time and memory as well.

import { isObject } from '../../contract/json/json.ts'
import type { Draft } from '../../contract/reply.ts'
import { BOUNDS } from '../../ground/bounds.ts'
import { Problem } from '../../ground/problem.ts'
import type { Tools } from '../effect.ts'

/** All steps of a call share one budget. */
export type Budget = Pick<Tools, 'changedBytes'>

type Item = Readonly<Record<string, unknown>>

/** Returns whether the reply has a body to change. Throws a Problem when the budget is used up. */
export function changeItems(draft: Draft, budget: Budget, change: (item: Item) => unknown): boolean {
  const { status, body } = draft
  const isList = Array.isArray(body)
  if (status >= 300 || !(isList || isObject(body))) return false
  charge(budget, body)
  draft.body = isList ? body.map((item) => (isObject(item) ? change(item) : item)) : change(body)
  return true
}

/** Each value costs this much more than its bytes, because many small values take longer to copy than one text of the same size. */
const VALUE = 256

/** Throws a Problem when the budget is used up. */
export function spend(budget: Budget, bytes: number): void {
  budget.changedBytes += bytes
  if (budget.changedBytes > BOUNDS.changedBytes)
    throw new Problem(
      'invalid_scenario',
      `the scenarios would copy more than ${BOUNDS.changedBytes} bytes to change this reply: ask for fewer items, or leave a scenario out`,
    )
}

/** Charges a value, and returns its depth: the levels of arrays and objects. */
export function charge(budget: Budget, value: unknown): number {
  spend(budget, VALUE + (typeof value === 'string' ? Buffer.byteLength(value) : 0))
  if (typeof value !== 'object' || value === null) return 0
  let depth = 0
  for (const name in value) {
    budget.changedBytes += name.length
    depth = Math.max(depth, charge(budget, (value as Item)[name]))
  }
  return depth + 1
}
