// A test that says which status it wants must get it: else it tested something else than its author thinks.

import { MAX_CASE } from '../series.ts'
import { addEvidence, addFinding, createTally, type Subject, subjectOf } from '../tally.ts'
import type { Rule } from './rule.ts'

interface State {
  /** By name. One name may announce several statuses, each with its own calls. */
  readonly cases: Map<string, Case[]>
}

interface Case {
  readonly name: string
  readonly expect: readonly number[]
  readonly subject: Subject
  /** Statuses that its exchanges had, 0 for none. */
  readonly statuses: Set<number>
  readonly requests: string[]
}

const MAX_CASES = 2000
/** Of one case. */
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
    const { expect } = testCase
    const name = testCase.name.slice(0, MAX_CASE)
    const known = cases.get(name) ?? []
    if (expect !== undefined && isNew(known, expect) && cases.size < MAX_CASES) {
      const statuses = new Set(known.flatMap((one) => [...one.statuses]))
      known.push({ name, expect, subject: subjectOf(exchange), statuses, requests: [] })
      cases.set(name, known)
    }
    for (const one of known) {
      one.statuses.add(status)
      addEvidence(one.requests, id)
    }
  },
  conclude(states) {
    const tally = createTally()
    let isExercised = false
    for (const { cases } of states)
      for (const { name, expect, statuses, subject, requests } of [...cases.values()].flat()) {
        isExercised = true
        if (expect.some((status) => statuses.has(status))) continue
        const met = [...statuses].map((status) => (status === 0 ? 'no reply' : String(status))).join(' and ')
        addFinding(tally, {
          ...subject,
          level: 'fail',
          place: name,
          message: `The case ${JSON.stringify(name)} expects ${expect.join(' or ')}, and its calls got ${met}.`,
          advice: 'Make the test bring out what it expects, or correct expect.',
          requests,
        })
      }
    return { isExercised, findings: [...tally.findings.values()].map(({ place: _, ...finding }) => finding) }
  },
}

const isNew = (known: readonly Case[], expect: readonly number[]) =>
  known.length < MAX_EXPECTATIONS && !known.some((one) => one.expect.join() === expect.join())
