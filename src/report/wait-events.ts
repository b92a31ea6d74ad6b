// Waits that clients took or did not take, as two rules need them. One early call is held against a client once: by the rule
// about reading Retry-After where the client honours another form of it, and else by the rule about honouring it.

import { type JudgedSeries, type Run, rowsOf } from './runs.ts'
import type { NewFinding } from './tally.ts'
import { subjectOfSeries } from './tally.ts'
import { longestEarlyRow, showMs, type Wait, waitsOf } from './waits.ts'

export interface WaitEvents {
  /** The waits that each program honoured, by form: the seconds of each. */
  readonly honoured: Map<string, Map<Wait['asked']['form'], Set<number>>>
  readonly early: EarlyEvent[]
  /** Early calls of which nobody knows whether they were retries. */
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
/** Early calls in a row that need no sign. Where a scenario refuses every call, each test of a suite may force the same. */
const ROW = { passing: 3, lasting: 8 } as const
/** A reply that asked for less shows little of how its form was read. */
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

/** Most series have no wait to look at. */
const asksToWait = ({ stretches }: JudgedSeries) =>
  stretches.some(({ tries, success }) => (tries.length > 1 || success !== undefined) && tries.some(({ asked }) => asked !== undefined))

/**
 * In a named test, a client may give up and be called again at once: it had just waited out the same wait, and now comes back
 * in less than a tenth of the time. A client that cannot read a form of Retry-After is told apart by the form.
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

/** Enough early calls in a row to be held against a client without a sign. */
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

/** Whether the client waited where it read another form: then it did not read this one. */
export function isUnread(event: EarlyEvent, states: readonly WaitEvents[]): boolean {
  if (event.seconds < LONG_SECONDS) return false
  const forms = states.flatMap(({ honoured }) => [...(honoured.get(event.product)?.keys() ?? [])])
  return forms.length > 0 && !forms.includes(event.form)
}

/** How many different waits some program honoured: of other lengths, or in other forms. */
export function countHonoured(states: readonly WaitEvents[]): number {
  const waits = new Map<string, Set<string>>()
  for (const { honoured } of states)
    for (const [product, forms] of honoured)
      for (const [form, seconds] of forms)
        for (const one of seconds) waits.set(product, (waits.get(product) ?? new Set()).add(`${form} ${one}`))
  return Math.max(0, ...[...waits.values()].map(({ size }) => size))
}
