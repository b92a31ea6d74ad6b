// The identity of this process. Another process can use it later to find out whether this one still runs. A process id
// alone is not enough: ids are used again, and in a container every process may have the id 1.

import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

export interface ProcessIdentity {
  readonly process: number
  /** The start time of the process, counted by the machine. Empty when the system does not tell it. */
  readonly began: string
  /** Identifies one start of one machine. */
  readonly boot: string
  /** The space in which the process id is unique. Each container has its own space. */
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

/** Whether a process of this machine and space still runs. When this is not sure, the process counts as running. */
export function isAlive({ process: id, began }: ProcessIdentity): boolean {
  const beginning = beginningOf(id)
  if (beginning !== undefined) return beginning === began
  try {
    return process.kill(id, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** Field 22 of Linux's file about a process. Field 2 is the process name in brackets and may contain blanks. */
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
