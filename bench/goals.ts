// What the sandbox is to reach, as ratios within one run.

import { COLD_START } from './cold-start.ts'
import type { Figures } from './figures.ts'
import { MEMORY } from './memory.ts'

export const PARTS = ['speed', 'start', 'memory'] as const
export type Part = (typeof PARTS)[number]
type Figure = readonly [target: string, what: string]

export interface Verdict {
  readonly name: string
  readonly ratio: number | undefined
  readonly goal: string
  /** What was not measured is not met. */
  readonly isMet: boolean
}

const own = (what: string): Figure => ['sandbox', what]
const base = (what: string): Figure => ['baseline', what]

const GOALS: readonly [part: Part, name: string, of: Figure, to: Figure, bound: 'at least' | 'at most', goal: number][] = [
  ['speed', 'GET one, beside the baseline', own('GET one'), base('GET one'), 'at least', 0.7],
  ['speed', 'GET one with its log in a pipe, beside GET one', own('GET one, log in a pipe'), own('GET one'), 'at least', 0.8],
  ['speed', 'list of 20, beside the baseline', own('list of 20'), base('list of 20'), 'at least', 0.7],
  ['speed', '429 forced by header, beside GET one', own('forced 429'), own('GET one'), 'at least', 1],
  ['speed', '429 forced by header, beside a list of 20', own('forced 429'), own('list of 20'), 'at least', 1],
  ['speed', 'create at 100, beside GET one of the baseline', own('create at 100'), base('GET one'), 'at least', 0.5],
  ['speed', 'create at 100,000, beside at 100', own('create at 100,000'), own('create at 100'), 'at least', 0.9],
  ['start', 'cold start, beside the baseline', own(COLD_START), base(COLD_START), 'at most', 1.6],
  ['memory', 'memory after start, beside the baseline', own(MEMORY.start), base(MEMORY.start), 'at most', 1.25],
  ['memory', 'memory after the load, beside the baseline', own(MEMORY.load), base(MEMORY.load), 'at most', 2.5],
  ['memory', 'memory flat: tenths 8 to 10 of the load, beside tenths 3 to 5', own(MEMORY.late), own(MEMORY.early), 'at most', 1.1],
]

export function judge(figures: Figures, parts: readonly Part[]): Verdict[] {
  return GOALS.filter(([part]) => parts.includes(part)).map(([, name, of, to, bound, goal]) => {
    const ratio = figures.ratio(of, to)
    const isMet = ratio !== undefined && (bound === 'at least' ? ratio >= goal : ratio <= goal)
    return { name, ratio, goal: `${bound} ${goal}`, isMet }
  })
}
