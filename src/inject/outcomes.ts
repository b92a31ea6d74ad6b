// Finds the outcome of a run with a fault: the first outcome of the table that applies.

import { DRIFT } from './faults.ts'
import { groupOf, isCreation, type Place, type Reference } from './places.ts'
import type { Call } from './recorder.ts'
import type { OutcomeLevel, OutcomeName } from './report.ts'
import type { Run } from './run-suite.ts'
import { countBurst, countExtra, findEarly, findSeries, type Series } from './tries.ts'

/** A run with a fault, and the runs without a fault to compare it with. */
export interface Trial {
  readonly run: Run
  readonly reference: Reference
  /** The name of the fault, or `drift`. */
  readonly fault: string
  readonly lasts: boolean
  /** Absent for a variant of the whole run. */
  readonly place: Place | undefined
  readonly slow: number
}

/** What the record of a run shows. */
export interface Facts extends Trial {
  /** The call that got the fault. */
  readonly faulted: Call | undefined
  /** The first entry is the series of the faulted call. */
  readonly series: readonly Series[]
  /** Creations of the same kind that came after the faulted call. Empty when there are no more creations than without the fault. */
  readonly again: readonly Call[]
  readonly early: readonly Call[]
  /** The client gave up waiting for the slow reply. */
  readonly gaveUp: boolean
}

interface Outcome {
  readonly name: OutcomeName
  readonly level: (facts: Facts) => OutcomeLevel
  readonly applies: (facts: Facts) => boolean
}

/** A client that waits this long for a reply fails. */
const TOO_LONG_S = 60
const MAX_TRIES = 20
const BURST = { tries: 6, ms: 20 }
const MAX_REFUSED = 3

const fail = (): OutcomeLevel => 'fail'
const advice = (): OutcomeLevel => 'advice'
const pass = (): OutcomeLevel => 'pass'

/** The order counts, because the first outcome that applies wins. `recovered` applies to every run. */
const OUTCOMES: readonly Outcome[] = [
  { name: 'duplicate', level: fail, applies: ({ again }) => again.length > 0 },
  { name: 'lost', level: fail, applies: (facts) => facts.run.exitCode === 0 && facts.fault !== DRIFT && createdLess(facts) },
  { name: 'hammered', level: fail, applies: hasHammered },
  { name: 'stuck', level: fail, applies: ({ run }) => run.killedBy === 'time-out' && run.wasInCall },
  { name: 'unfinished', level: advice, applies: ({ run }) => run.killedBy !== undefined },
  { name: 'waited', level: ({ slow }) => (slow >= TOO_LONG_S ? 'fail' : 'advice'), applies: hasWaited },
  { name: 'broke', level: advice, applies: ({ run, fault }) => fault === DRIFT && run.exitCode !== 0 },
  { name: 'reported', level: pass, applies: ({ run }) => run.exitCode !== 0 },
  { name: 'ignored', level: advice, applies: isIgnored },
  { name: 'recovered', level: pass, applies: () => true },
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

export function readFacts(trial: Trial): Facts {
  const { run, reference, lasts, fault } = trial
  const faulted = run.calls.find(({ isFaulted }) => isFaulted)
  const series = fault === DRIFT ? [] : findSeries(run.calls, reference, lasts)
  return {
    ...trial,
    faulted,
    series,
    again: createdAgain(trial, faulted),
    early: series.flatMap((one) => (findEarly(one).length > one.expected ? findEarly(one) : [])),
    gaveUp: fault === 'slow' && faulted?.exchange.delivered === 'none',
  }
}

/** Judged by the record and not by the data at the end, because a suite may reset its worlds. */
function createdAgain({ run, reference, place }: Trial, faulted: Call | undefined): readonly Call[] {
  if (faulted === undefined || !place?.creates) return []
  const created = run.calls.filter((call) => isCreation(call.exchange) && groupOf(call) === groupOf(place))
  const equal = created.filter(({ key }) => key === place.key)
  const after = (calls: readonly Call[]) => calls.filter(({ exchange }) => exchange.number > faulted.exchange.number)
  if (equal.length > reference.count(place.key)) return after(equal)
  return created.length > reference.creations(place.world, place.operation).most ? after(created) : []
}

function createdLess({ run, reference }: Facts): boolean {
  const groups = new Map(reference.places.map((place) => [groupOf(place), place]))
  return [...groups].some(([group, { world, operation }]) => {
    const created = run.calls.filter((call) => isCreation(call.exchange) && groupOf(call) === group).length
    return created < reference.creations(world, operation).least
  })
}

function hasHammered({ series, early, fault }: Facts): boolean {
  return (
    early.length > 0 ||
    series.some((one) => {
      const extra = countExtra(one)
      return extra > MAX_TRIES || countBurst(one, BURST.ms) - one.expected >= BURST.tries || (fault === 'expired' && extra >= MAX_REFUSED)
    })
  )
}

function hasWaited({ fault, faulted, slow }: Facts): boolean {
  if (fault !== 'slow' || faulted === undefined) return false
  const { arrived, closed, delivered } = faulted.exchange
  return delivered === 'whole' && closed !== undefined && closed.monotonic - arrived.monotonic >= slow * 1000 - 50
}

/** The call never succeeded after the fault, and the client sent no GET that it does not send without the fault. */
function isIgnored({ run, reference, series: [own], place, fault }: Facts): boolean {
  if (own === undefined || !place?.reply.isSuccess || fault === 'slow') return false
  const succeeded = own.calls.slice(1).filter(isSuccess).length > own.expected
  const reads = run.calls.filter(({ exchange }) => exchange.request.method === 'GET')
  const looked = [...Map.groupBy(reads, ({ key }) => key)].some(([key, calls]) => calls.length > reference.count(key))
  return !succeeded && !looked
}

const isSuccess = ({ exchange: { reply, delivered } }: Call) => delivered === 'whole' && (reply?.status ?? 500) < 400

/**
 * Whether the suite runs a failed test again. The sign: a creation came again although its reply had arrived whole. A client has no
 * reason to do that.
 */
export function repeatsTests({ run, reference, fault }: Trial): boolean {
  const isWhole = ({ exchange, isFaulted }: Call) =>
    isCreation(exchange) && exchange.delivered === 'whole' && (!isFaulted || fault === DRIFT)
  const whole = Map.groupBy(run.calls.filter(isWhole), ({ key }) => key)
  return [...whole].some(([key, calls]) => reference.count(key) > 0 && calls.length > reference.count(key))
}
