// The outcomes of runs with a fault. A run has the first outcome of the table that applies.

import type { OutcomeLevel, OutcomeName, RunReport } from '../../spec/inject.ts'
import { tellBroken, tellDuplicate, tellHammered, tellRecovered, tellSeconds, tellUnfinished } from './describe.ts'
import { countBurst, type Facts, ROUNDING, type Series } from './facts.ts'
import { DRIFT } from './faults.ts'
import { creationsIn, isRead, isSuccess } from './places.ts'

interface Outcome {
  readonly name: OutcomeName
  /** What the table of the report shows. */
  readonly word: string
  readonly level: OutcomeLevel
  /** The rule of the report that the outcome breaks. */
  readonly rule?: (facts: Facts) => string | undefined
  readonly applies: (facts: Facts) => boolean
  /** Tells in a sentence or two what happened. */
  readonly tells: (facts: Facts) => string
}

/** A client that waits this long for a reply fails. */
const TOO_LONG_S = 60
const MAX_TRIES = 20
const BURST = { tries: 6, ms: 20 }
const MAX_REFUSED = 3

const takesLate = {
  ...{ name: 'waited', word: 'waited', rule: () => 'times-out' },
  tells: ({ cell: { slow = 0 } }) => `The client waited ${tellSeconds(slow)} for the reply, and took it.`,
} as const satisfies Partial<Outcome>

/** The order counts, because the first outcome that applies wins. `recovered` applies to every run. */
const OUTCOMES: readonly Outcome[] = [
  {
    ...{ name: 'duplicate', word: 'twice', level: 'fail', rule: () => 'no-blind-create-retry' },
    applies: ({ again }) => again.length > 0,
    tells: tellDuplicate,
  },
  {
    ...{ name: 'lost', word: 'lost', level: 'fail' },
    applies: (facts) => facts.run.exitCode === 0 && facts.cell.fault !== DRIFT && createdLess(facts),
    tells: () => 'The suite passed, but fewer creations were carried out than without the fault: the client hid an error.',
  },
  { name: 'hammered', word: 'early', level: 'fail', rule: ruleOfHammering, applies: hasHammered, tells: tellHammered },
  {
    ...{ name: 'stuck', word: 'stuck', level: 'fail', rule: () => 'times-out' },
    applies: ({ run }) => run.killedBy === 'time-out' && run.wasInCall,
    tells: ({ run }) => `After ${tellSeconds(run.seconds)} the command was killed. It was still waiting for a reply.`,
  },
  {
    ...{ name: 'unfinished', word: 'unfinished', level: 'advice' },
    applies: ({ run }) => run.killedBy !== undefined,
    tells: tellUnfinished,
  },
  { ...takesLate, level: 'fail', applies: (facts) => Number(facts.cell.slow) >= TOO_LONG_S && hasWaited(facts) },
  { ...takesLate, level: 'advice', applies: hasWaited },
  {
    ...{ name: 'broke', word: 'broke', level: 'advice', rule: ({ rounding }) => rounding && ROUNDING },
    applies: ({ run, cell }) => cell.fault === DRIFT && run.exitCode !== 0,
    tells: tellBroken,
  },
  {
    ...{ name: 'reported', word: 'told', level: 'pass' },
    applies: ({ run }) => run.exitCode !== 0,
    tells: ({ run }) => `The suite failed with exit code ${run.exitCode}: the client reported the error to its caller.`,
  },
  {
    ...{ name: 'ignored', word: 'ignored', level: 'advice' },
    applies: isIgnored,
    tells: () => 'The suite passed, but the call never succeeded, and nothing was looked up.',
  },
  { name: 'recovered', word: 'ok', level: 'pass', applies: () => true, tells: tellRecovered },
]

export type Judged = Pick<RunReport, 'outcome' | 'level' | 'also' | 'message' | 'rule'>

export function judge(facts: Facts): Judged {
  const [first, ...others] = OUTCOMES.filter(({ applies }) => applies(facts)) as [Outcome, ...Outcome[]]
  const { name, level, rule, tells } = first
  const also = others.filter((one) => one.level === 'fail').map((one) => one.name)
  const broken = rule?.(facts)
  return { outcome: name, level, also, message: tells(facts), ...(broken !== undefined && { rule: broken }) }
}

const createdLess = ({ calls, reference }: Facts) =>
  [...new Set(reference.places.map(({ group }) => group))].some(
    (group) => creationsIn(calls, group).length < Math.min(...reference.creations(group)),
  )

function hasHammered({ series, early, cell: { fault } }: Facts): boolean {
  const mostExtra = fault === 'expired' ? MAX_REFUSED - 1 : MAX_TRIES
  return early.length > 0 || series.some((one) => one.extra > mostExtra || countBurst(one, BURST.ms) - one.expected >= BURST.tries)
}

function ruleOfHammering({ early, cell: { fault }, series }: Facts): string {
  if (early.length > 0) return 'honours-retry-after'
  if (fault === 'expired') return 'gives-up-on-refusals'
  return series.some(({ extra }) => extra > MAX_TRIES) ? 'gives-up' : 'backs-off'
}

/** Whether two calls of the series came without a pause between them. */
export const hasBurst = (one: Series) => countBurst(one, BURST.ms) > 0

function hasWaited({ cell: { slow }, faulted }: Facts): boolean {
  if (slow === undefined || faulted === undefined) return false
  const { arrived, closed, delivered } = faulted.exchange
  return delivered === 'whole' && closed !== undefined && closed.monotonic - arrived.monotonic >= slow * 1000 - 50
}

/** The call never succeeded after the fault, and the client sent no GET that it does not send without the fault. */
function isIgnored({ calls, reference, series: [own], cell: { place, fault } }: Facts): boolean {
  if (own === undefined || place === undefined || !isSuccess(place) || fault === 'slow') return false
  const succeeded = own.calls.slice(1).filter(({ exchange }) => exchange.delivered === 'whole' && (exchange.reply?.status ?? 500) < 400)
  const reads = Map.groupBy(calls.filter(isRead), ({ key }) => key)
  return succeeded.length <= own.expected && [...reads].every(([key, same]) => same.length <= reference.count(key))
}

/** The word of a run, in capital letters when the run fails. */
export function wordOf(run: Pick<RunReport, 'outcome' | 'level' | 'rule' | 'exempted'>): string {
  const word = run.outcome === 'hammered' && run.rule !== 'honours-retry-after' ? 'hammers' : WORDS.get(run.outcome)
  return String(isBad(run) ? word?.toUpperCase() : word)
}

const WORDS = new Map(OUTCOMES.map(({ name, word }) => [name, word]))

export const isBad = ({ level, exempted }: Pick<RunReport, 'level' | 'exempted'>) => level === 'fail' && exempted === undefined
