// Gives the server a core of its own, where the system can do that. A load generator on the core of the server takes time from
// the server, and it takes most from the fastest server.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

export interface Cores {
  /** Words before the command of a server, for example `taskset --cpu-list 0`. */
  readonly prefix: readonly string[]
  /** The numbers of both cores; undefined when they are shared. */
  readonly pinned?: { readonly server: number; readonly load: number }
  /** For the report. */
  readonly description: string
}

/** Pins this process to one core, and with it the load generator that it starts. The prefix gives servers the other core. */
export function separateCores(): Cores {
  const count = availableParallelism()
  const shared = `The servers and the load share ${count === 1 ? 'one core' : `${count} cores`}, so a slow server looks better than it is`
  if (process.platform !== 'linux') return { prefix: [], description: `${shared}: only Linux can assign cores.` }
  const [server, load] = readAllowedCores()
  if (server === undefined || load === undefined) return { prefix: [], description: `${shared}: this process may use only one.` }
  try {
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(load), String(process.pid)], { stdio: 'ignore' })
  } catch {
    return { prefix: [], description: `${shared}: taskset (package util-linux) is missing or is not allowed.` }
  }
  const description = `The servers run on core ${server}, the load on core ${load}.`
  return { prefix: ['taskset', '--cpu-list', String(server)], pinned: { server, load }, description }
}

/** Reads the list of cores, for example `0-3,8`. */
function readAllowedCores(): number[] {
  const list = /^Cpus_allowed_list:\s+(.+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? ''
  return list.split(',').flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}
