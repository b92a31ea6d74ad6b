// A reply that is ready to be sent. A short body is one text. A long body is a value that is rendered in pieces.

import { Problem } from '../errors/problem.ts'
import { renderPieces } from '../json/pieces.ts'
import { BOUNDS } from './bounds.ts'
import type { Body } from './exchange.ts'
import { recordBeginning, recordBody } from './record-body.ts'

export interface Rendered {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: unknown
  /** The text of a short body; undefined for a long body, which is rendered while it is sent. */
  readonly text: string | undefined
  /** The length of the whole body. */
  readonly bytes: number
}

/** The body as text in pieces. */
export const piecesOf = ({ text, body }: Rendered): Iterable<string> => (text === undefined ? renderPieces(body) : [text])

/** The body as bytes in pieces. */
export function* bytesOf(reply: Rendered): Generator<Buffer> {
  for (const piece of piecesOf(reply)) yield Buffer.from(piece)
}

/** The first bytes of the body, in pieces. */
export function* firstBytesOf(reply: Rendered, count: number): Generator<Buffer> {
  let left = count
  for (const piece of bytesOf(reply)) {
    if (left > 0) yield piece.subarray(0, left)
    left -= piece.length
    if (left <= 0) return
  }
}

/** The record of the body. The hash of a long body is added after it was sent. */
export function recordReplyBody(reply: Rendered): Body {
  const { text, bytes } = reply
  if (text === undefined) return recordBeginning(bytesOf(reply), bytes)
  return bytes <= BOUNDS.recordedBytes ? { text, bytes } : recordBody(Buffer.from(text))
}

/** The refusal of a scenario that would have to change or break a longer body. */
export const tooLongFor = (what: string) =>
  new Problem(
    'invalid_scenario',
    `${what} takes replies of at most ${BOUNDS.changedBytes} bytes, and this reply has more: ask for fewer items, or leave the scenario out`,
  )
