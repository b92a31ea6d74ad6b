// What a step can do to a call: one effect, one file, one line in the table. They run in the table's order.

import type { Effect } from '../effect.ts'
import { add } from './add.ts'
import { delay } from './delay.ts'
import { fault } from './fault.ts'
import { headers } from './headers.ts'
import { lag } from './lag.ts'
import { patch } from './patch.ts'
import { rateLimit } from './rate-limit.ts'
import { respond } from './respond.ts'
import { shuffle } from './shuffle.ts'

/** An effect whose settings are known to it alone: a step hands over what the format has checked. */
export type AnyEffect = Effect<never>

export const effects: readonly AnyEffect[] = [rateLimit, delay, lag, fault, respond, patch, add, shuffle, headers]
