// Changes the body of a success, or each item of a list. The reply holds the world's own items: they are copied,
// never changed.

import { isObject } from '../../json.ts'
import type { Draft } from '../../reply.ts'

type Item = Readonly<Record<string, unknown>>

/** Whether there was such a body. */
export function changeItems(draft: Draft, change: (item: Item) => unknown): boolean {
  const { status, body } = draft
  const isList = Array.isArray(body)
  if (status >= 300 || !(isList || isObject(body))) return false
  draft.body = isList ? body.map((item) => (isObject(item) ? change(item) : item)) : change(body)
  return true
}
