// Cursors of paged lists: opaque to clients, and checkable, so that one which was never issued is refused.

import { integerOf } from '../json/json-number.ts'

const MAX_ID = 2n ** 63n - 1n
const MIN_ID = -(2n ** 63n)

/** The cursor that continues a list behind the item with this id. */
export const renderCursor = (after: number | bigint) => Buffer.from(`after:${after}`).toString('base64url')

/** The id behind which a cursor continues; undefined when no sandbox wrote it. */
export function parseCursor(cursor: string): number | bigint | undefined {
  const digits = /^after:(-?\d{1,19})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]
  if (digits === undefined) return undefined
  const after = integerOf(digits)
  const isId = after >= MIN_ID && after <= MAX_ID
  return isId && renderCursor(after) === cursor ? after : undefined
}
