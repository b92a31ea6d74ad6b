// Splits series into runs. The tries of a run belong to one call in the code of the client, and a sign may prove this. Without a
// sign, five tests that force the same error look like one call with four retries. So for runs without a sign, a rule may judge
// only behaviour that no test suite has.

import { calledInParallel, wereOpenTogether } from './callers.ts'
import { elapsed } from './facts.ts'
import { counterOf, isId, type Mark } from './marks.ts'
import { type Series, type Stretch, spanOf, type Try } from './series.ts'

/** The proof that tries are retries: a header that counts, an id that no other call has, the name of a case, or a scenario that ended. */
export type Sign = 'counter' | 'id' | 'case' | 'end'

export interface Run {
  readonly series: Series
  /** The tries in the order of their arrival. The last try may be a success. */
  readonly tries: readonly Try[]
  /** The index before which tries are left out; undefined when no try is left out. */
  readonly gapAt: number | undefined
  readonly leftOut: number
  readonly sign: Sign | undefined
}

/** A series with its runs, for the rules. */
export interface JudgedSeries extends Series {
  /** The caller used more than two connections at once. Then retries look like other calls, and the series has no runs. */
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

/** Splits by an id that some tries share and that no other call has. The other tries stay together, without a sign. */
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
 * Splits by a header that counts up from try to try. The counter starts again with each call: at 0, at 1, or only with the first
 * retry. A number that grows from call to call is no counter of tries.
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

/** True when `count` follows `before`. The first try may have no number, 0 or 1, and the second try has 1 or 2. */
const goesOn = (before: number | undefined, count: number, tries: number) =>
  before === undefined ? tries === 1 && (count === 1 || count === 2) : count === before + 1 && (tries > 1 || before <= 1)

const namesOf = (tries: readonly Try[]) => new Set(tries.flatMap(({ marks = [] }) => marks.map(([name]) => name)))

/** True when a scenario with a limited number of steps made all tries fail, and the series ended with its first success. */
function endsWithScenario({ stretches, hasMore }: Series, { tries, success }: Stretch): boolean {
  return stretches.length === 1 && !hasMore && success !== undefined && tries.every(({ passes }) => passes === 'used-up')
}

/** Each try of a run with the next try, in order. */
export function pairsOf({ tries, gapAt }: Run): readonly (readonly [Try, Try])[] {
  const pairs: [Try, Try][] = []
  for (let index = 1; index < tries.length; index += 1) {
    if (index === gapAt) continue
    pairs.push([tries[index - 1] as Try, tries[index] as Try])
  }
  return pairs
}

/** After a gap that is this many times shorter than the previous gap, another call begins. */
const DROP = 10
/** In milliseconds. After a shorter gap there is no drop, because short gaps vary by chance. */
const MIN_DROP_FROM = 100

/** True when a try belongs to the call of the previous try: nothing came between them, and the gap is not much shorter. */
function goesOnAt({ tries, gapAt, sign }: Run, index: number): boolean {
  const [first, before, one] = [index - 1 === gapAt ? undefined : tries[index - 2], tries[index - 1], tries[index]]
  if (before === undefined || one === undefined) return false
  if (sign === undefined && one.order !== before.order + 1) return false
  const gap = first ? gapBetween(first, before) : 0
  return gap < MIN_DROP_FROM || gapBetween(before, one) * DROP >= gap
}

const gapBetween = (from: Try, to: Try) => Math.max(0, elapsed(from.closed, to.arrived))

/**
 * A run with a sign stays whole. A run without a sign is split where the caller did something else, because test suites set up
 * and clean up between tests, and where the gaps start again.
 */
export const rowsOf = (run: Run): readonly Run[] => (run.sign === undefined ? split(run) : [run])

/** Also splits runs with the name of a test, because a test may make several calls under its name. */
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
