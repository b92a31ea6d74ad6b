// The shapes of the three lists of the journey, and what their entries are given.

import type { Contract } from '../../contract/contract.ts'
import type { Generate } from '../../contract/prism.ts'
import type { Draft, Reply } from '../../contract/reply.ts'
import type { Exchange, ScenarioRequest } from '../../ground/generated/control.ts'
import type { Backlog } from '../../ground/sockets/backlog.ts'
import type { Domain } from '../../options/domain.ts'
import type { Tell } from '../../record/observer.ts'
import type { FaultLayer, Setup } from '../../scenarios/scenario.ts'
import type { Switches } from '../../scenarios/switches.ts'
import type { Keys } from '../../worlds/keys.ts'
import type { Worlds } from '../../worlds/worlds.ts'
import type { Connections } from './connections.ts'
import type { RequestContext } from './context.ts'

export interface JourneyParts extends Pick<Domain, 'handlers' | 'renderProblem'> {
  readonly keys: Keys
  readonly connections: Connections
  /** A part of each request id, new for each run of the sandbox. */
  readonly run: string
  readonly contract: Contract
  /** The ids of the assumptions. */
  readonly known: ReadonlySet<string>
  readonly switches: Switches
  readonly worlds: Worlds
  readonly generate: Generate
  /** True: replies have no Sandbox-* headers. */
  readonly bare: boolean
  readonly backlog: Backlog
  readonly tell: Tell
  /** Only a campaign of faults has them. */
  readonly faults?: { readonly layer: FaultLayer; readonly setUp: (scenarioRequest: ScenarioRequest) => Setup }
}

/** Looks at the request and writes down what it finds. Never answers. */
export type Note = (context: RequestContext, parts: JourneyParts) => void | Promise<void>

/** One way to answer. The name is the cause. */
export interface Answer {
  readonly name: string
  readonly asks: string
  /** What the trace says when the answer let the request pass. Without it, the trace leaves the answer out. */
  readonly passes?: (exchange: Exchange) => string
  /** What the trace says when the answer gave the reply. */
  readonly answers: (exchange: Exchange) => string
  /** Gives the reply, or throws a refusal. Absent when a note decides: the journey then gives the refusal of the note. */
  readonly give?: (context: RequestContext, parts: JourneyParts) => Reply | Promise<Reply> | undefined
}

/** Changes every reply before it is sent. */
export type Finish = (context: RequestContext, draft: Draft, parts: JourneyParts) => void
