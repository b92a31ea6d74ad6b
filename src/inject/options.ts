// The options of a campaign, and how it tells its progress.

import type { FaultName, PlanName } from '../../spec/names.ts'
import type { Policy } from '../../spec/policy.ts'
import type { SandboxOptions } from '../options/sandbox-options.ts'

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
  /** The faults to try, for example `['lost-reply']`. Default: all. */
  readonly faults?: readonly FaultName[] | undefined
  /** The operations, calls or drifts to examine, for example `['createPet']`, `['createPet#2']` or `['big-ids']`. Default: all. */
  readonly only?: readonly string[] | undefined
  /** The largest number of runs. Default: 200. */
  readonly runs?: number | 'all' | undefined
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
  /** Which outcomes fail. Coverage and rule sets have no meaning here. Default: every outcome of the level `fail`. */
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
  /** An estimate; NaN before the first run is done. */
  readonly secondsLeft: number
}
