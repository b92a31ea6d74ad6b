// When the reply to a creation is lost, the client does not know whether it was carried out. To send it again may create a
// second one; to list first shows.

import { listOf } from '../contract-facts.ts'
import { elapsed } from '../facts.ts'
import { type JudgedSeries, pairsOf, type Run } from '../runs.ts'
import type { Try } from '../series.ts'
import { addFinding, createTally, mergeTallies, subjectOfSeries, type Tally } from '../tally.ts'
import { isUnderWay, showMs } from '../waits.ts'
import type { Rule, WorldParts } from './rule.ts'

interface State extends Tally {
  readonly parts: WorldParts
}

const WITHIN_MS = 60_000
const IN_FLIGHT_MS = 250

export const noBlindCreateRetry: Rule<State> = {
  name: 'no-blind-create-retry',
  level: 'fail',
  asks: 'After the reply to a creation is lost, look whether it was carried out before you send it again.',
  shows: 'the client does not create twice when a reply is lost',
  hint: 'No reply to a creation was lost. Use lost-reply with a creation, and name the test with Sandbox-Case.',
  create: (parts) => ({ ...createTally(), parts }),
  seeSeries(state, series) {
    const { operations } = state.parts
    const operation = operations.get(series.operation ?? '')
    if (operation === undefined || operation.method !== 'POST') return
    const list = listOf(operation, operations)
    for (const run of series.runs) judge(state, series, run, list?.id)
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

/** A reply that broke in the middle is lost too. */
const isLoss = ({ failure, carriedOut }: Try) => failure === 'fault' && carriedOut

function judge(state: State, series: JudgedSeries, run: Run, list: string | undefined): void {
  const losses = run.tries.filter(isLoss)
  if (losses.length === 0) return
  const used = new Set<number>()
  let repeated: readonly [Try, Try] | undefined
  for (const [from, to] of pairsOf(run)) {
    used.add(from.connection)
    if (isLoss(from) && isBlind(from, to, used) && !hasListed(series, list, from, to)) repeated ??= [from, to]
  }
  if (repeated === undefined) {
    if (run.sign !== undefined || run.tries.length === 1) state.kept += 1
    return
  }
  if (run.sign === undefined) {
    state.unsure += 1
    return
  }
  const [loss, again] = repeated
  addFinding(state, {
    ...subjectOfSeries(series),
    level: 'fail',
    message: `The reply to a creation was lost, and ${showMs(elapsed(loss.closed, again.arrived))} later the client sent the same creation again without looking.`,
    advice: 'List first, and send the creation again only if it is not there. Retry no POST automatically.',
    requests: [loss.id, again.id],
  })
}

function isBlind(loss: Try, again: Try, used: ReadonlySet<number>): boolean {
  const passed = elapsed(loss.closed, again.arrived)
  if (again.arrived.monotonic <= loss.closed.monotonic || passed > WITHIN_MS) return false
  return !(passed < IN_FLIGHT_MS && isUnderWay(again, loss.closed.monotonic, used))
}

/** Whether the caller listed between the loss and the next try. */
const hasListed = ({ caller }: JudgedSeries, list: string | undefined, loss: Try, again: Try) =>
  caller.reads.some(({ operation, at }) => operation === list && at > loss.arrived.monotonic && at < again.arrived.monotonic)
