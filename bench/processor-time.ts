// Reads processor time from Linux, in microseconds: the time of a server, and the time of all other programs on the same cores
// during a load.

import { readFileSync } from 'node:fs'
import type { Cores } from './cores.ts'

/** Linux gives these times in hundredths of a second. */
const TICK_US = 10_000

const IS_LINUX = process.platform === 'linux'

/** User and system time of a process with all its threads; undefined outside Linux. */
export function readProcessorTime(pid: number | undefined): number | undefined {
  if (!IS_LINUX || pid === undefined) return undefined
  // The name of the program, in brackets, may have spaces in it. See proc_pid_stat(5): utime and stime are 14 and 15.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_US
}

/** The time that these cores have worked since the system started, for all programs; undefined outside Linux. */
function readCoreTime(cores: readonly number[]): number | undefined {
  if (!IS_LINUX) return undefined
  const lines = readFileSync('/proc/stat', 'utf8').split('\n')
  return cores.reduce((sum, core) => {
    const fields = lines.find((line) => line.startsWith(`cpu${core} `))?.split(/\s+/) ?? []
    const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, steal = 0] = fields.slice(1).map(Number)
    return sum + (user + nice + system + irq + softIrq + steal) * TICK_US
  }, 0)
}

interface Meter {
  /** `seconds` is the duration of the load; `busy` is the part of it in which the load generator was computing. */
  read(load: { readonly seconds: number; readonly busy: number }): {
    /** Processor time of the server. */
    readonly used: number | undefined
    /** The part of the two cores' time that neither the server nor the load used; undefined when cores are shared. */
    readonly others: number | undefined
  }
}

export function startMeter(server: { processorTime(): number | undefined }, { pinned }: Cores): Meter {
  const cores = Object.values(pinned ?? {})
  const ownBefore = server.processorTime()
  const allBefore = readCoreTime(cores)
  return {
    read: ({ seconds, busy }) => {
      const own = server.processorTime()
      const all = readCoreTime(cores)
      const used = own === undefined || ownBefore === undefined ? undefined : own - ownBefore
      if (used === undefined || all === undefined || allBefore === undefined || cores.length === 0) return { used, others: undefined }
      const rest = all - allBefore - used - busy * seconds * 1_000_000
      return { used, others: Math.max(0, rest / (seconds * 1_000_000 * cores.length)) }
    },
  }
}
