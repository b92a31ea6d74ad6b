// A client has to wait as long as Retry-After says. An early call is a finding if a sign shows that it is a retry, or if many come in
// a row. Many other calls of the key during the wait are a finding too.

import type { Exchange, Moment } from '../../exchange/exchange.ts'
import { IN_FLIGHT_MS, TOLERANCE } from '../asked-waits.ts'
import { callOf, elapsed, type Facts } from '../facts.ts'
import { countHonoured, createWaitEvents, isUnread, noteWaits, type WaitEvents } from '../honoured-waits.ts'
import { readAsk } from '../retry-after.ts'
import { addEvidence, addFinding, createTally, MAX_EVIDENCE, mergeTallies, type NewFinding, subjectOf, type Tally } from '../tally.ts'
import type { Rule } from './rule.ts'

interface State extends WaitEvents {
  /** For each session, stage and key: the 429 of the real rate limit or of a ban, while its wait is not over. */
  readonly pressing: Map<string, Pressing>
  readonly pressed: Tally
}

interface Pressing {
  readonly id: string
  readonly call: string
  readonly sent: Moment
  readonly until: number
  readonly finding: Pick<NewFinding, 'operation' | 'case' | 'world'>
  readonly early: string[]
  count: number
}

/** A client fails with more other calls than this during a wait. A few may be an accident. */
const MAX_OTHERS = 20
const MAX_KEYS = 100

export const honoursRetryAfter: Rule<State> = {
  name: 'honours-retry-after',
  level: 'fail',
  asks: 'Wait as long as Retry-After says.',
  shows: 'the client waits as long as Retry-After says',
  hint: 'No call was recognized as a retry after a 429 or 503. Use throttled-then-ok, and name the test with Sandbox-Case.',
  create: () => ({ ...createWaitEvents(), pressing: new Map(), pressed: createTally() }),
  see(state, exchange, facts) {
    const { session, stage, caller } = exchange
    const { key } = caller
    if (key === undefined) return
    // After a reset, or a change of scenarios, limits or clock, the wait does not apply any more.
    const holder = `${session} ${stage} ${key}`
    const waiting = state.pressing.get(holder)
    if (waiting && exchange.count.verdict !== 'served' && !facts.isExpected) notePressing(state, waiting, exchange)
    if (facts.status === 429 && exchange.count.verdict !== 'served' && !facts.isExpected) beginWait(state, holder, exchange, facts)
  },
  seeSeries: noteWaits,
  conclude(states) {
    const tally = mergeTallies(states.map(({ pressed }) => pressed))
    for (const event of states.flatMap(({ early }) => early)) if (!isUnread(event, states)) addFinding(tally, event.finding)
    const isClean = states.every(({ early, unsure }) => early.length === 0 && unsure === 0)
    return { isExercised: isClean && countHonoured(states) > 0, findings: [...tally.findings.values()], hint: hintOf(states) }
  },
}

const hintOf = (states: readonly WaitEvents[]) =>
  states.some(({ unsure }) => unsure > 0)
    ? 'The same call came again before a wait was over, but nothing shows that this was a retry. Name each test with Sandbox-Case.'
    : undefined

function beginWait({ pressing }: State, holder: string, exchange: Exchange, { status }: Facts): void {
  const asked = readAsk(exchange, status)
  const known = pressing.get(holder)
  const sent = exchange.replied
  if (asked === undefined || sent === undefined) return
  const until = asked.seconds * 1000
  if (known && elapsed(known.sent, sent) < known.until) return
  if (known === undefined && pressing.size >= MAX_KEYS) pressing.delete(pressing.keys().next().value ?? '')
  pressing.set(holder, { id: exchange.id, call: callOf(exchange), sent, until, finding: subjectOf(exchange), early: [], count: 0 })
}

function notePressing({ pressed }: State, waiting: Pressing, exchange: Exchange): void {
  const passed = elapsed(waiting.sent, exchange.arrived)
  if (passed < IN_FLIGHT_MS || passed >= waiting.until - TOLERANCE.seconds || callOf(exchange) === waiting.call) return
  waiting.count += 1
  addEvidence(waiting.early, exchange.id)
  if (waiting.count !== MAX_OTHERS + 1) return
  addFinding(pressed, {
    ...waiting.finding,
    level: 'fail',
    message: `The client sent more than ${MAX_OTHERS} other calls while a 429 asked it to wait for ${Math.round(waiting.until / 1000)} s.`,
    advice: 'Stop all calls of the key until Retry-After is over: a 429 is about the key, not about one call.',
    requests: [waiting.id, ...waiting.early].slice(0, MAX_EVIDENCE),
  })
}
