// Finds requests that break the contract. A client fails if it breaks the contract at a place more often than not. Fewer
// violations are only advice, because a test may want the refusal.

import type { Violation } from '../../exchange/violation.ts'
import { isAssumedPlace } from '../contract-facts.ts'
import { addEvidence, addFinding, createTally, type Subject, subjectOf } from '../tally.ts'
import type { Rule, WorldParts } from './rule.ts'

interface State {
  readonly parts: WorldParts
  /** The number of requests of each operation. */
  readonly calls: Map<string, number>
  /** The violations of each operation and place. */
  readonly breaks: Map<string, Break>
}

interface Break {
  readonly operation: string
  readonly violation: Violation
  readonly subject: Subject
  readonly requests: string[]
  count: number
}

const MAX_PLACES = 300

export const validRequests: Rule<State> = {
  name: 'valid-requests',
  level: 'fail',
  asks: 'Send requests that keep the contract.',
  shows: 'the requests of the client keep the contract',
  hint: 'No call of an operation came.',
  create: (parts) => ({ parts, calls: new Map(), breaks: new Map() }),
  see(state, exchange, { isExpected }) {
    const { operation, violations } = exchange
    if (operation === undefined || isExpected) return
    state.calls.set(operation, (state.calls.get(operation) ?? 0) + 1)
    if (violations.length === 0) return
    const places = new Map(violations.map((violation) => [`${violation.in} ${violation.place}`, violation]))
    for (const [place, violation] of places)
      note(state, `${operation} ${place}`, { operation, violation, subject: subjectOf(exchange) }, exchange.id)
  },
  conclude(states) {
    const calls = new Map<string, number>()
    const breaks = new Map<string, Break>()
    for (const state of states) {
      for (const [operation, count] of state.calls) calls.set(operation, (calls.get(operation) ?? 0) + count)
      for (const [key, one] of state.breaks) merge(breaks, key, one)
    }
    const tally = createTally()
    for (const one of breaks.values()) addFinding(tally, describe(one, calls.get(one.operation) ?? 0))
    return { isExercised: calls.size > 0, findings: [...tally.findings.values()] }
  },
}

function note({ parts, breaks }: State, key: string, one: Omit<Break, 'requests' | 'count'>, id: string): void {
  const { operation, violation } = one
  const found = parts.operations.get(operation)
  if (found && isAssumedPlace(found, violation.in, violation.place)) return
  const known = breaks.get(key)
  if (known === undefined && breaks.size >= MAX_PLACES) return
  const entry = known ?? { ...one, requests: [], count: 0 }
  entry.count += 1
  addEvidence(entry.requests, id)
  breaks.set(key, entry)
}

function merge(breaks: Map<string, Break>, key: string, one: Break): void {
  const known = breaks.get(key)
  if (known === undefined) breaks.set(key, { ...one, requests: [...one.requests] })
  else {
    known.count += one.count
    for (const id of one.requests) addEvidence(known.requests, id)
  }
}

function describe({ operation, violation, subject, requests, count }: Break, calls: number) {
  const kept = calls - count
  const isMistake = count > kept
  return {
    ...subject,
    operation,
    level: isMistake ? ('fail' as const) : ('advice' as const),
    in: violation.in,
    place: violation.place,
    message: `${count} of ${calls} requests ${count === 1 ? 'breaks' : 'break'} the contract at this place. For example: ${violation.message}`,
    advice: isMistake
      ? 'Correct the request at this place, so that it keeps the contract.'
      : 'If a test makes this mistake on purpose, send Sandbox-Case: "the name of the test";expect=400. Otherwise correct the request.',
    requests,
    count,
  }
}
