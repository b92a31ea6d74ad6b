// Cursors of paged lists. Clients cannot read them: a cursor is the eight bytes of an id in base64url. So the pattern in the
// contract describes all cursors exactly, and a cursor that fits the contract is never refused.

/** The cursor that continues a list after the item with this id. */
export function renderCursor(after: number | bigint): string {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(BigInt(after))
  return bytes.toString('base64url')
}

/** The id after which a cursor continues. The contract has checked the cursor. */
export const parseCursor = (cursor: string): bigint => Buffer.from(cursor, 'base64url').readBigInt64BE()
