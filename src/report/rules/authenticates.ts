// Finds clients that forgot their key in one operation: they send it with some operations, and never with that one. Also finds
// clients with a wrong key: no call of theirs was accepted.

import { addEvidence, addFinding, createTally, type Subject, subjectOf, type Tally } from '../tally.ts'
import type { Rule } from './rule.ts'

interface State {
  /** The calls by operation and program. */
  readonly calls: Map<string, Calls>
}

interface Calls {
  readonly product: string
  readonly operation: string
  readonly subject: Subject
  withKey: number
  without: number
  /** Calls whose key was accepted. */
  accepted: number
  /** Calls without a key. */
  readonly requests: string[]
  /** Calls with a key that is not valid. */
  readonly wrong: string[]
}

const MAX_KINDS = 500
/** When another program has a valid key, a few wrong keys are no mistake: a test may want the refusal. */
const MANY_WRONG = 3

export const authenticates: Rule<State> = {
  name: 'authenticates',
  level: 'fail',
  asks: 'Send the API key with every call.',
  shows: 'the client sends its key with every operation that it calls',
  hint: 'No call had a valid key.',
  create: () => ({ calls: new Map() }),
  see({ calls }, exchange, { caller: { product }, isExpected }) {
    const { operation = '', caller, id } = exchange
    const hasKey = caller.refusal?.given !== false
    const isAccepted = caller.refusal === undefined
    if (!isAccepted && isExpected) return
    const key = `${operation} ${product}`
    let one = calls.get(key)
    if (one === undefined) {
      if (calls.size >= MAX_KINDS) return
      one = { product, operation, subject: subjectOf(exchange), withKey: 0, without: 0, accepted: 0, requests: [], wrong: [] }
      calls.set(key, one)
    }
    if (isAccepted) one.accepted += 1
    else if (hasKey) addEvidence(one.wrong, id)
    if (hasKey) one.withKey += 1
    else {
      one.without += 1
      addEvidence(one.requests, id)
    }
  },
  conclude(states) {
    const merged = merge(states)
    const programs = new Set(merged.filter(({ withKey }) => withKey > 0).map(({ product }) => product))
    const tally = createTally()
    noteNeverAccepted(tally, merged)
    if (programs.size === 0) noteKeyless(tally, merged)
    else
      noteKeyless(
        tally,
        merged.filter(({ product, operation }) => programs.has(product) && operation !== ''),
      )
    return { isExercised: merged.some(({ accepted }) => accepted > 0), findings: [...tally.findings.values()] }
  },
}

/** Finds programs whose keys were never valid. */
function noteNeverAccepted(tally: Tally, merged: readonly Calls[]): void {
  const isAnyAccepted = merged.some(({ accepted }) => accepted > 0)
  for (const product of new Set(merged.map((one) => one.product))) {
    const own = merged.filter((one) => one.product === product)
    const [first] = own.filter(({ wrong }) => wrong.length > 0)
    const count = sum(own.map(({ withKey }) => withKey))
    if (first === undefined || own.some(({ accepted }) => accepted > 0) || (isAnyAccepted && count < MANY_WRONG)) continue
    const { operation: _, case: _case, ...subject } = first.subject
    const all = count + sum(own.map(({ without }) => without))
    addFinding(tally, {
      ...subject,
      program: product,
      level: 'fail',
      message: `${all === 1 ? 'The only call had no valid key' : `None of ${all} calls had a valid key`}${product === '' ? '' : ` (${product})`}.`,
      advice: 'Set the API key of the client to a key of the sandbox. exec and env give one as PETSTORE_API_KEY.',
      requests: own.flatMap(({ wrong }) => wrong),
      count,
    })
  }
}

function noteKeyless(tally: Tally, merged: readonly Calls[]): void {
  const isKeyless = merged.every(({ withKey }) => withKey === 0)
  for (const { product, operation, subject, withKey, without, requests } of merged) {
    if (without === 0 || withKey > 0) continue
    addFinding(tally, {
      ...subject,
      program: product,
      level: 'fail',
      message: isKeyless
        ? `No call had a key: ${operation || 'a path outside of the contract'} was called ${without === 1 ? 'once' : `${without} times`} without a key.`
        : `${product || 'A client without User-Agent'} sends a key with other operations, but never with ${operation}.`,
      advice: 'Send Authorization: Bearer <API_KEY> with this operation too.',
      requests,
      count: without,
    })
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

function merge(states: readonly State[]): Calls[] {
  const merged = new Map<string, Calls>()
  for (const { calls } of states)
    for (const [key, one] of calls) {
      const known = merged.get(key)
      if (known === undefined) merged.set(key, { ...one, requests: [...one.requests], wrong: [...one.wrong] })
      else {
        known.withKey += one.withKey
        known.without += one.without
        known.accepted += one.accepted
        for (const id of one.requests) addEvidence(known.requests, id)
        for (const id of one.wrong) addEvidence(known.wrong, id)
      }
    }
  return [...merged.values()]
}
