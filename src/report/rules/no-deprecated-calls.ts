// Finds calls of deprecated operations. They still work. The advice says until when, and which program calls them.

import type { Deprecation } from '../../contract/deprecation.ts'
import type { Exchange } from '../../exchange/exchange.ts'
import { addEvidence, addFinding, createTally, type NewFinding, subjectOf } from '../tally.ts'
import type { Rule, WorldParts } from './rule.ts'

interface State {
  readonly parts: WorldParts
  /** The calls of each operation and User-Agent. */
  readonly calls: Map<string, { readonly finding: NewFinding; readonly requests: string[]; count: number }>
  kept: number
}

const MAX_KINDS = 300

export const noDeprecatedCalls: Rule<State> = {
  name: 'no-deprecated-calls',
  level: 'advice',
  asks: 'Replace calls of deprecated operations.',
  shows: 'the client calls no deprecated operation',
  hint: 'No call of an operation came.',
  create: (parts) => ({ parts, calls: new Map(), kept: 0 }),
  see(state, exchange, { userAgent }) {
    const { operation = '', arrived } = exchange
    const found = state.parts.operations.get(operation)
    if (found === undefined) return
    const { deprecation } = found
    if (deprecation === undefined) state.kept += 1
    if (deprecation === undefined || arrived.world >= (deprecation.sunset ?? Number.POSITIVE_INFINITY)) return
    const key = userAgent === undefined ? operation : `${operation} ${userAgent}`
    let calls = state.calls.get(key)
    if (calls === undefined) {
      if (state.calls.size >= MAX_KINDS) return
      calls = { finding: describe(operation, deprecation, exchange, userAgent), requests: [], count: 0 }
      state.calls.set(key, calls)
    }
    calls.count += 1
    addEvidence(calls.requests, exchange.id)
  },
  conclude(states) {
    const tally = createTally()
    for (const { finding, requests, count } of states.flatMap(({ calls }) => [...calls.values()]))
      addFinding(tally, { ...finding, requests, count })
    return { isExercised: states.some(({ kept }) => kept > 0), findings: [...tally.findings.values()] }
  },
}

function describe(operation: string, { sunset, successor }: Deprecation, exchange: Exchange, userAgent: string | undefined): NewFinding {
  const until = sunset === undefined ? '' : ` and will be removed on ${new Date(sunset).toISOString().slice(0, 10)}`
  return {
    ...subjectOf(exchange),
    program: userAgent,
    level: 'advice',
    message: `${operation} is deprecated${until}. It was called by ${userAgent ?? 'a client without User-Agent'}.`,
    advice: successor === undefined ? 'Use another operation.' : `Use ${successor} instead.`,
    requests: [],
  }
}
