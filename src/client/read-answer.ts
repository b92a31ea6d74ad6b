// Reads the answer of a server that may not be a sandbox. The time of the answer is always limited, and its size if the
// caller asks for it.

import type { ClientRequest, IncomingMessage } from 'node:http'
import { count } from '../text/count.ts'
import { clearTimeout, setTimeout } from './own-runtime.ts'

export interface Bounds {
  /** The most bytes of the answer. Default: no limit. */
  readonly maxBytes?: number
  /** Seconds until the whole answer must have come. */
  readonly seconds: number
}

const MEBIBYTE = 1024 * 1024

/** The limit for answers that are always short: the index, and problems. */
export const MAX_SHORT_BYTES = MEBIBYTE

export const TIMED_OUT = 'ETIMEDOUT'

/** The text of an answer. Rejects when the answer is cut off, too long or too late, and then closes the connection. */
export async function readAnswer(answer: IncomingMessage, { maxBytes = Number.POSITIVE_INFINITY, seconds }: Bounds): Promise<string> {
  const timer = setTimeout(() => answer.destroy(late(`its answer was not complete after ${count(seconds, 'second')}`)), seconds * 1000)
  try {
    let text = ''
    let size = 0
    for await (const chunk of answer.setEncoding('utf8')) {
      size += Buffer.byteLength(chunk)
      if (size > maxBytes) throw new Error(`its answer is longer than ${maxBytes / MEBIBYTE} MiB`)
      text += chunk
    }
    return text
  } finally {
    clearTimeout(timer)
    // A connection whose answer was read completely can be used again.
    if (!answer.readableEnded) answer.destroy()
  }
}

/** Resolves with the head of the answer. Rejects when there is no answer, or an answer that cannot come from a sandbox. */
export function awaitAnswer(request: ClientRequest, seconds: number): Promise<IncomingMessage> {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject)
    request.on('upgrade', (_answer, socket) => {
      socket.destroy()
      reject(new Error('the server changed to another protocol: this is not a sandbox'))
    })
    request.on('close', () => reject(new Error('the connection was closed without an answer')))
    request.on('timeout', () => request.destroy(late(`it was silent for ${count(seconds, 'second')}`)))
    // A slow server may send the head byte by byte.
    request.on('finish', () => {
      if (!isOver) timer = setTimeout(() => request.destroy(late(`no answer within ${count(seconds, 'second')}`)), seconds * 1000)
    })
  })
  return answered.finally(() => {
    isOver = true
    clearTimeout(timer)
  })
}

const late = (message: string) => Object.assign(new Error(message), { code: TIMED_OUT })
