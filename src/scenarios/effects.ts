// What a step can do to an exchange: one effect, one file, one line in the table. They run in the table's order.

import type { Exchange, Reply } from '../exchange.ts'
import type { Refusal } from '../problem.ts'
import { add } from './effects/add.ts'
import { delay } from './effects/delay.ts'
import { fault } from './effects/fault.ts'
import { headers } from './effects/headers.ts'
import { lag } from './effects/lag.ts'
import { patch } from './effects/patch.ts'
import { rateLimit } from './effects/rate-limit.ts'
import { respond } from './effects/respond.ts'

/** What an effect may use beside its own value. */
export interface Tools {
  /** The whole step, for what belongs to the effect beside its own value. */
  readonly step: Readonly<Record<string, unknown>>
  /** From 0 to 1, out of the world's seeded randomness. */
  readonly random: () => number
  /** The body of an error as the contract has it. */
  readonly renderProblem: (refusal: Refusal) => unknown
}

/** `value` is what the step gives under the effect's name; the format has checked it. */
export interface Effect {
  /** Before anyone answers. */
  prepare?(value: unknown, exchange: Exchange, tools: Tools): void
  /** Replies in the operation's place. */
  answer?(value: unknown, exchange: Exchange, tools: Tools): Reply | undefined
  /** On whatever reply was given, before it goes out. */
  finish?(value: unknown, exchange: Exchange, tools: Tools): void
}

export const effects: Readonly<Record<string, Effect>> = { rateLimit, delay, lag, fault, respond, patch, add, headers }
