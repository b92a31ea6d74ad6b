// Records the calls of one run, and puts the fault on its call. The records come from the sandbox's own process, so no bound of the
// journal can lose one.

import type { Exchange } from '../../spec/control.ts'
import { type Call, createNumbering, type Identify } from './places.ts'
import type { Cell } from './plan.ts'

/** A call of a run with a fault. */
export interface RecordedCall extends Call {
  /** Whether the fault met this call. */
  readonly isFaulted: boolean
}

/** Where the fault of a run is put. */
export interface Aim extends Pick<Cell, 'scenario' | 'content' | 'lasts'> {
  readonly identify: Identify
  readonly place?: Pick<Call, 'key' | 'number'>
}

/** No call gets a fault, and no call is compared with another one. */
export const NO_AIM: Aim = { identify: () => ({ key: '', world: '', testCase: undefined, operation: '' }) }

/** `onFull` is called when the run has made more calls than `limit`. Further calls are not recorded. */
export function createRecorder({ identify, scenario, content, place, lasts = false }: Aim, limit: number, onFull: () => void) {
  const calls: RecordedCall[] = []
  const number = createNumbering(identify)
  let isHit = false
  return {
    calls,
    ...(content && { content }),
    meet(exchange: Exchange) {
      const call = number(exchange)
      const isMet = place === undefined || (call.key === place.key && call.number === place.number)
      const isFaulted = scenario !== undefined && (isMet || (lasts && isHit))
      isHit ||= isFaulted
      if (calls.length < limit) calls.push({ ...call, isFaulted })
      else onFull()
      return isFaulted ? scenario : undefined
    },
  }
}
