// Which process this is, so that another one can tell later whether it still runs. A process id alone does not say it:
// ids are used again, and in a container every process may have the id 1.

import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

export interface ProcessIdentity {
  readonly process: number
  /** When the process began, in the machine's own count; empty where the system does not say. */
  readonly began: string
  /** One start of one machine. */
  readonly boot: string
  /** Where in the machine the process id counts: each container has a space of its own. */
  readonly space: string
}

export const thisProcess = (): ProcessIdentity => ({
  process: process.pid,
  began: beginningOf(process.pid) ?? '',
  boot: read('/proc/sys/kernel/random/boot_id')?.trim() ?? hostname(),
  space: linkAt('/proc/self/ns/pid') ?? '',
})

export const isSameMachine = (one: ProcessIdentity, other: ProcessIdentity) => one.boot === other.boot

export const isSameSpace = (one: ProcessIdentity, other: ProcessIdentity) => one.space === other.space

/** Whether a process of this machine and space still runs. In doubt it does. */
export function isAlive({ process: id, began }: ProcessIdentity): boolean {
  const beginning = beginningOf(id)
  if (beginning !== undefined) return beginning === began
  try {
    return process.kill(id, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** The 22nd field of Linux's file on a process; the second is its name in brackets, which may hold blanks. */
const beginningOf = (id: number) => read(`/proc/${id}/stat`)?.split(') ').at(-1)?.split(' ')[19]

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}
