// A local socket in a data directory. It shows at once whether another process of this machine has the directory, because
// the operating system closes the socket when the process ends. Some paths and file systems cannot hold a socket.

import { createHash, randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'

/** The path of a local socket may have 107 bytes on Linux and 103 on macOS. */
const MAX_SOCKET_PATH = 90
const MAX_ATTEMPTS = 5

/**
 * Listens on the socket of a directory. Resolves with undefined when a socket is not possible, and with `held` when another
 * process listens.
 */
export async function takeSocket(directory: string): Promise<Server | 'held' | undefined> {
  const path = socketPath(directory)
  if (path === undefined) return undefined
  try {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const server = await listen(path)
      if (server) return server
      if ((await isHeld(path)) || !(await putAside(path))) return 'held'
    }
    return 'held'
  } catch {
    // Some file systems of volumes do not support sockets.
    return undefined
  }
}

export const closeSocket = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()))

/** The path of the socket; undefined when the path would be too long for a socket. */
export function socketPath(directory: string): string | undefined {
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\petstore-sandbox-${createHash('sha256').update(directory).digest('hex').slice(0, 16)}`
  const path = join(directory, '.lock')
  return Buffer.byteLength(path) <= MAX_SOCKET_PATH ? path : undefined
}

/** Moves away a socket on which nobody listens. Returns false when another process has started to listen in the meantime. */
async function putAside(path: string): Promise<boolean> {
  const aside = `${path}.${randomUUID().slice(0, 8)}`
  try {
    await rename(path, aside)
  } catch {
    return true
  }
  if (await isHeld(aside)) {
    await rename(aside, path)
    return false
  }
  await rm(aside, { force: true })
  return true
}

function isHeld(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path)
    // After any other error, for example with another user's socket, a process may be listening.
    const isFree = ({ code }: NodeJS.ErrnoException) => code === 'ECONNREFUSED' || code === 'ENOENT'
    socket.once('connect', () => done(true)).once('error', (error) => done(!isFree(error)))
    socket.once('connect', () => socket.destroy())
  })
}

function listen(path: string): Promise<Server | undefined> {
  return new Promise((done, fail) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? done(undefined) : fail(error)))
    server.listen(path, () => done(server.unref()))
  })
}
