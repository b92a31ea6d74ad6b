// Applies all rules to the facts of a run, and makes findings from the mistakes. A sandbox does not know the command of the tests: a
// placeholder stands for it, until `exec` puts it in.

import { defined } from '../../ground/defined.ts'
import type { Evidence, Finding, Report, RuleReport } from '../../ground/generated/report.ts'
import { count, listSome, quote, shorten, withCommas } from '../../ground/words.ts'
import { verdictOf } from '../formats/describe.ts'
import type { Facts, Mistake, Rule } from './rule.ts'
import { rules } from './table.ts'

export function judgeRules(facts: Facts): { findings: Finding[]; rules: RuleReport[] } {
  const judged = rules.map((rule) => judgeRule(rule, facts))
  return { findings: judged.flatMap(({ findings }) => findings), rules: judged.map(({ report }) => report) }
}

function judgeRule(rule: Rule, facts: Facts): { findings: Finding[]; report: RuleReport } {
  const { name, ground, asks } = rule
  const { found, isShown = false, clear = 0 } = rule.watch(facts)
  const groups = Map.groupBy(found, ({ isFact, kind = '', place }) => [isFact, kind, place].join('\n'))
  const findings = [...groups.values()].map((group) => createFinding(group, rule))
  const verdict = verdictOf(findings, isShown ? 'shown' : clear > 0 ? 'clear' : 'not-exercised')
  return { findings, report: { rule: name, ground, asks, verdict } }
}

const ON_PURPOSE = 'a test sends this on purpose'
export const MAX_EVIDENCE = 20

function createFinding(group: readonly Mistake[], { name, asks, looksLike, unless = ON_PURPOSE, proof }: Rule): Finding {
  const [{ isFact = false, expected, observed, fix = asks, place }] = group as [Mistake]
  const all = group.flatMap((mistake) => mistake.evidence)
  const requests = [...Map.groupBy(all, ({ request }) => request).values()]
  const evidence = requests.slice(0, MAX_EVIDENCE).map(([first]) => first as Evidence)
  const operation = evidence[0]?.operation
  const isOfOne = operation !== undefined && evidence.every((one) => one.operation === operation)
  const prove = isOfOne ? proof?.replace('inject', `inject --only ${operation}`) : proof
  const times = group.reduce((sum, { count = 1 }) => sum + count, 0)
  const title = isFact ? name : `Looks like ${looksLike}`
  const where = describeWhere(evidence, times, place)
  const doubt = isFact ? {} : { unless, prove: prove && `petstore-sandbox ${prove} -- ${YOUR_TESTS}` }
  const [from, level] = isFact ? (['fact', 'fail'] as const) : (['pattern', 'advice'] as const)
  return defined({ rule: name, from, level, title, where, expected, observed, ...doubt, fix, count: times, evidence, operation })
}

/** `GET /v1/pets · body /name · "maps 429" and 1 more · 3 times · world w1`. */
function describeWhere(evidence: readonly Evidence[], times: number, place = ''): string {
  const calls = evidence.map(({ method, target }) => `${shorten(method, 20)} ${shorten(target.split('?')[0] ?? '', 100)}`)
  const cases = evidence.flatMap((one) => (one.case === undefined ? [] : [`"${shorten(one.case, 100)}"`]))
  const worlds = [...new Set(evidence.map((one) => one.world))]
  const ofWorld = worlds.length > 1 ? count(worlds.length, 'world') : `world ${worlds[0] ?? 'default'}`
  return [
    firstOf(calls),
    shorten(place, 110),
    firstOf(cases),
    times > 1 ? `${withCommas(times)} times` : '',
    ofWorld === 'world default' ? '' : ofWorld,
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

const firstOf = (texts: readonly string[]) => listSome([...new Set(texts)], 1)

const YOUR_TESTS = '<your tests>'

export function nameTests(report: Report, words: readonly string[]): Report {
  const tests = words.map(quote).join(' ')
  const name = (prove: string) => prove.replaceAll(YOUR_TESTS, () => tests)
  return { ...report, findings: report.findings.map((one) => (one.prove === undefined ? one : { ...one, prove: name(one.prove) })) }
}
