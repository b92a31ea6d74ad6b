// The shape of an effect: hooks on a call. Each hook gets the settings that the step has for the effect.

import type { Choices } from '../contract/assumptions.ts'
import type { Operation } from '../contract/operations.ts'
import type { Draft, Reply } from '../contract/reply.ts'
import type { Step } from '../ground/generated/names.ts'
import type { Refusal } from '../ground/problem.ts'
import type { OpenExchange } from '../record/exchange.ts'
import type { Session, World } from '../worlds/world.ts'
import type { Fault, FaultSettings } from './faults.ts'

export interface Scene {
  readonly exchange: OpenExchange
  readonly operation: Operation | undefined
  /** The session when the request came. A reset during the request starts a new one. */
  readonly session: Session
  readonly world: World
  readonly choices: Choices
  /** The body of the operation's own reply, before any scenario changed it. Absent when the operation was not carried out. */
  readonly produced?: unknown
}

/** What the effects of one call share. */
export interface Tools {
  readonly renderProblem: (refusal: Refusal) => unknown
  /** For the challenge that goes with 401. */
  readonly realm: string
  /** Copied or changed by the scenarios for this reply. */
  changedBytes: number
  /** In seconds. */
  delay: number
  fault?: Fault & FaultSettings & { readonly name: string }
}

/** A step that has this field, after the format check. */
export type Settings<Field extends keyof Step> = Step & Required<Pick<Step, Field>>

/** A step with this field has the effect. */
export interface Effect<Field extends keyof Step> {
  /** Finds a mistake that the format check cannot find. Called when a step is set up. */
  check?(settings: Settings<Field>): string | undefined
  /** Runs before there is any answer. The body has arrived only for a step of the fault layer. */
  prepare?(settings: Settings<Field>, scene: Scene, tools: Tools): void
  /** Replies instead of the operation. When several scenarios could reply, only the first does. */
  answer?(settings: Settings<Field>, scene: Scene, tools: Tools): Reply | Promise<Reply> | undefined
  /** Changes any reply before it is sent. Returns false when it found nothing to change. */
  finish?(settings: Settings<Field>, draft: Draft, scene: Scene, tools: Tools): false | undefined
}
