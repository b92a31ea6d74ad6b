// Finds the end of an HTTP reply, and reads nothing else. A load generator must need less time than the server that it measures.

interface ReplyEnd {
  readonly status: number
  /** The number of bytes of head and body. */
  readonly length: number
  /** The server closes the connection after this reply. */
  readonly closes: boolean
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LINE_END = Buffer.from('\r\n')

/** Undefined while the first `received` bytes are not a whole reply. Throws when the reply does not state its length. */
export function parseReply(bytes: Buffer, received: number): ReplyEnd | undefined {
  const headEnd = bytes.indexOf(HEAD_END)
  // Bytes after `received` belong to an earlier reply.
  if (headEnd === -1 || headEnd + HEAD_END.length > received) return undefined
  const head = bytes.toString('latin1', 0, headEnd)
  const status = Number(head.slice(9, 12))
  const length = findLength(head, status, bytes, headEnd + HEAD_END.length, received)
  if (length === undefined || length > received) return undefined
  return { status, length, closes: /\r\nconnection: close/i.test(head) }
}

function findLength(head: string, status: number, bytes: Buffer, bodyStart: number, received: number): number | undefined {
  if (status === 204 || status === 304) return bodyStart
  const stated = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (stated !== undefined) return bodyStart + Number(stated)
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return findLastChunk(bytes, bodyStart, received)
  throw new Error('a reply has neither Content-Length nor chunks')
}

/** The position after the last chunk. Trailers are not expected. */
function findLastChunk(bytes: Buffer, bodyStart: number, received: number): number | undefined {
  let position = bodyStart
  while (position < received) {
    const lineEnd = bytes.indexOf(LINE_END, position)
    if (lineEnd === -1 || lineEnd >= received) return undefined
    const size = Number.parseInt(bytes.toString('latin1', position, lineEnd), 16)
    if (Number.isNaN(size)) throw new Error('a chunk does not begin with its size')
    position = lineEnd + LINE_END.length + size + LINE_END.length
    if (size === 0) return position
  }
  return undefined
}
