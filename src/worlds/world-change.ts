// What observers are told when somebody changed a world from outside.

import type { Moment } from '../ground/generated/control.ts'

/** A change that somebody made to a world from outside. */
export interface WorldChange {
  /** The name of the world. */
  readonly world: string
  /**
   * `journal`: the journal was cleared. `requests`: some requests were taken out of the journal. `unloaded`: the world was unloaded from
   * memory. `deleted`: the world was also removed from the store.
   */
  readonly what: 'clock' | 'limits' | 'data' | 'scenarios' | 'assumptions' | 'journal' | 'requests' | 'reset' | 'unloaded' | 'deleted'
  /** The world's session after the change. */
  readonly session: number
  /** How often somebody has put or removed scenarios, or set the clock or the limits, in this session. */
  readonly revision: number
  /** The world's scenarios after the change, when the scenarios were changed. */
  readonly scenarios?: readonly string[]
  /** The ids of the requests that were taken out of the journal. */
  readonly requests?: readonly string[]
  /** The time of the change. */
  readonly at: Moment
}
