// Applies all rules to the facts of a run, and makes findings from the mistakes.

import { shorten } from '../../ground/cut.ts'
import type { Evidence, Finding, RuleReport } from '../../ground/generated/report.ts'
import { count } from '../../ground/numbers.ts'
import { proveWith } from '../prove.ts'
import type { Sample } from '../record/programs.ts'
import type { Facts, Mistake, Rule } from './rule.ts'
import { rules } from './table.ts'

interface Judged {
  readonly findings: Finding[]
  readonly rules: RuleReport[]
}

export function judgeRules(facts: Facts): Judged {
  const judged = rules.map((rule) => judgeRule(rule, facts))
  const findings = judged.flatMap(({ findings }) => findings)
  // Findings that fail the client come first.
  findings.sort((one, other) => Number(one.level === 'advice') - Number(other.level === 'advice'))
  return { findings, rules: judged.map(({ report }) => report) }
}

const FULL = 'The memory for facts was full, so not all calls could be judged. Clear the report between runs: DELETE /_sandbox/report.'

function judgeRule(rule: Rule, facts: Facts): { findings: Finding[]; report: RuleReport } {
  const { name, ground, asks, exercise, proof, countsOnly = false } = rule
  const { found, isShown = false, clear = 0, why } = rule.watch?.(facts) ?? { found: [] }
  const findings = createFindings(found, rule)
  const report = { rule: name, ground, asks }
  if (findings.length > 0) {
    const verdict = findings.some(({ level }) => level === 'fail') ? 'broken' : 'advised'
    return { findings, report: { ...report, verdict } }
  }
  const isSilenced = facts.dropped > 0 && !countsOnly
  if (isShown && !isSilenced) return { findings, report: { ...report, verdict: 'shown' } }
  if (clear > 0 && !isSilenced)
    return { findings, report: { ...report, verdict: 'clear', hint: `Nothing against it in ${count(clear, 'call')}.` } }
  const hint = isSilenced ? FULL : (why ?? exercise ?? (proof && proveWith(proof.faults)))
  return { findings, report: { ...report, verdict: 'not-exercised', ...(hint !== undefined && { hint }) } }
}

const MAX_EVIDENCE = 20

function createFindings(mistakes: readonly Mistake[], rule: Rule): Finding[] {
  const groups = Map.groupBy(mistakes, ({ looksLike, kind = '', place }) => [looksLike, kind, place?.in, place?.place].join('\n'))
  return [...groups.values()].map((group) => createFinding(group, rule))
}

function createFinding(group: readonly Mistake[], { name, asks, proof }: Rule): Finding {
  const [{ looksLike, unless, expected, observed, fix = asks, place }] = group as [Mistake]
  const requests = new Map<string, Evidence>()
  for (const [request, note] of group.flatMap((mistake) => mistake.evidence))
    if (requests.size < MAX_EVIDENCE && !requests.has(request.id)) requests.set(request.id, describe(request, note))
  const evidence = [...requests.values()]
  const [{ operation, case: testCase, world } = {} as Partial<Evidence>] = evidence
  const isPattern = looksLike !== undefined
  const isOfOne = operation !== undefined && evidence.every((one) => one.operation === operation)
  const times = group.reduce((sum, { count = 1 }) => sum + count, 0)
  return {
    ...{ rule: name, from: isPattern ? 'pattern' : 'fact', level: isPattern ? 'advice' : 'fail' },
    title: isPattern ? `Looks like ${looksLike}` : name,
    where: describeWhere(evidence, times, place),
    ...{ expected, observed },
    ...(isPattern && unless !== undefined && { unless }),
    fix,
    ...(isPattern && proof && { prove: proveWith(proof.faults, isOfOne && !proof.isWhole ? operation : undefined) }),
    ...{ count: times, evidence, ...place },
    ...(operation !== undefined && { operation }),
    ...(testCase !== undefined && { case: testCase }),
    ...(world !== undefined && { world }),
  }
}

const describe = ({ id, method, target, status, world, operation, testCase, program, arrived }: Sample, note?: string): Evidence => ({
  ...{ request: id, method, target, at: new Date(arrived.real).toISOString(), status, world },
  ...(operation !== undefined && { operation }),
  ...(testCase && { case: testCase.name }),
  ...(program.userAgent !== undefined && { program: program.userAgent }),
  ...(note !== undefined && { note }),
})

/** `GET /v1/pets · body /name · "maps 429" and others · 3 times · world w1`. */
function describeWhere(evidence: readonly Evidence[], times: number, { in: where, place }: Mistake['place'] = {}): string {
  const calls = new Set(evidence.map(({ method, target }) => `${shorten(method, 20)} ${shorten(target.split('?')[0] ?? '', 100)}`))
  const cases = new Set(evidence.flatMap((one) => (one.case === undefined ? [] : [`"${shorten(one.case, 100)}"`])))
  const worlds = [...new Set(evidence.map((one) => one.world))]
  return [
    ...firstOf(calls),
    ...(where === undefined ? [] : [place ? `${where} ${shorten(place, 100)}` : where]),
    ...firstOf(cases),
    ...(times > 1 ? [`${times.toLocaleString('en')} times`] : []),
    ...(worlds.length > 1
      ? [count(worlds.length, 'world')]
      : worlds[0] === undefined || worlds[0] === 'default'
        ? []
        : [`world ${worlds[0]}`]),
  ].join(' · ')
}

/** The first of several texts, and whether there are others. */
function firstOf(texts: ReadonlySet<string>): string[] {
  const [first] = texts
  return first === undefined ? [] : [`${first}${texts.size > 1 ? ' and others' : ''}`]
}
