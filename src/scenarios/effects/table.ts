// What a step can do to an exchange: one effect, one file, one line in the table. They run in the table's order.

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

export const effects: Readonly<Record<string, Effect>> = { rateLimit, delay, lag, fault, respond, patch, add, shuffle, headers }
