// A core for the server and another one for everything else, where the system can do that: a load generator beside the
// server takes time from it, and takes most from the fastest.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

export interface Cores {
  /** What comes before the command of a server. */
  readonly prefix: readonly string[]
  /** The numbers of both cores; undefined when they are shared. */
  readonly pinned?: { readonly server: number; readonly load: number }
  /** For the report. */
  readonly description: string
}

/** Pins this process, and so the load generator that it starts, to one core. Servers get the other one by the prefix. */
export function separateCores(): Cores {
  const count = availableParallelism()
  const shared = `The servers and the load share ${count === 1 ? 'one core' : `${count} cores`}, which flatters a slow server`
  if (process.platform !== 'linux') return { prefix: [], description: `${shared}: cores are assigned on Linux only.` }
  const [server, load] = readAllowedCores()
  if (server === undefined || load === undefined) return { prefix: [], description: `${shared}: no second one is allowed.` }
  try {
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(load), String(process.pid)], { stdio: 'ignore' })
  } catch {
    return { prefix: [], description: `${shared}: taskset (package util-linux) is missing or is not allowed.` }
  }
  const description = `The servers run on core ${server}, the load on core ${load}.`
  return { prefix: ['taskset', '--cpu-list', String(server)], pinned: { server, load }, description }
}

/** From a list such as `0-3,8`. */
function readAllowedCores(): number[] {
  const list = /^Cpus_allowed_list:\s+(.+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? ''
  return list.split(',').flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}
