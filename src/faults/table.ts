// The faults that a step of a scenario can name. Each fault is one file and one line in this table.

import { closed } from './closed.ts'
import { emptyBody } from './empty-body.ts'
import type { Fault } from './fault.ts'
import { halfRequest } from './half-request.ts'
import { hang } from './hang.ts'
import { malformed } from './malformed.ts'
import { reset } from './reset.ts'
import { stall } from './stall.ts'
import { trickle } from './trickle.ts'
import { truncated } from './truncated.ts'

export const faults: Readonly<Record<string, Fault>> = {
  reset,
  closed,
  'half-request': halfRequest,
  hang,
  truncated,
  stall,
  malformed,
  'empty-body': emptyBody,
  trickle,
}

/** The fault of a name that the format of scenarios has checked. */
export const faultFor = (name: string): Fault => faults[name] as Fault
