// A client that sends its key with some operations and never with another has forgotten it there.

import { addEvidence, addFinding, createTally, type Subject, subjectOf } from '../tally.ts'
import type { Rule } from './rule.ts'

interface State {
  /** By program and operation. */
  readonly calls: Map<string, Calls>
}

interface Calls {
  readonly product: string
  readonly operation: string
  readonly subject: Subject
  withKey: number
  without: number
  readonly requests: string[]
}

const MAX_KINDS = 500

export const authenticates: Rule<State> = {
  name: 'authenticates',
  level: 'fail',
  asks: 'Send the API key with every call.',
  shows: 'the client sends its key with every operation that it calls',
  hint: 'No call came.',
  create: () => ({ calls: new Map() }),
  see({ calls }, exchange, { caller: { product }, isExpected }) {
    const { operation = '', caller, id } = exchange
    const hasKey = caller.refusal?.given !== false
    if (!hasKey && isExpected) return
    const key = `${operation} ${product}`
    let one = calls.get(key)
    if (one === undefined) {
      if (calls.size >= MAX_KINDS) return
      one = { product, operation, subject: subjectOf(exchange), withKey: 0, without: 0, requests: [] }
      calls.set(key, one)
    }
    if (hasKey) one.withKey += 1
    else {
      one.without += 1
      addEvidence(one.requests, id)
    }
  },
  conclude(states) {
    const merged = merge(states)
    const programs = new Set(merged.filter(({ withKey }) => withKey > 0).map(({ product }) => product))
    const isKeyless = programs.size === 0
    const tally = createTally()
    for (const { product, operation, subject, withKey, without, requests } of merged) {
      if (without === 0 || withKey > 0 || (!isKeyless && (!programs.has(product) || operation === ''))) continue
      addFinding(tally, {
        ...subject,
        program: product,
        level: 'fail',
        message: isKeyless
          ? `No call had a key: ${operation || 'a path outside of the contract'} was called ${without} times without one.`
          : `${product || 'A client without User-Agent'} sends a key elsewhere, and never with ${operation}.`,
        advice: 'Send Authorization: Bearer <API_KEY> with this operation too.',
        requests,
        count: without,
      })
    }
    return { isExercised: merged.length > 0, findings: [...tally.findings.values()] }
  },
}

function merge(states: readonly State[]): Calls[] {
  const merged = new Map<string, Calls>()
  for (const { calls } of states)
    for (const [key, one] of calls) {
      const known = merged.get(key)
      if (known === undefined) merged.set(key, { ...one, requests: [...one.requests] })
      else {
        known.withKey += one.withKey
        known.without += one.without
        for (const id of one.requests) addEvidence(known.requests, id)
      }
    }
  return [...merged.values()]
}
