// Cursors of paged lists. Clients cannot read them. The sandbox can check them, so it refuses a cursor that it never issued.

import { integerOf } from '../json/json-number.ts'

const MAX_ID = 2n ** 63n - 1n
const MIN_ID = -(2n ** 63n)

/** The cursor that continues a list after the item with this id. */
export const renderCursor = (after: number | bigint) => Buffer.from(`after:${after}`).toString('base64url')

/** The id after which a cursor continues; undefined when no sandbox wrote the cursor. */
export function parseCursor(cursor: string): number | bigint | undefined {
  const digits = /^after:(-?\d{1,19})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]
  if (digits === undefined) return undefined
  const after = integerOf(digits)
  const isId = after >= MIN_ID && after <= MAX_ID
  return isId && renderCursor(after) === cursor ? after : undefined
}
