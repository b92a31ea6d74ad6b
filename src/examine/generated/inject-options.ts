// The options of a campaign, by spec/inject.schema.json, as types of the library. Written by npm run docs.

import type { FaultName, PlanName } from '../../ground/generated/names.ts'
import type { Policy } from '../../ground/generated/policy.ts'
import type { SandboxOptions } from '../../options/generated/sandbox-options.ts'
import type { Progress, StopSignal } from '../options.ts'

/** The options of `inject`. */
export interface InjectOptions {
  /** The command that runs your tests, and its arguments: `['npm', 'test']`. */
  readonly command: readonly string[]
  /** Names and groups of faults to try, for example `['lost-reply', 'later']`. Default: `['errors', 'later']`. `errors` plays one fault at one call: rate-limited (429 with Retry-After), unavailable (503 with Retry-After), server-error (500), reset (no reply), lost-reply and truncated (carried out, and no whole reply comes), slow (carried out, and the reply comes late), outage (503 for every later call too), expired (401 for every later call too). `later`: whole runs with a later version of the service. `choices`: whole runs with each other choice of each assumption. `lies`: valid replies with wrong values, which show what your tests notice. */
  readonly faults?: readonly FaultName[] | undefined
  /** The operations, calls or faults of the whole run to examine, for example `['createPet', 'getPet#2', 'big-ids']`. Default: all. */
  readonly only?: readonly string[] | undefined
  /** The largest number of runs. Default: 200. */
  readonly runs?: number | 'all' | undefined
  /** Only the first of similar calls, and without `faults` only the three that find most on real clients. */
  readonly quick?: boolean | undefined
  /** How many runs go on at the same time. Default: twice the number of processors. Tests that share files or ports need 1. */
  readonly jobs?: number | undefined
  /** The seconds after which `slow` gives the reply. Default: 15, but at most half of the time limit of a run, if one is given. */
  readonly slow?: number | undefined
  /** The seconds after which a run is ended, a run without a fault too. Default for runs with a fault: 30, plus `slow`, plus five times the run without a fault. */
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
