// Adds up how long a client waited, and for what. Back-offs and slow replies can cost a test suite minutes.

import type { Exchange } from '../exchange/exchange.ts'
import type { Waited } from './report.ts'
import { toSeconds } from './timelines.ts'

type What = Waited['on'][number]['what']

export type WaitedSums = Map<What, { ms: number; times: number }>

const WHATS: readonly What[] = ['Retry-After', 'back-off', 'slow reply', 'no reply']
/** A reply that takes longer than this is slow. */
const SLOW_MS = 300

export function addWaited(sums: WaitedSums, what: What, ms: number, times = 1): void {
  const known = sums.get(what)
  if (known === undefined) sums.set(what, { ms, times })
  else {
    known.ms += ms
    known.times += times
  }
}

/** Notes how long the client waited for a slow reply, or for a reply that never came. */
export function noteReply(sums: WaitedSums, { arrived, closed, reply, delivered }: Exchange): void {
  const ms = (closed ?? arrived).monotonic - arrived.monotonic
  if (ms < SLOW_MS) return
  addWaited(sums, reply === undefined || delivered === 'none' ? 'no reply' : 'slow reply', ms)
}

export function sumUp(all: readonly WaitedSums[]): Waited {
  const sums: WaitedSums = new Map()
  for (const one of all) for (const [what, { ms, times }] of one) addWaited(sums, what, ms, times)
  const on = WHATS.flatMap((what) => {
    const sum = sums.get(what)
    return sum === undefined ? [] : [{ what, seconds: toSeconds(sum.ms), times: sum.times }]
  })
  return { total: toSeconds([...sums.values()].reduce((total, { ms }) => total + ms, 0)), on }
}
