// A client should use its connections again. A new connection costs a round trip, and two or three with TLS.

import { addEvidence, addFinding, createTally, type Subject, subjectOf } from '../tally.ts'
import type { Rule } from './rule.ts'

interface State {
  /** The calls of each caller. */
  readonly callers: Map<string, Sequence>
}

interface Sequence {
  readonly subject: Subject
  /** When the last call ended, in milliseconds of the process. */
  ended: number
  /** True when the last call broke its connection. */
  isBroken: boolean
  calls: number
  opened: number
  readonly requests: string[]
}

const MIN_CALLS = 20
const SHARE = 0.9
/** After a longer pause a new connection is no mistake, because the old connection may be closed as idle. */
const IDLE_MS = 1000
/** Programs that end after each call, and so cannot keep a connection. */
const ONE_SHOT = new Set(['curl', 'Wget'])
const MAX_CALLERS = 200

export const reusesConnections: Rule<State> = {
  name: 'reuses-connections',
  level: 'advice',
  asks: 'Keep connections open, and use them again.',
  shows: 'the client uses its connections again',
  hint: `Fewer than ${MIN_CALLS} calls came one after the other.`,
  create: () => ({ callers: new Map() }),
  see({ callers }, exchange, { caller, failure, status }) {
    if (ONE_SHOT.has(caller.product)) return
    const { connection, arrived, closed = arrived } = exchange
    let sequence = callers.get(caller.name)
    if (sequence === undefined) {
      if (callers.size >= MAX_CALLERS) return
      const subject = subjectOf(exchange)
      sequence = { subject: { world: subject.world }, ended: Number.NEGATIVE_INFINITY, isBroken: false, calls: 0, opened: 0, requests: [] }
      callers.set(caller.name, sequence)
    }
    if (connection.inUse === 1 && !sequence.isBroken && arrived.monotonic - sequence.ended < IDLE_MS) {
      sequence.calls += 1
      if (connection.use === 1) {
        sequence.opened += 1
        addEvidence(sequence.requests, exchange.id)
      }
    }
    sequence.ended = closed.monotonic
    sequence.isBroken = failure === 'fault' || status === 0 || exchange.reply?.headers.Connection === 'close'
  },
  conclude(states) {
    const tally = createTally()
    let isExercised = false
    for (const { subject, calls, opened, requests } of states.flatMap(({ callers }) => [...callers.values()])) {
      if (calls < MIN_CALLS) continue
      if (opened < SHARE * calls) isExercised = true
      else
        addFinding(tally, {
          ...subject,
          level: 'advice',
          message: `Of ${calls} calls one after the other, ${opened} came on a new connection.`,
          advice: 'Use one client, or one session, for all calls: it keeps connections open.',
          requests,
          count: opened,
        })
    }
    return { isExercised, findings: [...tally.findings.values()] }
  },
}
