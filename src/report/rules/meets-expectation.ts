// A test that announces a status must get it. Otherwise it did not test what its author wanted. At least one exchange with the name
// of the case must have the status, in any world.

import { cut } from '../../text/cut.ts'
import { MAX_CASE } from '../series.ts'
import { addEvidence, addFinding, createTally, type Subject, subjectOf } from '../tally.ts'
import type { Rule } from './rule.ts'

interface State {
  /** The cases by their names. */
  readonly cases: Map<string, Case>
}

interface Case {
  readonly name: string
  /** The statuses of its exchanges; 0 for no reply. */
  readonly statuses: Set<number>
  readonly requests: string[]
  /** The statuses that its calls announced. Different calls of one case may announce different statuses. */
  readonly expectations: Expectation[]
}

interface Expectation {
  readonly expect: readonly number[]
  readonly subject: Subject
}

const MAX_CASES = 500
/** Only this many announced statuses of each case are kept. */
const MAX_EXPECTATIONS = 20

export const meetsExpectation: Rule<State> = {
  name: 'meets-expectation',
  level: 'fail',
  asks: 'Meet the status that a test announces with expect.',
  shows: 'each test that announces a status with expect meets it',
  hint: 'No test announced a status. Send Sandbox-Case: "the name of the test";expect=404 with its calls.',
  create: () => ({ cases: new Map() }),
  see({ cases }, exchange, { status }) {
    const { testCase, id } = exchange
    if (testCase === undefined) return
    const one = findCase(cases, testCase.name)
    if (one === undefined) return
    one.statuses.add(status)
    addEvidence(one.requests, id)
    if (testCase.expect !== undefined) announce(one, { expect: testCase.expect, subject: subjectOf(exchange) })
  },
  conclude(states) {
    const tally = createTally()
    const cases = mergeCases(states.flatMap((state) => [...state.cases.values()]))
    const announced = cases.flatMap((one) => one.expectations.map((expectation) => ({ ...one, ...expectation })))
    for (const { name, expect, statuses, subject, requests } of announced) {
      if (expect.some((status) => statuses.has(status))) continue
      const met = [...statuses].map((status) => (status === 0 ? 'no reply' : String(status))).join(' and ')
      addFinding(tally, {
        ...subject,
        level: 'fail',
        place: name,
        message: `The case ${JSON.stringify(name)} expects ${expect.join(' or ')}, but its calls got ${met}.`,
        advice: 'Change the test so that a call gets this status, or correct expect.',
        requests,
      })
    }
    return { isExercised: announced.length > 0, findings: [...tally.findings.values()].map(({ place: _, ...finding }) => finding) }
  },
}

/** The case of this name; undefined when there are too many cases. */
function findCase(cases: Map<string, Case>, whole: string): Case | undefined {
  const name = cut(whole, MAX_CASE)
  const known = cases.get(name)
  if (known || cases.size >= MAX_CASES) return known
  const created = createCase(name)
  cases.set(name, created)
  return created
}

const createCase = (name: string): Case => ({ name, statuses: new Set(), requests: [], expectations: [] })

function announce({ expectations }: Case, announced: Expectation): void {
  if (expectations.length >= MAX_EXPECTATIONS || expectations.some(({ expect }) => expect.join() === announced.expect.join())) return
  expectations.push(announced)
}

/** A test may call several worlds under one name. */
function mergeCases(cases: readonly Case[]): Case[] {
  const merged = new Map<string, Case>()
  for (const { name, statuses, requests, expectations } of cases) {
    const one = merged.get(name) ?? createCase(name)
    merged.set(name, one)
    for (const status of statuses) one.statuses.add(status)
    for (const id of requests) addEvidence(one.requests, id)
    for (const expectation of expectations) announce(one, expectation)
  }
  return [...merged.values()]
}
