// Records the calls of one run, and puts the fault on its call. The records come from the sandbox's own process, so no bound of the
// journal can lose one.

import type { Exchange } from '../exchange/exchange.ts'
import type { FaultLayer } from '../scenarios/fault-layer.ts'
import type { Identify, Identity } from './identify.ts'
import type { Cell } from './plan.ts'

/** A call of one run. */
export interface Call extends Identity {
  readonly exchange: Exchange
  readonly number: number
  /** Whether the fault met this call. */
  readonly isFaulted: boolean
}

/** Where the fault of a run is put. */
export interface Aim extends Pick<Cell, 'scenario' | 'content' | 'lasts'> {
  readonly identify: Identify
  readonly place?: { readonly key: string; readonly number: number }
}

export interface Recorder extends FaultLayer {
  readonly calls: readonly Call[]
}

/** `onFull` is called once, when the run has made more calls than `limit`. Further calls are not recorded. */
export function createRecorder({ identify, scenario, content, place, lasts = false }: Aim, limit: number, onFull: () => void): Recorder {
  const calls: Call[] = []
  const counts = new Map<string, number>()
  let isHit = false
  return {
    calls,
    ...(content && { content }),
    meet(exchange) {
      const identity = identify(exchange)
      const number = (counts.get(identity.key) ?? 0) + 1
      counts.set(identity.key, number)
      const isMet = place === undefined || (identity.key === place.key && number === place.number)
      const isFaulted = scenario !== undefined && (isMet || (lasts && isHit))
      isHit ||= isFaulted
      if (calls.length < limit) calls.push({ ...identity, exchange, number, isFaulted })
      else onFull()
      return isFaulted ? scenario : undefined
    },
  }
}
