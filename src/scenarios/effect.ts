// What an effect is: hooks on a call, each given the settings that the step has for it.

import type { Operation } from '../contract/operations.ts'
import type { Exchange, WindowName } from '../record/exchange.ts'
import type { FaultName } from '../record/fault-kinds.ts'
import type { Refusal } from '../replies/problem.ts'
import type { Draft, Reply } from '../replies/reply.ts'

/** What an effect may read and change of a call. */
export interface Scene {
  readonly exchange: Exchange
  readonly operation?: Operation
  readonly session: {
    readonly clock: { now(): number }
    readonly limits: { state(plan: string): Readonly<Record<WindowName, SeenWindow>> }
  }
  readonly world: { readonly data: { hide(item: object, isOver: () => boolean): void } }
  /** The body that the operation gave, before any scenario changed the reply. */
  readonly produced?: unknown
  /** Seconds for which the reply is held back. */
  delay: number
  /** What happens to the connection in place of a whole reply. */
  fault?: Fault
}

/** What a window of the rate limits truly says; `resets` is null while it is closed. Seconds, and milliseconds since 1970. */
interface SeenWindow {
  readonly limit: number
  readonly seconds: number
  readonly remaining: number
  readonly resets: number | null
}

/** A fault by its kind, as wire-faults.ts plays it. */
export interface Fault {
  readonly kind: FaultName
  /** Seconds between two bytes. */
  readonly gap: number
  /** The fraction of the body after which it ends, from 0 to 1. */
  readonly at: number
}

/** What an effect may use beside its own settings. */
export interface Tools {
  /** From 0 to 1, out of the world's seeded randomness. */
  readonly random: () => number
  /** The body of an error as the contract has it. */
  readonly renderProblem: (refusal: Refusal) => unknown
  /** Of the challenge that goes with 401. */
  readonly realm: string
}

/** `Settings` are the fields of a step that the effect owns; the format has checked them. */
export interface Effect<Settings extends object> {
  /** The names of these fields. A step that has the first one asks for the effect. */
  readonly fields: readonly (keyof Settings & string)[]
  /** Whether it changes the body, for which it needs the whole of it. */
  readonly changesBody?: boolean
  /** What is wrong with settings that the format cannot tell; asked when a step is set up. */
  check?(settings: Settings): string | undefined
  /** Whether it acts before the request's body has arrived; the body is not read then. */
  isEarly?(settings: Settings): boolean
  /** Before the request's body has arrived, and before anyone answers. */
  prepare?(settings: Settings, scene: Scene, tools: Tools): void
  /** Replies in the operation's place. Of several scenarios that would, the first does. */
  answer?(settings: Settings, scene: Scene, tools: Tools): Reply | Promise<Reply> | undefined
  /** On whatever reply was given, before it goes out; returns whether there was anything to do. */
  finish?(settings: Settings, draft: Draft, scene: Scene, tools: Tools): boolean
}
