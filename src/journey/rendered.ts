// A reply that is ready to be sent: its body as one text where it is short, else as a value that is rendered in pieces.

import { renderPieces } from '../json/pieces.ts'
import type { Body } from '../record/exchange.ts'
import { Problem } from '../replies/problem.ts'
import { recordBeginning, recordText } from './record-body.ts'

export interface Rendered {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: unknown
  /** The body as it goes out; undefined when it is long, and is rendered as it is sent. */
  readonly text: string | undefined
  /** The length of the whole body. */
  readonly bytes: number
}

/** The body in pieces. */
export const piecesOf = ({ text, body }: Rendered): Iterable<string> => (text === undefined ? renderPieces(body) : [text])

/** The same, as bytes. */
export function* bytesOf(reply: Rendered): Generator<Buffer> {
  for (const piece of piecesOf(reply)) yield Buffer.from(piece)
}

/** The beginning of the body in pieces. */
export function* firstBytesOf(reply: Rendered, count: number): Generator<Buffer> {
  let left = count
  for (const piece of bytesOf(reply)) {
    if (left > 0) yield piece.subarray(0, left)
    left -= piece.length
    if (left <= 0) return
  }
}

/** The body as the record has it; the hash of a long one is known when it was sent. */
export const recordReply = (reply: Rendered): Body =>
  reply.text === undefined ? recordBeginning(bytesOf(reply), reply.bytes) : recordText(reply.text, reply.bytes)

/** A scenario changes or breaks bodies of at most so many bytes, for it needs them whole. */
export const MAX_CHANGED = 8 * 1024 * 1024

/** The refusal of a scenario that would have to change or break a longer one. */
export const tooLongFor = (what: string) =>
  new Problem(
    'invalid_scenario',
    `${what} takes replies of at most ${MAX_CHANGED} bytes, and this one has more: ask for fewer items, or leave the scenario out`,
  )
