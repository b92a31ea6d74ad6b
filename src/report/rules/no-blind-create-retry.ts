// When the reply to a creation is lost, the client does not know whether the item exists. A second creation may create a second item,
// so the client has to look for the item first.

import { IN_FLIGHT_MS, isUnderWay, showMs } from '../asked-waits.ts'
import type { Caller } from '../callers.ts'
import { listOf } from '../contract-facts.ts'
import { elapsed } from '../facts.ts'
import { type JudgedSeries, pairsOf, type Run } from '../runs.ts'
import type { Try } from '../series.ts'
import { addFinding, createTally, mergeTallies, subjectOfSeries, type Tally } from '../tally.ts'
import type { Rule, WorldParts } from './rule.ts'

interface State extends Tally {
  readonly parts: WorldParts
  /** The last reads of callers, after the reply to one of their creations was lost. */
  readonly reads: WeakMap<Caller, Read[]>
}

interface Read {
  readonly operation: string | undefined
  /** In milliseconds of the process. */
  readonly at: number
}

const WITHIN_MS = 60_000
const MAX_READS = 200

export const noBlindCreateRetry: Rule<State> = {
  name: 'no-blind-create-retry',
  level: 'fail',
  asks: 'If the reply to a creation is lost, check whether the item exists before you send the creation again.',
  shows: 'the client does not create twice when a reply is lost',
  hint: 'No reply to a creation was lost. Use lost-reply with a creation, and name the test with Sandbox-Case.',
  create: (parts, seen) => ({ ...createTally(), parts, reads: seen?.reads ?? new WeakMap() }),
  see({ reads }, { request, operation, arrived, carriedOut }, { caller, failure }) {
    const known = reads.get(caller)
    if (known !== undefined && request.method === 'GET' && failure === undefined) noteRead(known, { operation, at: arrived.monotonic })
    else if (known === undefined && failure === 'fault' && carriedOut) reads.set(caller, [])
  },
  seeSeries(state, series) {
    const { operations } = state.parts
    const operation = operations.get(series.operation ?? '')
    if (operation === undefined || operation.method !== 'POST') return
    const list = listOf(operation, operations)
    for (const run of series.runs) judgeRun(state, series, run, list?.id)
  },
  conclude(states) {
    const { kept, unsure, findings } = mergeTallies(states)
    const hint =
      unsure > 0
        ? 'An equal creation followed a lost one, but nothing shows that this was a retry. Name each test with Sandbox-Case.'
        : undefined
    return { isExercised: kept > 0, findings: [...findings.values()], hint }
  },
}

/** True for a creation that was carried out, but whose reply was lost as a whole or in part. */
const isLoss = ({ failure, carriedOut }: Try) => failure === 'fault' && carriedOut

function judgeRun(state: State, series: JudgedSeries, run: Run, list: string | undefined): void {
  const losses = run.tries.filter(isLoss)
  if (losses.length === 0) return
  const reads = state.reads.get(series.caller) ?? []
  const used = new Set<number>()
  let repeated: readonly [Try, Try] | undefined
  let isUnsure = false
  for (const [from, to] of pairsOf(run)) {
    used.add(from.connection)
    if (!isLoss(from) || !isAfter(from, to) || hasListed(reads, list, from, to)) continue
    if (mayBeUnderWay(from, to, used) && (to.isFirst || !isInTurn(run))) isUnsure = true
    else repeated ??= [from, to]
  }
  if (repeated === undefined && !isUnsure) {
    if (run.sign !== undefined || run.tries.length === 1) state.kept += 1
    return
  }
  if (repeated === undefined || run.sign === undefined) {
    state.unsure += 1
    return
  }
  const [loss, again] = repeated
  addFinding(state, {
    ...subjectOfSeries(series),
    level: 'fail',
    message: `The reply to a creation was lost, and ${showMs(elapsed(loss.closed, again.arrived))} later the client sent the same creation again, without a look at the list.`,
    advice: 'List first, and send the creation again only if the item is not there. Never retry a POST automatically.',
    requests: [loss.id, again.id],
  })
}

function isAfter(loss: Try, again: Try): boolean {
  return again.arrived.monotonic > loss.closed.monotonic && elapsed(loss.closed, again.arrived) <= WITHIN_MS
}

/** True when the second creation may have been sent before the client saw the loss. Then it may be no retry. */
const mayBeUnderWay = (loss: Try, again: Try, used: ReadonlySet<number>) =>
  elapsed(loss.closed, again.arrived) < IN_FLIGHT_MS && isUnderWay(again, loss.closed.monotonic, used)

/**
 * True for tries with a sign that came one after the other: they are one call and its retries, also on idle connections of a
 * pool. Among such tries, only a creation on a new connection may have been sent before the loss.
 */
const isInTurn = (run: Run) => run.sign !== undefined && pairsOf(run).every(([from, to]) => to.arrived.monotonic > from.closed.monotonic)

function noteRead(reads: Read[], read: Read): void {
  if (reads.length >= MAX_READS) reads.shift()
  reads.push(read)
}

/** True when the caller read the list between the loss and the next try. */
const hasListed = (reads: readonly Read[], list: string | undefined, loss: Try, again: Try) =>
  reads.some(({ operation, at }) => operation === list && at > loss.arrived.monotonic && at < again.arrived.monotonic)
