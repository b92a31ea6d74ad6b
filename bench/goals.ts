// The goals of the sandbox, as ratios within one run. Processor time decides where the system can read it, because it changes
// less than the other figures on a noisy machine.

import { FIGURE } from './cases.ts'
import { COLD_START, LIBRARY } from './cold-start.ts'
import type { Figures, Name } from './figures.ts'
import { MEMORY } from './memory.ts'
import { OBSERVERS } from './observers/observers.ts'
import { WORLDS } from './worlds.ts'

export const PARTS = ['start', 'memory', 'speed', 'tail', 'observers', 'worlds'] as const
export type Part = (typeof PARTS)[number]

export interface Verdict {
  readonly name: string
  readonly ratio: number | undefined
  readonly goal: string
  readonly outcome: 'met' | 'not met' | 'not measured' | 'too noisy to judge'
  /** The same goal, measured in another way. It does not decide. */
  readonly also?: { readonly ratio: number | undefined; readonly how: string }
}

interface Goal {
  readonly part: Part
  readonly name: string
  readonly bound: 'at least' | 'at most'
  readonly goal: number
  readonly ratio: (figures: Figures) => number | undefined
  readonly also?: { readonly how: string; readonly ratio: (figures: Figures) => number | undefined }
  readonly isNoisy?: (figures: Figures) => boolean
}

const own = (what: string): Name => ['sandbox', what]
const base = (what: string): Name => ['baseline', what]
const TAIL_CASE = 'GET one, one connection'
const TAIL = FIGURE.p99(TAIL_CASE)
/** When other programs use this part of the cores even in the quietest round, one reply in a hundred waits for them. */
const NOISY = 0.03
const MILLION = 1_000_000

/** Compares the rates that the processor time of two loads allows. */
function speed(name: string, of: Name, to: Name, goal: number): Goal {
  const byRate = (figures: Figures) => figures.ratio([of[0], FIGURE.rate(of[1])], [to[0], FIGURE.rate(to[1])])
  const byCost = (figures: Figures) => figures.ratio([to[0], FIGURE.cost(to[1])], [of[0], FIGURE.cost(of[1])])
  return {
    part: 'speed',
    name,
    bound: 'at least',
    goal,
    ratio: (figures) => (figures.median(...base(FIGURE.cost('GET one'))) === undefined ? byRate(figures) : byCost(figures)),
    also: { how: 'by rate', ratio: byRate },
  }
}

function atMost(part: Part, name: string, of: Name, to: Name, goal: number): Goal {
  return { part, name, bound: 'at most', goal, ratio: (figures) => figures.ratio(of, to) }
}

/** Memory still grows after the first 100,000 requests, so the bound of a short load is smaller. */
const goalsFor = (memoryRequests: number): readonly Goal[] => [
  speed('GET one, divided by the baseline', own('GET one'), base('GET one'), 0.76),
  speed('list of 20, divided by the baseline', own('list of 20'), base('list of 20'), 0.72),
  speed('create at 100, durable, divided by GET one of the baseline', own('create at 100'), base('GET one'), 0.5),
  speed('429 forced by header, divided by GET one of the baseline', own('forced 429'), base('GET one'), 0.6),
  speed('GET one with its log in a pipe, divided by GET one', own('GET one, log in a pipe'), own('GET one'), 0.8),
  speed('create at 100,000, divided by create at 100', own('create at 100,000'), own('create at 100'), 0.9),
  {
    part: 'tail',
    name: 'p99 of one connection, GET one, divided by the baseline',
    bound: 'at most',
    goal: 2,
    ratio: (figures) => figures.ratio(own(TAIL), base(TAIL)),
    // Other programs make the tail longer, and they do so most for the baseline. With medians the sandbox then looks too good.
    also: { how: 'of best rounds', ratio: (figures) => figures.ratio(own(TAIL), base(TAIL), 'lowest') },
    isNoisy: (figures) => [own, base].some((of) => (figures.lowest(...of(FIGURE.others(TAIL_CASE))) ?? 0) > NOISY),
  },
  {
    part: 'observers',
    name: 'journal, waits and events, part of the busy time of GET one',
    bound: 'at most',
    goal: 0.1,
    ratio: (figures) => figures.median(...own(OBSERVERS.share('record'))),
    also: {
      how: 'without them divided by with them, in turns',
      ratio: (figures) => figures.ratio([OBSERVERS.noJournal, OBSERVERS.cost], [OBSERVERS.all, OBSERVERS.cost], 'lowest'),
    },
  },
  atMost('worlds', 'first request to a new world, divided by one to an old world', own(WORLDS.first), own(WORLDS.old), 5),
  {
    part: 'worlds',
    name: 'memory of 1,000 worlds minus memory of one world, MiB',
    bound: 'at most',
    goal: 60,
    ratio: (figures) => figures.difference(own(WORLDS.thousand), own(WORLDS.one)),
  },
  {
    part: 'worlds',
    name: 'cold start with 20,000 kept worlds, divided by one with one kept world',
    bound: 'at most',
    goal: 1.1,
    ratio: (figures) => figures.ratio(own(WORLDS.startMany), own(WORLDS.startFew)),
    also: { how: 'of fastest starts', ratio: (figures) => figures.ratio(own(WORLDS.startMany), own(WORLDS.startFew), 'lowest') },
  },
  atMost('start', 'cold start, divided by the baseline', own(COLD_START), base(COLD_START), 1.01),
  atMost('start', 'library, a whole process with one request, divided by the baseline', own(LIBRARY), base(LIBRARY), 0.82),
  atMost('memory', 'memory after start, divided by the baseline', own(MEMORY.start), base(MEMORY.start), 0.94),
  atMost(
    'memory',
    `memory after ${memoryRequests.toLocaleString('en')} requests, divided by the baseline`,
    own(MEMORY.load),
    base(MEMORY.load),
    memoryRequests >= MILLION ? 2 : 1.8,
  ),
  atMost('memory', 'memory flat: tenths 8 to 10 of the load, divided by tenths 3 to 5', own(MEMORY.late), own(MEMORY.early), 1.1),
]

export function judge(figures: Figures, parts: readonly Part[], memoryRequests: number): Verdict[] {
  return goalsFor(memoryRequests)
    .filter(({ part }) => parts.includes(part))
    .map((goal) => ({
      name: goal.name,
      ratio: goal.ratio(figures),
      goal: `${goal.bound} ${goal.goal}`,
      outcome: outcomeOf(goal, figures),
      ...(goal.also && { also: { how: goal.also.how, ratio: goal.also.ratio(figures) } }),
    }))
}

function outcomeOf({ ratio: read, bound, goal, isNoisy }: Goal, figures: Figures): Verdict['outcome'] {
  const ratio = read(figures)
  if (ratio === undefined) return 'not measured'
  if (isNoisy?.(figures)) return 'too noisy to judge'
  return (bound === 'at least' ? ratio >= goal : ratio <= goal) ? 'met' : 'not met'
}
