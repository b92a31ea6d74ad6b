// What the control API tells and takes, as types. The sandbox checks what it takes; its document is spec/control.yaml.

import type { ScenarioRequest } from '../scenarios/scenario-request.ts'
import type { Item } from '../worlds/collection.ts'

/** A point in time: an ISO 8601 text, a Date, or milliseconds since 1970. From 1970 to 9998. */
export type Time = string | number | Date

/** The fields of an item. The key is the field's name. */
export type Fields = Readonly<Record<string, unknown>>

/** A change of a clock. Absent fields stay unchanged. */
export interface ClockChange {
  /** The new time. */
  readonly now?: Time
  /** Whether the clock stands still from now on. */
  readonly frozen?: boolean
}

/** The items of each collection. The key is the collection's name. */
export type Collections = Readonly<Record<string, readonly Item[]>>

/** A scenario that is on a world. */
export interface ActiveScenario extends ScenarioRequest {
  /** The name of the scenario. It is `inline` when the scenario request has its own steps. */
  readonly name: string
  /** How many calls its steps have taken. */
  readonly met: number
  /** Whether all steps of the scenario are used up. */
  readonly over: boolean
}

/** The versions of the sandbox and of its contract. */
export interface Versions {
  /** The version of the sandbox. */
  readonly sandbox: string
  /** Title and version of the OpenAPI document. */
  readonly contract: { readonly title: string; readonly version: string }
}
