// Makes the record of a body: its beginning, as text if it is UTF-8, and the length of the whole body.

import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { BOUNDS } from './bounds.ts'
import type { Body } from './exchange.ts'

/** Records a body from its bytes. */
export function recordBody(bytes: Buffer): Body {
  if (bytes.length <= BOUNDS.recordedBytes) return recordBeginning([bytes], bytes.length)
  return { ...recordBeginning([bytes], bytes.length), sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Records a body from its first parts. The hash of a long body is not known yet. */
export function recordBeginning(parts: Iterable<Buffer>, bytes: number): Body {
  const first: Buffer[] = []
  let size = 0
  for (const part of parts) {
    first.push(part)
    size += part.length
    if (size > BOUNDS.recordedBytes) break
  }
  const beginning = first.length === 1 && first[0] ? first[0] : Buffer.concat(first, size)
  const kept = size > BOUNDS.recordedBytes ? beginning.subarray(0, endOfLetter(beginning, BOUNDS.recordedBytes)) : beginning
  return { ...(isUtf8(kept) ? { text: kept.toString() } : { base64: kept.toString('base64') }), bytes }
}

/** The last position up to `end` that does not cut a UTF-8 letter in two. */
function endOfLetter(bytes: Buffer, end: number): number {
  let at = end
  while (at > end - 4 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1
  return at
}
