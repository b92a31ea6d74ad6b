// The type of a call of the control API: a function of one request that returns the value of the reply. The document has
// the status and the media type of the reply.

import type { Contract } from '../contract/contract.ts'
import type { Input } from '../contract/read-request.ts'
import type { Observer } from '../exchange/observer.ts'
import type { Events } from '../journal/events.ts'
import type { Journals } from '../journal/journal.ts'
import type { Metrics } from '../journal/metrics.ts'
import type { Waits } from '../journal/waits.ts'
import type { Judge } from '../report/judge.ts'
import type { Catalogue } from '../scenarios/catalogue.ts'
import type { DataCheck } from '../worlds/data-check.ts'
import type { Worlds } from '../worlds/worlds.ts'

/** Undefined means a reply without a body. A stream of texts is sent piece by piece. */
export type Call = (request: ControlRequest) => unknown

/** The parts of the sandbox that the calls read and change. */
export interface ControlParts {
  readonly contract: Contract
  readonly catalogue: Catalogue
  readonly worlds: Worlds
  readonly observer: Required<Observer>
  readonly journals: Journals
  readonly waits: Waits
  readonly events: Events
  readonly judge: Judge
  /** Only with --metrics. */
  readonly metrics: Metrics | undefined
  readonly checkData: DataCheck
  /** The names of all collections. */
  readonly collections: readonly string[]
  /** The version of the sandbox. */
  readonly version: string
}

/** A request that fits the document, with its parsed values. */
export interface ControlRequest extends Input {
  readonly parts: ControlParts
  /** The name of the world in the path. Undefined for a call about all worlds. */
  readonly world: string | undefined
  /** The document of the control API. */
  readonly api: Contract
  /** The address of the control API, as the client writes it. */
  readonly url: string
  /** Resolves when the client has left or has its reply. A client that has ended its side of the connection counts as having left. */
  whenGone(): Promise<void>
}
