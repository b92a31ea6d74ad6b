// Bodies as the record has them: the beginning, as text where it is UTF-8, with the length of all.

import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { Body } from '../exchange.ts'

/** So much of a body is kept. */
const MAX_KEPT = 64 * 1024

/** A body as bytes. */
export function recordBody(bytes: Buffer): Body {
  const isCut = bytes.length > MAX_KEPT
  const kept = isCut ? bytes.subarray(0, endOfLetter(bytes, MAX_KEPT)) : bytes
  return {
    ...(isUtf8(kept) ? { text: kept.toString() } : { base64: kept.toString('base64') }),
    bytes: bytes.length,
    ...(isCut && { sha256: createHash('sha256').update(bytes).digest('hex') }),
  }
}

/** A body as text, which is so many bytes long. */
export function recordText(text: string, bytes: number): Body {
  return bytes <= MAX_KEPT ? { text, bytes } : recordBody(Buffer.from(text))
}

/** The last place up to `end` at which no letter of UTF-8 is cut in two. */
function endOfLetter(bytes: Buffer, end: number): number {
  let at = end
  while (at > end - 4 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1
  return at
}
