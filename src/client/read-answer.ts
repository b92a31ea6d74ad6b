// Reads the answer of a server that may be none of ours: what comes is bounded in time and, where it is told, in size.

import type { ClientRequest, IncomingMessage } from 'node:http'

export interface Bounds {
  /** Default: as many as a text can have. */
  readonly maxBytes?: number
  /** In which the whole answer has to be there. */
  readonly seconds: number
}

const MEBIBYTE = 1024 * 1024

/** What says who is there, or what is wrong, is short. */
export const MAX_SHORT_BYTES = MEBIBYTE

export const TIMED_OUT = 'ETIMEDOUT'

/** The text of an answer. Rejects when it is cut off, too long, or not whole in time; the connection is closed then. */
export async function readAnswer(answer: IncomingMessage, { maxBytes = Number.POSITIVE_INFINITY, seconds }: Bounds): Promise<string> {
  const timer = setTimeout(() => answer.destroy(late(`its answer was not whole after ${seconds} seconds`)), seconds * 1000)
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
    // A connection whose answer was read to its end is used again.
    if (!answer.readableEnded) answer.destroy()
  }
}

/** Resolves with the head of the answer. Rejects when there is none, or one that no sandbox gives. */
export function awaitAnswer(request: ClientRequest, seconds: number): Promise<IncomingMessage> {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject)
    request.on('upgrade', (_answer, socket) => {
      socket.destroy()
      reject(new Error('the server changed to another protocol: this is no sandbox'))
    })
    request.on('close', () => reject(new Error('the connection was closed without an answer')))
    request.on('timeout', () => request.destroy(late(`it was silent for ${seconds} seconds`)))
    // The head may come letter by letter.
    request.on('finish', () => {
      if (!isOver) timer = setTimeout(() => request.destroy(late(`no answer within ${seconds} seconds`)), seconds * 1000)
    })
  })
  return answered.finally(() => {
    isOver = true
    clearTimeout(timer)
  })
}

const late = (message: string) => Object.assign(new Error(message), { code: TIMED_OUT })
