// What an effect is: up to three hooks on an exchange, each given the value that the step has under its name.

import type { Exchange, Reply } from '../exchange.ts'
import type { Refusal } from '../problem.ts'

/** What an effect may use beside its own value. */
export interface Tools {
  /** The whole step, for what belongs to the effect beside its own value. */
  readonly step: Readonly<Record<string, unknown>>
  /** From 0 to 1, out of the world's seeded randomness. */
  readonly random: () => number
  /** The body of an error as the contract has it. */
  readonly renderProblem: (refusal: Refusal) => unknown
  /** Of the challenge that goes with 401. */
  readonly realm: string
}

/** `value` is what the step gives under the effect's name; the format has checked it. */
export interface Effect {
  /** What is wrong with a value that the format cannot tell; asked when a step is set up. */
  check?(value: unknown): string | undefined
  /** Before anyone answers. */
  prepare?(value: unknown, exchange: Exchange, tools: Tools): void
  /** Replies in the operation's place. Of several scenarios that would, the first does. */
  answer?(value: unknown, exchange: Exchange, tools: Tools): Reply | undefined
  /** On whatever reply was given, before it goes out; returns whether there was anything to do. */
  finish?(value: unknown, exchange: Exchange, tools: Tools): boolean
}
