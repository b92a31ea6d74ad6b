// Collects honoured waits and early calls, for two rules. Each early call becomes a finding of only one of them. If the client
// honours the other form of Retry-After, the finding belongs to reads-retry-after, else to honours-retry-after.

import { longestEarlyRow, showMs, type Wait, waitsOf } from './asked-waits.ts'
import { type JudgedSeries, type Run, rowsOf } from './runs.ts'
import type { NewFinding } from './tally.ts'
import { subjectOfSeries } from './tally.ts'

export interface WaitEvents {
  /** For each program and each form of Retry-After: the lengths of the waits that it honoured, in seconds. */
  readonly honoured: Map<string, Map<Wait['asked']['form'], Set<number>>>
  readonly early: EarlyEvent[]
  /** The number of runs with early calls that may be no retries. */
  unsure: number
}

export interface EarlyEvent {
  readonly product: string
  readonly form: Wait['asked']['form']
  readonly seconds: number
  readonly finding: NewFinding
}

const MAX_EVENTS = 500
const MAX_SECONDS = 50
/** Without a sign, this many early calls in a row are a finding: `lasting` for a scenario that never ends, else `passing`. */
const ROW = { passing: 3, lasting: 8 } as const
/** In seconds. A shorter wait does not show whether the client reads the form of Retry-After. */
const LONG_SECONDS = 3

export const createWaitEvents = (): WaitEvents => ({ honoured: new Map(), early: [], unsure: 0 })

export function noteWaits(events: WaitEvents, series: JudgedSeries): void {
  if (!asksToWait(series)) return
  for (const run of series.runs.flatMap(rowsOf)) {
    const waits = waitsOf(run)
    for (const wait of waits) if (!wait.isEarly) noteHonoured(events, series.caller.product, wait)
    const early = run.sign === undefined ? rowWithoutSign(run, waits) : earlyWithSign(run, waits)
    if (early.length === 0 && waits.some(({ isEarly }) => isEarly)) events.unsure += 1
    for (const wait of early) if (events.early.length < MAX_EVENTS) events.early.push(describeEarly(series, wait, run.sign === undefined))
  }
}

/** A quick test: most series have no wait. */
const asksToWait = ({ stretches }: JudgedSeries) =>
  stretches.some(({ tries, success }) => (tries.length > 1 || success !== undefined) && tries.some(({ asked }) => asked !== undefined))

/**
 * In a named test, the client may give up, and the test may call it again at once. Such a call is no finding. This file recognizes
 * it so: the client has just honoured the same wait, and now comes back in less than a tenth of the time.
 */
function earlyWithSign({ sign }: Run, waits: readonly Wait[]): readonly Wait[] {
  return waits.filter((wait, index) => wait.isEarly && !(sign === 'case' && beginsAnew(waits[index - 1], wait)))
}

const beginsAnew = (before: Wait | undefined, { asked, elapsed }: Wait) =>
  before !== undefined &&
  !before.isEarly &&
  before.asked.form === asked.form &&
  Math.round(before.asked.seconds) === Math.round(asked.seconds) &&
  elapsed * 10 < before.elapsed

/** Without a sign, only many early calls in a row are a finding. */
function rowWithoutSign({ tries }: Run, waits: readonly Wait[]): readonly Wait[] {
  const row = longestEarlyRow(waits)
  const isLasting = tries.some(({ passes, failure }) => passes === 'never' && failure !== undefined)
  return row.length >= (isLasting ? ROW.lasting : ROW.passing) ? row : []
}

function noteHonoured({ honoured }: WaitEvents, product: string, { asked }: Wait): void {
  const forms = honoured.get(product) ?? new Map<Wait['asked']['form'], Set<number>>()
  const seconds = forms.get(asked.form) ?? new Set<number>()
  if (seconds.size < MAX_SECONDS) seconds.add(Math.round(asked.seconds))
  forms.set(asked.form, seconds)
  honoured.set(product, forms)
}

function describeEarly(series: JudgedSeries, { from, to, asked, elapsed }: Wait, isRow: boolean): EarlyEvent {
  const wait = `${Number(asked.seconds.toFixed(1))} s${asked.form === 'date' ? ' with a date' : ''}`
  return {
    product: series.caller.product,
    form: asked.form,
    seconds: asked.seconds,
    finding: {
      ...subjectOfSeries(series),
      level: 'fail',
      message: `The client came back ${showMs(elapsed)} after a ${from.status} that asked for ${wait}${isRow ? ', again and again' : ''}.`,
      advice: 'Wait as long as Retry-After says before the same call is sent again, or give up.',
      requests: [from.id, to.id],
    },
  }
}

/** True when the client honours the other form of Retry-After, but never this form. */
export function isUnread(event: EarlyEvent, states: readonly WaitEvents[]): boolean {
  if (event.seconds < LONG_SECONDS) return false
  const forms = states.flatMap(({ honoured }) => [...(honoured.get(event.product)?.keys() ?? [])])
  return forms.length > 0 && !forms.includes(event.form)
}

/** The number of different waits that a program honoured: with different lengths or forms. The highest number of all programs. */
export function countHonoured(states: readonly WaitEvents[]): number {
  const waits = new Map<string, Set<string>>()
  for (const { honoured } of states)
    for (const [product, forms] of honoured)
      for (const [form, seconds] of forms)
        for (const one of seconds) waits.set(product, (waits.get(product) ?? new Set()).add(`${form} ${one}`))
  return Math.max(0, ...[...waits.values()].map(({ size }) => size))
}
