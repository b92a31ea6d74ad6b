// Every command except `start`, in the order of --help.

import type { Command } from 'commander'
import { addClock } from './clock.ts'
import { addEnv } from './env.ts'
import { addExec } from './exec.ts'
import { addHealth } from './health.ts'
import { addInject } from './inject.ts'
import { addMcp } from './mcp.ts'
import { addProbe } from './probe.ts'
import { addReport } from './report.ts'
import { addRequests } from './requests.ts'
import { addReset } from './reset.ts'
import { addScenarios } from './scenarios.ts'
import { addWait } from './wait.ts'
import { addWorlds } from './worlds.ts'

/** Adds a command to the program. The command calls `finish` with its exit code when that is not 0. */
export type AddCommand = (program: Command, process: NodeJS.Process, finish: (exitCode: number) => void) => void

export const subcommands: readonly AddCommand[] = [
  addExec,
  addInject,
  addReport,
  addWait,
  addHealth,
  addEnv,
  addWorlds,
  addReset,
  addClock,
  addRequests,
  addProbe,
  addMcp,
  addScenarios,
]
