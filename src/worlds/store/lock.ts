// One sandbox per data directory. The lock is a local socket in it: the operating system lets go of it with the
// process, however that ends, and no process id can be mistaken for another's in a container.

import { createHash, randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** A path of a local socket holds 107 bytes on Linux, 103 on macOS. */
const MAX_SOCKET_PATH = 90
const MAX_ATTEMPTS = 5

/** Takes the lock of a directory. Resolves with what gives it back, or undefined when another process has it. */
export async function takeLock(directory: string): Promise<(() => Promise<void>) | undefined> {
  const [inside, outside] = socketPaths(resolve(directory))
  if (inside === undefined) return lock(outside)
  // Not every file system that a volume can be has sockets.
  return lock(inside).catch(() => lock(outside))
}

async function lock(path: string): Promise<(() => Promise<void>) | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const server = await listen(path)
    if (server) return () => new Promise((done) => server.close(() => done()))
    if ((await isHeld(path)) || !(await putAside(path))) return undefined
  }
  return undefined
}

/** Takes a socket that nobody listens on out of the way. False when somebody does, having been quicker in between. */
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

/** Where the socket stands: inside the directory, if its path is short enough, else among temporary files. */
function socketPaths(directory: string): [inside: string | undefined, outside: string] {
  const name = `petstore-sandbox-${createHash('sha256').update(directory).digest('hex').slice(0, 16)}`
  if (process.platform === 'win32') return [undefined, `\\\\.\\pipe\\${name}`]
  const inside = join(directory, '.lock')
  return [Buffer.byteLength(inside) <= MAX_SOCKET_PATH ? inside : undefined, join(tmpdir(), `${name}.lock`)]
}

function isHeld(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path)
    // Whatever else goes wrong, as with another user's socket, somebody may be there.
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
