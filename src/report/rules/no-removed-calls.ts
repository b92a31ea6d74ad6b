// Finds calls of an operation after its removal date. Calls in only one episode are advice, because a test may want the refusal.

import { addEvidence, addFinding, createTally, type Subject, subjectOf } from '../tally.ts'
import type { Rule, WorldParts } from './rule.ts'

interface State {
  readonly parts: WorldParts
  /** The calls of each operation and program. */
  readonly calls: Map<string, Calls>
  /** The number of calls of other operations after the first removal date. */
  kept: number
}

interface Calls {
  readonly operation: string
  readonly product: string
  readonly subject: Subject
  readonly episodes: Set<string>
  readonly requests: string[]
  count: number
}

const MAX_EPISODES = 100
const MAX_KINDS = 300

export const noRemovedCalls: Rule<State> = {
  name: 'no-removed-calls',
  level: 'fail',
  asks: 'Do not call an operation after its removal date.',
  shows: 'the client works without the removed operations',
  hint: 'No call came after a removal date. Set the clock of the world to a later date.',
  create: (parts) => ({ parts, calls: new Map(), kept: 0 }),
  see(state, exchange, { isExpected, caller: { product } }) {
    const { operation, arrived, session, stage, testCase } = exchange
    const removedAt = removalIn(state.parts)
    if (operation === undefined || removedAt === undefined || arrived.world < removedAt) return
    const sunset = state.parts.operations.get(operation)?.deprecation?.sunset
    if (sunset === undefined || arrived.world < sunset) {
      state.kept += 1
      return
    }
    if (isExpected) return
    const key = `${operation} ${product}`
    const one = state.calls.get(key) ?? createCalls(operation, product, subjectOf(exchange))
    if (!state.calls.has(key) && state.calls.size >= MAX_KINDS) return
    state.calls.set(key, one)
    one.count += 1
    addEvidence(one.requests, exchange.id)
    if (one.episodes.size < MAX_EPISODES) one.episodes.add(`${state.parts.world} ${session} ${stage} ${testCase?.name}`)
  },
  conclude(states) {
    const tally = createTally()
    const all = states.flatMap(({ calls }) => [...calls.values()])
    for (const { operation, product, subject, requests, count } of all) {
      const own = all.filter((one) => one.operation === operation && one.product === product)
      addFinding(tally, {
        ...subject,
        program: product,
        level: own.reduce((sum, { episodes }) => sum + episodes.size, 0) >= 2 ? 'fail' : 'advice',
        message: `${product || 'A client without User-Agent'} called ${operation} after its removal date.`,
        advice: 'Use the operation that replaces it.',
        requests,
        count,
      })
    }
    return { isExercised: states.some(({ kept }) => kept > 0), findings: [...tally.findings.values()] }
  },
}

const createCalls = (operation: string, product: string, subject: Subject): Calls => ({
  ...{ operation, product, subject, episodes: new Set<string>(), requests: [], count: 0 },
})

/** The earliest removal date in the contract. */
function removalIn({ operations }: WorldParts): number | undefined {
  let first: number | undefined
  for (const { deprecation } of operations.values())
    if (deprecation?.sunset !== undefined) first = Math.min(first ?? deprecation.sunset, deprecation.sunset)
  return first
}
