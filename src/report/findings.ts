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
  const requests = new Map<string, Evidence>()
  for (const [request, note] of group.flatMap((mistake) => mistake.evidence))
    if (requests.size < MAX_EVIDENCE && !requests.has(request.id)) requests.set(request.id, describe(request, note))
  const evidence = [...requests.values()]
  const [{ operation, case: testCase, world = 'default' } = {} as Partial<Evidence>] = evidence
  const isLikely = confidence === 'likely'
  return {
    level: level === 'fail' && restsOn.length === 0 && !isLikely ? 'fail' : 'advice',
    ...{ confidence, sign, dismissedBy, expected, observed, advice, evidence, ...place },
    message: isLikely ? `Looks like ${looksLike}: ${message.replace(/^The client/, 'the client')}` : message,
    requests: [...requests.keys()],
    count: group.reduce((sum, { count = 1 }) => sum + count, 0),
    ...(operation !== undefined && { operation }),
    ...(testCase !== undefined && { case: testCase }),
    world,
  }
}

const describe = ({ id, method, target, status, world, operation, testCase, program, arrived }: Sample, note?: string): Evidence => ({
  ...{ request: id, method, target, at: new Date(arrived.real).toISOString(), status, world },
  ...(operation !== undefined && { operation }),
  ...(testCase && { case: testCase.name }),
  ...(program.userAgent !== undefined && { program: program.userAgent }),
  ...(note !== undefined && { note }),
})
