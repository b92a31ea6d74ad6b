// Turns mistakes into findings. Mistakes of one kind become one finding for all worlds, programs and operations.

import type { Sample } from './programs.ts'
import type { Evidence, Finding } from './report.ts'
import type { Mistake, Rule } from './rules/rule.ts'

const MAX_EVIDENCE = 20

/** The findings of a rule. Those that fail the client come first. */
export function createFindings(mistakes: readonly Mistake[], rule: Rule): Finding[] {
  const groups = Map.groupBy(mistakes, ({ by, kind = '', place }) => [by.confidence, kind, place?.in, place?.place].join('\n'))
  const findings = [...groups.values()].map((group) => createFinding(group, rule))
  return findings.toSorted((one, other) => Number(one.level === 'advice') - Number(other.level === 'advice'))
}

function createFinding(group: readonly Mistake[], { level, restsOn = [], asks }: Rule): Finding {
  const [first] = group as [Mistake]
  const { by, expected, observed, message = `The client ${observed}.`, looksLike = 'a mistake', advice = asks, place } = first
  const { confidence, sign, dismissedBy } = by
  const evidence = pickEvidence(group)
  const [{ operation, case: testCase, world = 'default' } = {} as Partial<Evidence>] = evidence
  const isLikely = confidence === 'likely'
  return {
    level: level === 'fail' && restsOn.length === 0 && !isLikely ? 'fail' : 'advice',
    ...{ confidence, sign, dismissedBy, expected, observed, advice, evidence, ...place },
    message: isLikely ? `Looks like ${looksLike}: ${message.replace(/^The client/, 'the client')}` : message,
    requests: evidence.map(({ request }) => request),
    count: group.reduce((sum, { count = 1 }) => sum + count, 0),
    ...(operation !== undefined && { operation }),
    ...(testCase !== undefined && { case: testCase }),
    world,
  }
}

/** The evidence of the first mistakes, each request once. */
function pickEvidence(group: readonly Mistake[]): Evidence[] {
  const picked = new Map<string, Evidence>()
  for (const { evidence } of group)
    for (const [request, note] of evidence)
      if (picked.size < MAX_EVIDENCE && !picked.has(request.id)) picked.set(request.id, describe(request, note))
  return [...picked.values()]
}

const describe = ({ id, method, target, status, world, operation, testCase, program, arrived }: Sample, note?: string): Evidence => ({
  ...{ request: id, method, target, at: new Date(arrived.real).toISOString(), status, world },
  ...(operation !== undefined && { operation }),
  ...(testCase && { case: testCase.name }),
  ...(program.userAgent !== undefined && { program: program.userAgent }),
  ...(note !== undefined && { note }),
})
