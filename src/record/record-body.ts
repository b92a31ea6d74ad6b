// Makes the record of a body: its beginning, as text if it is UTF-8, and the length of the whole body.

import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import { BOUNDS } from '../ground/bounds.ts'
import type { Body } from '../ground/generated/control.ts'

export function recordBody(bytes: Buffer): Body {
  const isLong = bytes.length > BOUNDS.recordedBytes
  const kept = isLong ? bytes.subarray(0, endOfLetter(bytes, BOUNDS.recordedBytes)) : bytes
  const shown = isUtf8(kept) ? { text: kept.toString() } : { base64: kept.toString('base64') }
  return { ...shown, bytes: bytes.length, ...(isLong && { sha256: hash('sha256', bytes) }) }
}

/** The last position up to `end` that does not cut a UTF-8 letter in two. */
function endOfLetter(bytes: Buffer, end: number): number {
  let at = end
  while (at > end - 4 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1
  return at
}
