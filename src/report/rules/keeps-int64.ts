// Ids are 64-bit integers. A client that reads an id as a double-precision number sends back a rounded id. If the client has also
// sent the exact number, the rounded number is no evidence, because this client can keep both.

import { findInJson, findInUrl, roundToDouble } from '../big-integers.ts'
import { addFinding, createTally, type NewFinding, subjectOf } from '../tally.ts'
import type { Rule } from './rule.ts'

interface State {
  /** The big integers in replies. */
  readonly issued: Set<string>
  /** The exact number for each rounded number. */
  readonly rounded: Map<string, string>
  /** The big integers in the requests of each caller. */
  readonly sent: Map<string, Set<string>>
  readonly suspects: Suspect[]
  /** How often an issued number came back exactly, although rounding would have changed it. */
  kept: number
  /** True when the world has big integers. Before that, long replies are not searched, to save time. */
  hasBig: boolean
}

interface Suspect {
  readonly caller: string
  readonly exact: string
  readonly value: string
  readonly finding: NewFinding
}

const MAX_NUMBERS = 1000
const MAX_CALLERS = 100
const MAX_SUSPECTS = 200
const SHORT = 600

export const keepsInt64: Rule<State> = {
  name: 'keeps-int64',
  level: 'fail',
  asks: 'Keep 64-bit integers exact.',
  shows: 'the client keeps 64-bit integers exact',
  hint: 'No id above 2^53 came back. Use big-ids, and send an id from the reply back.',
  create: () => ({ issued: new Set(), rounded: new Map(), sent: new Map(), suspects: [], kept: 0, hasBig: false }),
  see(state, exchange, { caller }) {
    const { path, query, body } = exchange.request
    const inUrl = findInUrl(query === '' ? path : `${path}?${query}`)
    const inBody = body?.text === undefined ? [] : findInJson(body.text)
    for (const value of inUrl) noteSent(state, caller.name, value, () => ({ ...subjectOf(exchange), id: exchange.id }))
    for (const value of inBody) noteSent(state, caller.name, value, () => ({ ...subjectOf(exchange), id: exchange.id }))
    const text = exchange.reply?.body.text
    if (text === undefined || (text.length > SHORT && !state.hasBig && exchange.appliedSteps.length === 0)) return
    for (const value of findInJson(text)) noteIssued(state, value)
  },
  conclude(states) {
    const tally = createTally()
    for (const { suspects, issued, sent } of states)
      for (const { caller, exact, value, finding } of suspects)
        if (isKnown(issued, value) === false && isKnown(sent.get(caller), exact) === false) addFinding(tally, finding)
    return { isExercised: states.some(({ kept }) => kept > 0), findings: [...tally.findings.values()] }
  },
}

/** True when the set has the number; undefined when the set is full and cannot say. */
function isKnown(numbers: ReadonlySet<string> | undefined, value: string): boolean | undefined {
  if (numbers?.has(value)) return true
  return numbers === undefined || numbers.size >= MAX_NUMBERS ? undefined : false
}

function noteIssued(state: State, value: string): void {
  state.hasBig = true
  if (state.issued.has(value) || state.issued.size >= MAX_NUMBERS) return
  state.issued.add(value)
  const rounded = roundToDouble(value)
  if (rounded !== value) state.rounded.set(rounded, value)
}

function noteSent(
  state: State,
  caller: string,
  value: string,
  about: () => Omit<NewFinding, 'level' | 'message' | 'advice' | 'requests'> & { id: string },
): void {
  state.hasBig = true
  const sent = state.sent.get(caller) ?? new Set<string>()
  if (state.sent.size < MAX_CALLERS) state.sent.set(caller, sent)
  if (sent.size < MAX_NUMBERS) sent.add(value)
  if (state.issued.has(value)) {
    if (roundToDouble(value) !== value) state.kept += 1
    return
  }
  const exact = state.rounded.get(value)
  if (exact === undefined || state.suspects.length >= MAX_SUSPECTS) return
  const { id, ...subject } = about()
  state.suspects.push({
    caller,
    exact,
    value,
    finding: {
      ...subject,
      level: 'fail',
      message: `The sandbox sent ${exact}, and ${value} came back: the number was rounded.`,
      advice: 'Read ids as 64-bit integers, or as text: a double-precision number is exact up to 2^53 only.',
      requests: [id],
    },
  })
}
