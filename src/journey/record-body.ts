// Bodies as the record has them: the beginning, as text where it is UTF-8, with the length of all.

import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { Body } from '../record/exchange.ts'

/** So much of a body is kept. */
export const MAX_KEPT = 64 * 1024

/** A body as bytes. */
export function recordBody(bytes: Buffer): Body {
  if (bytes.length <= MAX_KEPT) return recordBeginning([bytes], bytes.length)
  return { ...recordBeginning([bytes], bytes.length), sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** A body as text, which is so many bytes long. */
export function recordText(text: string, bytes: number): Body {
  return bytes <= MAX_KEPT ? { text, bytes } : recordBody(Buffer.from(text))
}

/** A body of which only the first parts are looked at; its hash is not known yet. */
export function recordBeginning(parts: Iterable<Buffer>, bytes: number): Body {
  const first: Buffer[] = []
  let size = 0
  for (const part of parts) {
    first.push(part)
    size += part.length
    if (size > MAX_KEPT) break
  }
  const beginning = first.length === 1 && first[0] ? first[0] : Buffer.concat(first, size)
  const kept = size > MAX_KEPT ? beginning.subarray(0, endOfLetter(beginning, MAX_KEPT)) : beginning
  return { ...(isUtf8(kept) ? { text: kept.toString() } : { base64: kept.toString('base64') }), bytes }
}

/** The last place up to `end` at which no letter of UTF-8 is cut in two. */
function endOfLetter(bytes: Buffer, end: number): number {
  let at = end
  while (at > end - 4 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1
  return at
}
