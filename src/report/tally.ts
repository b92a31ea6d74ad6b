// Collects the findings of a rule in one world. They are grouped by operation, place and level. Each group has a count, and its
// first requests as evidence.

import type { Exchange } from '../exchange/exchange.ts'
import { cut } from '../text/cut.ts'
import type { Finding } from './report.ts'
import type { JudgedSeries } from './runs.ts'
import { MAX_CASE } from './series.ts'

export const MAX_EVIDENCE = 20
const MAX_GROUPS = 100

/** The operation, the case and the world of a finding. */
export type Subject = Pick<Finding, 'operation' | 'case' | 'world'>

export interface Tally {
  /** How often a client kept the rule. */
  kept: number
  /** How often nobody can say whether the client kept the rule. */
  unsure: number
  readonly findings: Map<string, Group>
}

/** A finding whose count still grows. */
interface Group extends Finding {
  readonly requests: string[]
  count: number
}

export const createTally = (): Tally => ({ kept: 0, unsure: 0, findings: new Map() })

export const subjectOf = ({ operation, testCase, world }: Exchange): Subject => ({
  ...(operation !== undefined && { operation }),
  ...(testCase && { case: cut(testCase.name, MAX_CASE) }),
  world,
})

export const subjectOfSeries = ({ operation, caseName, world }: JudgedSeries): Subject => ({
  ...(operation !== undefined && { operation }),
  ...(caseName !== undefined && { case: caseName }),
  world,
})

export type NewFinding = Omit<Finding, 'count'> & {
  readonly count?: number
  /** Findings of different programs are in different groups. */
  readonly program?: string | undefined
}

/** Adds a finding to its group. The group keeps the words of its first finding. */
export function addFinding({ findings }: Pick<Tally, 'findings'>, { count = 1, program, ...finding }: NewFinding): void {
  const key = groupOf(finding, program)
  const known = findings.get(key)
  if (known === undefined) {
    if (findings.size < MAX_GROUPS) findings.set(key, { ...finding, requests: finding.requests.slice(0, MAX_EVIDENCE), count })
    return
  }
  known.count += count
  for (const id of finding.requests) if (!known.requests.includes(id)) addEvidence(known.requests, id)
}

const groupOf = ({ level, operation, in: where, place }: NewFinding, program = '') => `${level} ${operation} ${where} ${place}\n${program}`

/** Adds an id, unless the list has 20 already. */
export function addEvidence(requests: string[], id: string): void {
  if (requests.length < MAX_EVIDENCE) requests.push(id)
}

/** Adds up the tallies of several worlds. */
export function mergeTallies(tallies: readonly Tally[]): Tally {
  const merged = createTally()
  for (const { kept, unsure, findings } of tallies) {
    merged.kept += kept
    merged.unsure += unsure
    for (const [key, finding] of findings) addFinding(merged, { ...finding, program: key.slice(key.indexOf('\n') + 1) })
  }
  return merged
}
