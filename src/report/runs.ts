// Runs: tries that belong to one call of the client's code, with the sign that says so. Without a sign five tests that force
// the same error look like one call with four retries, so a rule may then judge only what no suite does.

import { calledInParallel, wereOpenTogether } from './callers.ts'
import { elapsed } from './facts.ts'
import { counterOf, isId, type Mark } from './marks.ts'
import { type Series, type Stretch, spanOf, type Try } from './series.ts'

/** What shows that the tries of a run are retries: a header that counts, an id of theirs alone, the name of a case, a scenario that ended. */
export type Sign = 'counter' | 'id' | 'case' | 'end'

export interface Run {
  readonly series: Series
  /** In the order of their arrival; the last one may be a success. */
  readonly tries: readonly Try[]
  /** The place behind which tries are left out; undefined where there are all. */
  readonly gapAt: number | undefined
  readonly leftOut: number
  readonly sign: Sign | undefined
}

/** A series as the rules see it. */
export interface JudgedSeries extends Series {
  /** More than two connections of the caller were in use: nobody can tell retries from other calls. */
  readonly isParallel: boolean
  readonly runs: readonly Run[]
}

function* connectionsOf({ stretches }: Series): Generator<Try> {
  for (const { tries, success } of stretches) {
    yield* tries
    if (success) yield success
  }
}

export type IsAlone = (mark: Mark, call: string) => boolean

export function judgeSeries(series: Series, isAlone: IsAlone): JudgedSeries {
  const [from, to] = spanOf(series)
  const isParallel = calledInParallel(series.caller, from, to) || wereOpenTogether(series.caller, connectionsOf(series))
  return { ...series, isParallel, runs: isParallel ? [] : series.stretches.flatMap((stretch) => runsOf(series, stretch, isAlone)) }
}

function runsOf(series: Series, stretch: Stretch, isAlone: IsAlone): Run[] {
  const tries = stretch.success ? [...stretch.tries, stretch.success] : stretch.tries
  const whole = { series, gapAt: stretch.leftOut > 0 ? Math.floor(stretch.tries.length / 2) : undefined, leftOut: stretch.leftOut }
  if (series.caseName !== undefined) return [{ ...whole, tries, sign: 'case' }]
  if (tries.length === 1) return [{ ...whole, tries, sign: undefined }]
  const marked = stretch.leftOut > 0 ? undefined : (splitById(series, tries, isAlone) ?? splitByCounter(tries))
  if (marked) return marked.map(([sign, part]) => ({ series, gapAt: undefined, leftOut: 0, tries: part, sign }))
  return [{ ...whole, tries, sign: endsWithScenario(series, stretch) ? 'end' : undefined }]
}

type Part = readonly [sign: Sign | undefined, tries: Try[]]

/** By an id that some of the tries share, and no other call has. Tries without a partner stay together, without a sign. */
function splitById({ call }: Series, tries: readonly Try[], isAlone: IsAlone): Part[] | undefined {
  for (const name of namesOf(tries)) {
    const groups = new Map<string, Try[]>()
    for (const one of tries) {
      const mark = one.marks?.find(([other]) => other === name)
      const key = mark && isId(mark) && isAlone(mark, call) ? mark[1] : ''
      groups.set(key, [...(groups.get(key) ?? []), one])
    }
    const shared = [...groups].filter(([key, group]) => key !== '' && group.length > 1)
    if (shared.length === 0) continue
    const others = tries.filter((one) => !shared.some(([, group]) => group.includes(one)))
    return [...shared.map(([, group]): Part => ['id', group]), ...(others.length > 0 ? [[undefined, others] as Part] : [])]
  }
  return undefined
}

/**
 * By a header that counts up from one try to the next. It begins anew with each call, at 0, at 1 or with the first retry: a
 * number that goes on from call to call is no counter of tries.
 */
function splitByCounter(tries: readonly Try[]): Part[] | undefined {
  for (const name of namesOf(tries)) {
    const parts: { readonly tries: Try[]; last: number | undefined; counts: boolean }[] = []
    for (const one of tries) {
      const part = parts.at(-1)
      const count = countOf(one, name)
      if (part && count !== undefined && goesOn(part.last, count, part.tries.length)) {
        part.tries.push(one)
        part.counts = true
      } else parts.push({ tries: [one], last: count, counts: false })
      const last = parts.at(-1)
      if (last) last.last = count
    }
    const counted = parts.filter(({ counts }) => counts)
    const others = parts.filter(({ counts }) => !counts).flatMap((part) => part.tries)
    if (counted.length > 0)
      return [...counted.map((part): Part => ['counter', part.tries]), ...(others.length > 0 ? [[undefined, others] as Part] : [])]
  }
  return undefined
}

function countOf({ marks = [] }: Try, name: string): number | undefined {
  const mark = marks.find(([other]) => other === name)
  return mark && counterOf(mark)
}

/** The second try has 1 or 2: the first may have none, 0 or 1. */
const goesOn = (before: number | undefined, count: number, tries: number) =>
  before === undefined ? tries === 1 && (count === 1 || count === 2) : count === before + 1 && (tries > 1 || before <= 1)

const namesOf = (tries: readonly Try[]) => new Set(tries.flatMap(({ marks = [] }) => marks.map(([name]) => name)))

/** A scenario whose steps end made all of them fail, and the series stopped at its first success. */
function endsWithScenario({ stretches, hasMore }: Series, { tries, success }: Stretch): boolean {
  return stretches.length === 1 && !hasMore && success !== undefined && tries.every(({ passes }) => passes === 'used-up')
}

/** The pairs of neighbours of a run, in order. */
export function pairsOf({ tries, gapAt }: Run): readonly (readonly [Try, Try])[] {
  const pairs: [Try, Try][] = []
  for (let index = 1; index < tries.length; index += 1) {
    if (index === gapAt) continue
    pairs.push([tries[index - 1] as Try, tries[index] as Try])
  }
  return pairs
}

/** A gap this many times shorter than the one before begins another call. */
const DROP = 10
/** In milliseconds. Shorter gaps vary by themselves. */
const MIN_DROP_FROM = 100

/** Whether a try goes on with the call of the one before: nothing came in between, and the gap did not fall to nearly nothing. */
function goesOnAt({ tries, gapAt, sign }: Run, index: number): boolean {
  const [first, before, one] = [index - 1 === gapAt ? undefined : tries[index - 2], tries[index - 1], tries[index]]
  if (before === undefined || one === undefined) return false
  if (sign === undefined && one.order !== before.order + 1) return false
  const gap = first ? gapBetween(first, before) : 0
  return gap < MIN_DROP_FROM || gapBetween(before, one) * DROP >= gap
}

const gapBetween = (from: Try, to: Try) => Math.max(0, elapsed(from.closed, to.arrived))

/**
 * Without a sign, tries belong together only while the caller does nothing else in between, for suites set up and clean up
 * between their tests, and while the gaps do not begin anew. With a sign a run is as it is.
 */
export const rowsOf = (run: Run): readonly Run[] => (run.sign === undefined ? split(run) : [run])

/** A test that calls again and again has one name for all its calls: the gaps still tell where the next one begins. */
export const callsOf = (run: Run): readonly Run[] => (run.sign === undefined || run.sign === 'case' ? split(run) : [run])

function split(run: Run): readonly Run[] {
  const { tries, gapAt } = run
  if (tries.length === 1) return [run]
  const rows: Try[][] = []
  for (const [index, one] of tries.entries()) {
    const row = rows.at(-1)
    if (row && (index === gapAt || goesOnAt(run, index))) row.push(one)
    else rows.push([one])
  }
  const [only] = rows
  return rows.length === 1 && only ? [run] : rows.map((row) => ({ ...run, tries: row, gapAt: undefined }))
}
