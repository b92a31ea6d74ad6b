// What a campaign takes beside its generated options: their check and flags, the signal that ends it, and its progress.

import schema from '../../spec/inject.schema.json' with { type: 'json' }
import { createOptionCheck } from '../contract/schema.ts'

export const FLAGS = Object.values(schema.$defs.options.properties).flatMap((option) => ('x-flag' in option ? [option] : []))

/** Throws a StartError for an unknown option, a wrong value, or a missing command. */
export const checkOptions = createOptionCheck(schema)

/** Ends a campaign early. An `AbortSignal` is one; not every project has the types of `AbortSignal`. */
export interface StopSignal {
  /** Whether the campaign is to end. */
  readonly aborted: boolean
  /** Calls the listener when the campaign is to end. */
  addEventListener(type: 'abort', listener: () => void): void
  /** Forgets the listener. */
  removeEventListener(type: 'abort', listener: () => void): void
}

/** How far a campaign has come. */
export interface Progress {
  /** The number of runs that are done. */
  readonly done: number
  /** The number of all runs. */
  readonly planned: number
  /** The number of runs that fail. */
  readonly failed: number
  /** An estimate by the runs that are done: Infinity before the first one. */
  readonly secondsLeft: number
}
