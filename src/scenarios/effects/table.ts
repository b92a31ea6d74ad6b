// The effects that a step can have, in the order in which they run. Each effect is one file and one line in this table.

import type { Step } from '../../ground/generated/names.ts'
import type { Effect } from '../effect.ts'
import { delay } from './delay.ts'
import { fault } from './fault.ts'
import { headers } from './headers.ts'
import { lag } from './lag.ts'
import { patch } from './patch.ts'
import { rateLimit } from './rate-limit.ts'
import { respond } from './respond.ts'

export type AnyEffect = Effect<never>

/** The key is the field of a step that asks for the effect. */
export const effects: Readonly<Record<string, AnyEffect>> = {
  rateLimit,
  delay,
  lag,
  fault,
  respond,
  patch,
  headers,
} satisfies { readonly [Field in keyof Step]?: Effect<Field> }
