// One sandbox per data directory. The lock is a file with a beat. Where possible, a socket beside the file tells at once
// whether the file's owner lives. File and socket are in the directory itself, so a directory with two names has one lock.

import { statSync } from 'node:fs'
import type { Server } from 'node:net'
import { join } from 'node:path'
import { describeOwner, isFull, LockFile } from './lock-file.ts'
import { closeSocket, socketPath, takeSocket } from './lock-socket.ts'

/** Takes the lock of a directory. Resolves with undefined when another sandbox has it. */
export async function takeLock(directory: string, beatMs: number): Promise<DirectoryLock | undefined> {
  const lock = new DirectoryLock(directory, beatMs)
  const isTaken = await lock.take().catch(async (error) => {
    await lock.release()
    throw error
  })
  if (isTaken) return lock
  await lock.release()
  return undefined
}

/** A text for people about the owner of a directory's lock; undefined when nobody knows the owner. */
export const describeHolder = (directory: string) => describeOwner(ownerFile(directory)).catch(() => undefined)

const ownerFile = (directory: string) => join(directory, '.owner')

export class DirectoryLock {
  readonly #directory: string
  readonly #file: LockFile
  #socket: { readonly server: Server; readonly ino: number | undefined } | undefined
  /** False on a full disk. Then the socket alone is the lock, so that stored worlds can still be read. */
  #hasFile = true
  #taking: Promise<boolean> | undefined
  #isReleased = false

  constructor(directory: string, beatMs: number) {
    this.#directory = directory
    // Somebody may have removed the lock. Each beat puts a missing lock back, before another sandbox can take it.
    this.#file = new LockFile(ownerFile(directory), beatMs, () => {
      if (!this.#hasFile || !this.isHeld() || !this.#isSocketThere()) void this.take().catch(() => {})
    })
  }

  /** Whether this process surely has the directory. Synchronous. */
  isHeld(): boolean {
    return this.#hasFile ? this.#file.isHeld() : this.#isSocketThere()
  }

  /** Takes the lock, or takes it again. Resolves with false when another sandbox has it. */
  take(): Promise<boolean> {
    this.#taking ??= this.#take().finally(() => {
      this.#taking = undefined
    })
    return this.#taking
  }

  async release(): Promise<void> {
    this.#isReleased = true
    await this.#taking?.catch(() => {})
    this.#file.release()
    await this.#closeSocket()
  }

  async #take(): Promise<boolean> {
    if (this.#socket && !this.#isSocketThere()) await this.#closeSocket()
    if (this.#socket === undefined) {
      const server = await takeSocket(this.#directory)
      if (server === 'held') return false
      if (server) this.#socket = { server, ino: inoOf(this.#directory) }
    }
    if (this.#isReleased) return false
    const hasSocket = this.#socket !== undefined
    this.#hasFile = true
    return this.#file.take(hasSocket).catch((error) => {
      if (!hasSocket || !isFull(error)) throw error
      this.#hasFile = false
      return true
    })
  }

  #isSocketThere(): boolean {
    return this.#socket === undefined || inoOf(this.#directory) === this.#socket.ino
  }

  async #closeSocket(): Promise<void> {
    const socket = this.#socket
    this.#socket = undefined
    if (socket) await closeSocket(socket.server)
  }
}

/**
 * The number of the socket file. A new file of the same name has another number. Undefined when the socket is not a file,
 * for example on Windows.
 */
function inoOf(directory: string): number | undefined {
  try {
    return statSync(socketPath(directory) ?? '').ino
  } catch {
    return undefined
  }
}
