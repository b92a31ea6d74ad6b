// The outcomes of runs with a fault. A run has the first outcome of the table that applies.

import type { Facts } from './facts.ts'
import { DRIFT } from './faults.ts'
import { groupOf, isCreation } from './places.ts'
import type { Call } from './recorder.ts'
import type { OutcomeLevel, OutcomeName, RunReport } from './report.ts'
import { countBurst, countExtra } from './tries.ts'

interface Outcome {
  readonly name: OutcomeName
  /** What the table of the report shows. */
  readonly word: string
  readonly level: (facts: Facts) => OutcomeLevel
  readonly applies: (facts: Facts) => boolean
}

/** A client that waits this long for a reply fails. */
const TOO_LONG_S = 60
export const MAX_TRIES = 20
export const BURST = { tries: 6, ms: 20 }
const MAX_REFUSED = 3

const fail = (): OutcomeLevel => 'fail'
const advice = (): OutcomeLevel => 'advice'
const pass = (): OutcomeLevel => 'pass'

/** The order counts, because the first outcome that applies wins. `recovered` applies to every run. */
const OUTCOMES: readonly Outcome[] = [
  { name: 'duplicate', word: 'twice', level: fail, applies: ({ again }) => again.length > 0 },
  {
    name: 'lost',
    word: 'lost',
    level: fail,
    applies: (facts) => facts.run.exitCode === 0 && facts.cell.fault !== DRIFT && createdLess(facts),
  },
  { name: 'hammered', word: 'early', level: fail, applies: hasHammered },
  { name: 'stuck', word: 'stuck', level: fail, applies: ({ run }) => run.killedBy === 'time-out' && run.wasInCall },
  { name: 'unfinished', word: 'unfinished', level: advice, applies: ({ run }) => run.killedBy !== undefined },
  { name: 'waited', word: 'waited', level: ({ slow }) => (slow >= TOO_LONG_S ? 'fail' : 'advice'), applies: hasWaited },
  { name: 'broke', word: 'broke', level: advice, applies: ({ run, cell }) => cell.fault === DRIFT && run.exitCode !== 0 },
  { name: 'reported', word: 'told', level: pass, applies: ({ run }) => run.exitCode !== 0 },
  { name: 'ignored', word: 'ignored', level: advice, applies: isIgnored },
  { name: 'recovered', word: 'ok', level: pass, applies: () => true },
]

export interface Judged {
  readonly outcome: OutcomeName
  readonly level: OutcomeLevel
  /** Further outcomes that apply and fail. */
  readonly also: readonly OutcomeName[]
}

export function judge(facts: Facts): Judged {
  const [first, ...others] = OUTCOMES.filter(({ applies }) => applies(facts)) as [Outcome, ...Outcome[]]
  const also = others.filter(({ level }) => level(facts) === 'fail')
  return { outcome: first.name, level: first.level(facts), also: also.map(({ name }) => name) }
}

function createdLess({ run, reference }: Facts): boolean {
  const groups = new Map(reference.places.map((place) => [groupOf(place), place]))
  return [...groups].some(([group, { world, operation }]) => {
    const created = run.calls.filter((call) => isCreation(call.exchange) && groupOf(call) === group).length
    return created < reference.creations(world, operation).least
  })
}

function hasHammered({ series, early, cell: { fault } }: Facts): boolean {
  return (
    early.length > 0 ||
    series.some((one) => {
      const extra = countExtra(one)
      return extra > MAX_TRIES || countBurst(one, BURST.ms) - one.expected >= BURST.tries || (fault === 'expired' && extra >= MAX_REFUSED)
    })
  )
}

function hasWaited({ cell, faulted, slow }: Facts): boolean {
  if (cell.fault !== 'slow' || faulted === undefined) return false
  const { arrived, closed, delivered } = faulted.exchange
  return delivered === 'whole' && closed !== undefined && closed.monotonic - arrived.monotonic >= slow * 1000 - 50
}

/** The call never succeeded after the fault, and the client sent no GET that it does not send without the fault. */
function isIgnored({ run, reference, series: [own], cell: { place, fault } }: Facts): boolean {
  if (own === undefined || !place?.reply.isSuccess || fault === 'slow') return false
  const succeeded = own.calls.slice(1).filter(isSuccess).length > own.expected
  const reads = run.calls.filter(({ exchange }) => exchange.request.method === 'GET')
  const looked = [...Map.groupBy(reads, ({ key }) => key)].some(([key, calls]) => calls.length > reference.count(key))
  return !succeeded && !looked
}

const isSuccess = ({ exchange: { reply, delivered } }: Call) => delivered === 'whole' && (reply?.status ?? 500) < 400

/** The word of a run, in capital letters when the run fails. */
export function wordOf(run: Pick<RunReport, 'outcome' | 'level' | 'rule' | 'exempted'>): string {
  const word = run.outcome === 'hammered' && run.rule !== 'honours-retry-after' ? 'hammers' : WORDS.get(run.outcome)
  return String(isBad(run) ? word?.toUpperCase() : word)
}

const WORDS = new Map(OUTCOMES.map(({ name, word }) => [name, word]))

export const isBad = ({ level, exempted }: Pick<RunReport, 'level' | 'exempted'>) => level === 'fail' && exempted === undefined
