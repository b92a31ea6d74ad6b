// A call of an operation after its removal date. One episode may be a test of just that.

import { addEvidence, addFinding, createTally, type Subject, subjectOf } from '../tally.ts'
import type { Rule, WorldParts } from './rule.ts'

interface State {
  readonly parts: WorldParts
  /** By operation. */
  readonly calls: Map<string, { readonly subject: Subject; readonly episodes: Set<string>; readonly requests: string[]; count: number }>
  /** Whether an operation was called before its removal, or its successor after it. */
  kept: number
}

const MAX_EPISODES = 100

export const noRemovedCalls: Rule<State> = {
  name: 'no-removed-calls',
  level: 'fail',
  asks: 'Do not call an operation after its removal date.',
  shows: 'the client works without the operations that are removed',
  hint: 'No call came after a removal date. Set the clock of the world behind it.',
  create: (parts) => ({ parts, calls: new Map(), kept: 0 }),
  see(state, exchange, { isExpected }) {
    const { operation, arrived, session, stage, testCase } = exchange
    const removedAt = removalIn(state.parts)
    if (operation === undefined || removedAt === undefined || arrived.world < removedAt) return
    const sunset = state.parts.operations.get(operation)?.deprecation?.sunset
    if (sunset === undefined || arrived.world < sunset) {
      state.kept += 1
      return
    }
    if (isExpected) return
    const one = state.calls.get(operation) ?? { subject: subjectOf(exchange), episodes: new Set<string>(), requests: [], count: 0 }
    state.calls.set(operation, one)
    one.count += 1
    addEvidence(one.requests, exchange.id)
    if (one.episodes.size < MAX_EPISODES) one.episodes.add(`${state.parts.world} ${session} ${stage} ${testCase?.name}`)
  },
  conclude(states) {
    const tally = createTally()
    const operations = new Set(states.flatMap(({ calls }) => [...calls.keys()]))
    for (const operation of operations) {
      const own = states.flatMap(({ calls }) => calls.get(operation) ?? [])
      const episodes = own.reduce((sum, one) => sum + one.episodes.size, 0)
      for (const { subject, requests, count } of own)
        addFinding(tally, {
          ...subject,
          level: episodes >= 2 ? 'fail' : 'advice',
          message: `The client called ${operation} after its removal date.`,
          advice: 'Use the operation that replaces it.',
          requests,
          count,
        })
    }
    return { isExercised: states.some(({ kept }) => kept > 0), findings: [...tally.findings.values()] }
  },
}

/** The first date at which an operation of the contract is removed. */
function removalIn({ operations }: WorldParts): number | undefined {
  let first: number | undefined
  for (const { deprecation } of operations.values())
    if (deprecation?.sunset !== undefined) first = Math.min(first ?? deprecation.sunset, deprecation.sunset)
  return first
}
