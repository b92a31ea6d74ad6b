// A file in a data directory that says which process has it, and beats: its time is set again and again. It works on every
// file system, and between machines that share one. A file whose beat has stopped is stale.

import { randomUUID } from 'node:crypto'
import { rmSync, statSync, utimesSync } from 'node:fs'
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { isAlive, isSameMachine, isSameSpace, type ProcessIdentity, thisProcess } from './process-identity.ts'

/** A file that misses so many beats belongs to nobody. */
const STALE_BEATS = 5
const LOOKS_PER_BEAT = 5
/** Others may come and go meanwhile; but a link to nowhere stays. */
const MAX_ATTEMPTS = 50

interface Owner extends ProcessIdentity {
  readonly token: string
  /** Whether the owner listens on the directory's socket too. */
  readonly hasSocket: boolean
}

export class LockFile {
  readonly #file: string
  readonly #token = randomUUID()
  readonly #beatMs: number
  readonly #beating: NodeJS.Timeout
  /** The file as this process left it; undefined while it belongs to another one. */
  #mine: { readonly ino: number; readonly mtimeMs: number } | undefined

  /** With each beat the file is touched, and `beaten` is told. */
  constructor(file: string, beatMs: number, beaten: () => void) {
    this.#file = file
    this.#beatMs = beatMs
    this.#beating = setInterval(() => {
      this.#beat()
      beaten()
    }, beatMs).unref()
  }

  /** Makes the file, or takes it over from an owner that is gone. Resolves with false when it has an owner. */
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
    throw new Error(`${this.#file} can neither be read nor be made`)
  }

  /** Whether the file is still as this process left it: one look, without a wait. */
  isHeld(): boolean {
    const found = statSync(this.#file, { throwIfNoEntry: false })
    return found !== undefined && found.ino === this.#mine?.ino && found.mtimeMs === this.#mine.mtimeMs
  }

  /** Gives the file back. */
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
      // A full disk takes the file, and nothing in it.
      if (isFull(error)) await rm(this.#file, { force: true })
      throw error
    }
    return this.#touch()
  }

  #beat(): void {
    try {
      if (this.isHeld()) this.#touch()
    } catch {
      // The file went at this moment; the next look at it finds that out.
    }
  }

  #touch(): true {
    const now = new Date()
    utimesSync(this.#file, now, now)
    const { ino, mtimeMs } = statSync(this.#file)
    this.#mine = { ino, mtimeMs }
    return true
  }

  /** Whether the beat has stopped. Clocks of two machines may differ, so another machine's file is watched. */
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

  /** When the file was touched; undefined when it is gone. */
  async #look(): Promise<number | undefined> {
    return (await stat(this.#file).catch(ignoreMissing))?.mtimeMs
  }

  /** Takes the file of an owner that is gone out of the way, and puts it back when another process has made it anew meanwhile. */
  async #putAside(text: string): Promise<void> {
    const aside = `${this.#file}.${this.#token.slice(0, 8)}`
    await rename(this.#file, aside).catch(ignoreMissing)
    const found = await readFile(aside, 'utf8').catch(ignoreMissing)
    if (found === text) await rm(aside, { force: true })
    else if (found !== undefined) await rename(aside, this.#file)
  }
}

/**
 * Whether the owner has surely ended. Who listens on the directory's socket knows that no other process of this machine
 * does; that counts when the owner's process id is out of sight, in another container.
 */
function isGone(owner: Owner | undefined, me: Owner): boolean {
  if (owner === undefined || !isSameMachine(owner, me)) return false
  return isSameSpace(owner, me) ? !isAlive(owner) : owner.hasSocket && me.hasSocket
}

/** Who has a directory, as text for people; undefined where the file does not say it. */
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
    // Its owner is writing it at this moment.
    return undefined
  }
}

/** Whether a write failed because there is no room for it. */
export const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes(String((error as NodeJS.ErrnoException).code))

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
