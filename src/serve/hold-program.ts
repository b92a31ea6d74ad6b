// Whether an open sandbox keeps its program running. A test suite that forgets close() must not hang in silence, and a program that serves
// a sandbox to others must not end. A sandbox with a fixed port is for others.

import type { Server } from 'node:http'

interface Open {
  readonly server: Server
  readonly origin: string
  /** Whether the program goes on for the sandbox. */
  readonly holds: boolean
}

/** The open sandboxes of this process. One listener serves all of them, because Node.js warns of many listeners. */
const sandboxes = new Set<Open>()

/** Lets the program end while the sandbox is open, or says why it goes on. Returns the function that forgets the sandbox. */
export function holdProgram(server: Server, origin: string, holds: boolean): () => void {
  const open = { server, origin, holds }
  server.unref()
  server.on('connection', (socket) => socket.unref())
  if (sandboxes.size === 0) process.on('beforeExit', remindToClose)
  sandboxes.add(open)
  return () => {
    sandboxes.delete(open)
    if (sandboxes.size === 0) process.off('beforeExit', remindToClose)
  }
}

/** Called when the program has nothing else to do. */
function remindToClose(): void {
  for (const { server, origin, holds } of sandboxes) {
    if (holds) server.ref()
    const goesOn = holds ? 'so this program goes on' : 'and ends with this program'
    process.stderr.write(`petstore-sandbox: a sandbox is still open at ${origin}, ${goesOn}. To close it, call sandbox.close()\n`)
  }
  sandboxes.clear()
  process.off('beforeExit', remindToClose)
}
