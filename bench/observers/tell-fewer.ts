// Replaces src/record/observer.ts, and tells only the observers that BENCH_OBSERVERS keeps.

import { Judge } from '../../src/examine/record/judge.ts'
import { type Observer, type Tell, tellAll as tellEach } from '../../src/record/observer.ts'

export type Kept = 'no journal' | 'no report' | 'none'

const isJudge = (observer: object) => observer instanceof Judge
const isLog = (observer: object) => 'notice' in observer

const KEEPS: Readonly<Record<Kept, (observer: object) => boolean>> = {
  'no journal': (observer) => isJudge(observer) || isLog(observer),
  'no report': (observer) => !isJudge(observer),
  none: isLog,
}

export function tellAll(observers: ReadonlySet<Observer>): Tell {
  const kept = new Set([...observers].filter(KEEPS[process.env.BENCH_OBSERVERS as Kept]))
  if (kept.size === observers.size) throw new Error(`BENCH_OBSERVERS=${process.env.BENCH_OBSERVERS}: no observer is left out`)
  return tellEach(kept)
}
