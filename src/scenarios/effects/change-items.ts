// Changes the body of a successful reply, or each item of a list. The reply holds the world's own items, so items are
// copied and never changed.

import type { Draft } from '../../exchange/reply.ts'
import { isObject } from '../../json/json.ts'
import { type Budget, charge } from '../budget.ts'

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
