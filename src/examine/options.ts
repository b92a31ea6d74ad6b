// The options of a campaign with their check, and how it tells its progress.

import type { FaultName, PlanName } from '../ground/generated/names.ts'
import type { Policy } from '../ground/generated/policy.ts'
import { findUnknown } from '../ground/nearest.ts'
import { StartError } from '../ground/problem.ts'
import { show } from '../ground/show.ts'
import type { SandboxOptions } from '../options/generated/sandbox-options.ts'

/** Ends a campaign before its end. An `AbortSignal` is one; not every project has the types of `AbortSignal`. */
export interface StopSignal {
  /** Whether the campaign is to end. */
  readonly aborted: boolean
  /** Calls the listener when the campaign is to end. */
  addEventListener(type: 'abort', listener: () => void): void
  /** Forgets the listener. */
  removeEventListener(type: 'abort', listener: () => void): void
}

/** The options of `inject`. Times are seconds. */
export interface InjectOptions {
  /** The command that runs the suite, and its arguments: `['npm', 'test']`. */
  readonly command: readonly string[]
  /** Names and groups of faults to try, for example `['lost-reply', 'later']`. Default: `['errors', 'later']`. */
  readonly faults?: readonly FaultName[] | undefined
  /** The operations, calls or faults of the whole run to examine, for example `['createPet', 'getPet#2', 'big-ids']`. Default: all. */
  readonly only?: readonly string[] | undefined
  /** The largest number of runs. Default: 200. */
  readonly runs?: number | 'all' | undefined
  /** Only one call of each shape, and without `faults` only the three that find most on real clients. */
  readonly quick?: boolean | undefined
  /** How many runs go on at the same time. Default: twice the number of processors. A suite that shares files or ports needs 1. */
  readonly jobs?: number | undefined
  /** The time after which `slow` gives the reply. Default: 15. */
  readonly slow?: number | undefined
  /** The time after which a run is ended, a run without a fault too. Default for runs with a fault: 30, plus `slow`, plus five times the run without a fault. */
  readonly timeout?: number | undefined
  /** The plan of the client's key. Default: enterprise. */
  readonly plan?: PlanName
  /** The environment variables of the command. Default: the variables of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** The options of the sandboxes. */
  readonly sandbox?: SandboxOptions
  /** Which outcomes fail. Coverage has no meaning here. Default: every outcome of the level `fail`. */
  readonly policy?: Policy
  /** Ends the campaign. The report then has the runs that are done. */
  readonly signal?: StopSignal
  /** Called after the runs without a fault, and after each run. */
  readonly onProgress?: (progress: Progress) => void
}

/** How far a campaign has come. */
export interface Progress {
  /** The number of runs that are done. */
  readonly done: number
  /** The number of all runs. */
  readonly planned: number
  /** The number of runs that fail. */
  readonly failed: number
  /** An estimate: before the first run is done, by the runs without a fault. */
  readonly secondsLeft: number
}

type Check = readonly [must: string, fits: (value: unknown) => boolean]

const isList = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string')
const ANY: Check = ['', () => true]
const SECONDS: Check = ['be a number of seconds above 0', (value) => Number(value) > 0 && typeof value === 'number']

/** The check of each option. What is behind `ANY` is checked where it is used. */
const CHECKS: Readonly<Record<keyof InjectOptions, Check>> = {
  command: [
    "be a list with the words of the command, for example ['npm', 'test']",
    (value) => isList(value) && (value as readonly string[]).length > 0,
  ],
  faults: ["be a list of faults, for example ['lost-reply']", isList],
  only: ["be a list of operations, calls or faults, for example ['createPet#2']", isList],
  runs: ["be a whole number from 1, or 'all'", (value) => value === 'all' || (Number.isInteger(value) && Number(value) > 0)],
  jobs: ['be a whole number from 1', (value) => Number.isInteger(value) && Number(value) > 0],
  quick: ['be true or false', (value) => typeof value === 'boolean'],
  ...{ slow: SECONDS, timeout: SECONDS, plan: ANY, env: ANY, sandbox: ANY, policy: ANY, signal: ANY, onProgress: ANY },
}

/** Throws a StartError for an unknown option, a wrong value, or a missing command. */
export function checkOptions(options: { readonly [Name in keyof InjectOptions]?: unknown }): void {
  const unknown = findUnknown(options, Object.keys(CHECKS))
  if (unknown !== undefined) throw new StartError(unknown)
  for (const [name, [must, fits]] of Object.entries(CHECKS)) {
    const value = options[name as keyof InjectOptions]
    if (value === undefined && name !== 'command') continue
    if (!fits(value)) throw new StartError((optionName) => `${optionName(name)} must ${must}, got ${show(value)}`)
  }
}
