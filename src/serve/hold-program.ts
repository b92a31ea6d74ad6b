// Whether an open sandbox keeps its program running. A test suite that forgets close() must not hang in silence, and a program that serves
// a sandbox to others must not end. A sandbox with a fixed port is for others.

import type { Server } from 'node:http'

/** One for each open sandbox of this process. One listener serves all of them, because Node.js warns of many listeners. */
const reminders = new Set<() => void>()

/** Lets the program end while the sandbox is open, unless the sandbox holds it. Returns the function that forgets the sandbox. */
export function holdProgram(server: Server, origin: string, holds: boolean): () => void {
  const remind = () => {
    if (holds) server.ref()
    const goesOn = holds ? 'so this program goes on' : 'and ends with this program'
    process.stderr.write(`petstore-sandbox: a sandbox is still open at ${origin}, ${goesOn}. To close it, call sandbox.close()\n`)
  }
  server.unref()
  server.on('connection', (socket) => socket.unref())
  if (reminders.size === 0) process.on('beforeExit', remindAll)
  reminders.add(remind)
  return () => {
    reminders.delete(remind)
    if (reminders.size === 0) process.off('beforeExit', remindAll)
  }
}

/** Called when the program has nothing else to do. */
function remindAll(): void {
  for (const remind of reminders) remind()
  reminders.clear()
  process.off('beforeExit', remindAll)
}
