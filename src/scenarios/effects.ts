// What a step can do to an exchange: one effect, one file, one line in the table. They run in the table's order.

import type { Effect } from './effect.ts'
import { add } from './effects/add.ts'
import { delay } from './effects/delay.ts'
import { fault } from './effects/fault.ts'
import { headers } from './effects/headers.ts'
import { lag } from './effects/lag.ts'
import { patch } from './effects/patch.ts'
import { rateLimit } from './effects/rate-limit.ts'
import { respond } from './effects/respond.ts'
import { shuffle } from './effects/shuffle.ts'

export const effects: Readonly<Record<string, Effect>> = { rateLimit, delay, lag, fault, respond, patch, add, shuffle, headers }
