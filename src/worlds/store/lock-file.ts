// A file in a data directory. It says which process has the directory. The process updates the file's time again and again.
// This update is the beat. A file whose beat has stopped is stale. The lock works on every file system, also when several
// machines share it.

import { randomUUID } from 'node:crypto'
import { rmSync, statSync, utimesSync } from 'node:fs'
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { isAlive, isSameMachine, isSameSpace, type ProcessIdentity, thisProcess } from './process-identity.ts'

/** A file belongs to nobody after this many missing beats. */
const STALE_BEATS = 5
const LOOKS_PER_BEAT = 5
/** How often this process tries to take the file. Without a bound, a link without a target would be tried for ever. */
const MAX_ATTEMPTS = 50

interface Owner extends ProcessIdentity {
  readonly token: string
  /** Whether the owner also listens on the directory's socket. */
  readonly hasSocket: boolean
}

export class LockFile {
  readonly #file: string
  readonly #token = randomUUID()
  readonly #beatMs: number
  readonly #beating: NodeJS.Timeout
  /** The file as this process left it. Undefined while another process owns the file. */
  #mine: { readonly ino: number; readonly mtimeMs: number } | undefined

  /** Each beat updates the file's time and calls `beaten`. */
  constructor(file: string, beatMs: number, beaten: () => void) {
    this.#file = file
    this.#beatMs = beatMs
    this.#beating = setInterval(() => {
      this.#beat()
      beaten()
    }, beatMs).unref()
  }

  /** Creates the file, or takes it from an owner that has ended. Resolves with false when the owner lives. */
  async take(hasSocket: boolean): Promise<boolean> {
    const me: Owner = { ...thisProcess(), token: this.#token, hasSocket }
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      if (await this.#create(me)) return true
      const text = await readFile(this.#file, 'utf8').catch(ignoreMissing)
      if (text === undefined) continue
      const owner = parseOwner(text)
      if (owner?.token === this.#token) return this.#touch()
      if (!isGone(owner, me) && !(await this.#isStale(owner))) return false
      await this.#putAside(text)
    }
    throw new Error(`${this.#file} can be neither read nor created`)
  }

  /** Whether the file is still as this process left it. Synchronous. */
  isHeld(): boolean {
    const found = statSync(this.#file, { throwIfNoEntry: false })
    return found !== undefined && found.ino === this.#mine?.ino && found.mtimeMs === this.#mine.mtimeMs
  }

  /** Removes the file and stops the beat. */
  release(): void {
    clearInterval(this.#beating)
    if (this.isHeld()) rmSync(this.#file, { force: true })
    this.#mine = undefined
  }

  async #create(me: Owner): Promise<boolean> {
    try {
      await writeFile(this.#file, `${JSON.stringify(me)}\n`, { flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      // On a full disk the file is created without content.
      if (isFull(error)) await rm(this.#file, { force: true })
      throw error
    }
    return this.#touch()
  }

  #beat(): void {
    try {
      if (this.isHeld()) this.#touch()
    } catch {
      // The file was removed at this moment. The next check notices the missing file.
    }
  }

  #touch(): true {
    const now = new Date()
    utimesSync(this.#file, now, now)
    const { ino, mtimeMs } = statSync(this.#file)
    this.#mine = { ino, mtimeMs }
    return true
  }

  /** Whether the beat has stopped. The clocks of two machines may differ, so another machine's file is watched for a while. */
  async #isStale(owner: Owner | undefined): Promise<boolean> {
    const first = await this.#look()
    if (first === undefined) return true
    if (owner && isSameMachine(owner, thisProcess()) && Date.now() - first > STALE_BEATS * this.#beatMs) return true
    for (let look = 0; look < STALE_BEATS * LOOKS_PER_BEAT; look += 1) {
      await new Promise((resolve) => setTimeout(resolve, this.#beatMs / LOOKS_PER_BEAT))
      if ((await this.#look()) !== first) return false
    }
    return true
  }

  /** The time of the last beat; undefined when the file is gone. */
  async #look(): Promise<number | undefined> {
    return (await stat(this.#file).catch(ignoreMissing))?.mtimeMs
  }

  /** Moves the file of an ended owner away. Puts the file back when another process has created it again in the meantime. */
  async #putAside(text: string): Promise<void> {
    const aside = `${this.#file}.${this.#token.slice(0, 8)}`
    await rename(this.#file, aside).catch(ignoreMissing)
    const found = await readFile(aside, 'utf8').catch(ignoreMissing)
    if (found === text) await rm(aside, { force: true })
    else if (found !== undefined) await rename(aside, this.#file)
  }
}

/**
 * Whether the owner has surely ended. The process id of an owner in another container cannot be checked. But only one
 * process of a machine can listen on the directory's socket. So when this process listens, such an owner has ended.
 */
function isGone(owner: Owner | undefined, me: Owner): boolean {
  if (owner === undefined || !isSameMachine(owner, me)) return false
  return isSameSpace(owner, me) ? !isAlive(owner) : owner.hasSocket && me.hasSocket
}

/** A text for people about the owner of a directory; undefined when the file does not name the owner. */
export async function describeOwner(file: string): Promise<string | undefined> {
  const owner = parseOwner((await readFile(file, 'utf8').catch(ignoreMissing)) ?? '')
  if (owner === undefined) return undefined
  const me = thisProcess()
  if (!isSameMachine(owner, me)) return 'on another machine'
  return isSameSpace(owner, me) ? `process ${owner.process}` : `process ${owner.process} of another container`
}

function parseOwner(text: string): Owner | undefined {
  try {
    const owner = JSON.parse(text) as Partial<Owner> | null
    return typeof owner?.token === 'string' ? (owner as Owner) : undefined
  } catch {
    // The owner is writing the file at this moment.
    return undefined
  }
}

/** Whether a write failed because the disk is full. */
export const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes(String((error as NodeJS.ErrnoException).code))

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
