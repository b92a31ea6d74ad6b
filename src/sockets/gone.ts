// Waits until a client is gone. A client that has ended its side counts as gone, because nothing is being sent to it.

import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export const untilGone = (socket: Socket) => new Promise<void>((resolve) => onGone(socket, resolve))

/** Waits for this many seconds, or until the client is gone. */
export async function wait(seconds: number, socket: Socket): Promise<void> {
  const controller = new AbortController()
  const off = onGone(socket, () => controller.abort())
  await sleep(seconds * 1000, undefined, { signal: controller.signal }).catch(() => {})
  off()
}

function onGone(socket: Socket, tell: () => void): () => void {
  const giveUp = () => socket.destroy()
  socket.once('close', tell).once('end', giveUp)
  if (socket.readableEnded) giveUp()
  if (socket.destroyed) tell()
  return () => socket.off('close', tell).off('end', giveUp)
}
