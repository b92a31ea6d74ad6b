// Applies a policy to a report, and gives the verdict and its reasons. The policy says which rule set judges, whether advice fails
// the client, which findings are exempt, and how much coverage is required.

import type { Policy } from '../../spec/policy.ts'
import type { Report, RuleReport } from '../../spec/report.ts'
import { type OptionName, StartError } from '../errors/problem.ts'
import { count, showPercent } from '../text/numbers.ts'
import { showPath } from '../text/show.ts'
import { findPolicyMistake } from './check-policy.ts'
import { findExemption, findStale } from './exemptions.ts'
import { countingFindings } from './formats/describe.ts'
import type { ReportWithoutVerdict } from './record/compose-report.ts'
import { NEWEST } from './rules/rule.ts'

/**
 * The report with the verdict by this policy. Another policy may have judged it before. Throws a StartError for a rule that does not
 * exist.
 */
export function applyPolicy(report: ReportWithoutVerdict | Report, policy: Policy = {}): Report {
  refuseMistake(
    policy,
    report.rules.map(({ rule }) => rule),
  )
  const { rules: ruleSet = NEWEST, failOn = 'fail', exempt = [], minCoverage = 0, minNatural = 0 } = policy
  const rules = report.rules.map((rule) => mark(rule, policy, ruleSet))
  if ('verdict' in report && report.verdict === 'not-judged') return { ...report, rules }
  const stale = findStale(rules, exempt, ruleSet)
  const reasons = [
    ...(report.exchanges === 0 ? [whyNoExchange(report)] : []),
    ...rules.flatMap((rule) => reasonOf(rule, failOn)),
    ...stale.failing,
    ...whyTooLow('Coverage', report.coverage.percent, minCoverage),
    ...whyTooLow('Natural coverage', report.coverage.natural, minNatural),
  ]
  const notScored = rules.filter((rule) => rule.notScored).map(({ rule }) => rule)
  const notices = [
    ...(policy.rules === undefined ? [`To keep these rules after an upgrade, write rules: ${ruleSet} into petstore-report.yaml`] : []),
    ...stale.warnings,
    ...(notScored.length > 0 ? [`Newer than the rule set ${ruleSet}, so not scored: ${notScored.join(', ')}`] : []),
    ...(report.dropped > 0 ? [`${count(report.dropped, 'fact')} could not be kept, so rules that need all facts cannot pass`] : []),
  ]
  return { ...report, ruleSet, rules, verdict: reasons.length === 0 ? 'passed' : 'failed', reasons, notices }
}

/** True when the coverage is the only reason for the verdict. */
export const failsByCoverageOnly = (report: Report, { minCoverage: _, minNatural: __, ...others }: Policy) =>
  report.verdict === 'failed' && applyPolicy(report, others).verdict === 'passed'

/** `exempt[0].until must be a day …`, with the name of the flag where there is one. */
function refuseMistake(policy: Policy, rules: readonly string[]): void {
  const mistake = findPolicyMistake(policy, rules)
  if (mistake === undefined) return
  const [field, ...rest] = mistake.path
  const nameOf = (optionName: OptionName) => (field === undefined ? 'the policy' : showPath([optionName(String(field)), ...rest]))
  throw new StartError((optionName) => `${nameOf(optionName)} ${mistake.message}`)
}

const whyTooLow = (what: string, percent: number, least: number) =>
  percent < least ? [`${what} is ${showPercent(percent)}, but ${showPercent(least)} is required`] : []

function whyNoExchange({ world, unmatched }: Pick<Report, 'world' | 'unmatched'>): string {
  if (world !== undefined)
    return `No call of a client has ended in the world ${world}, so nothing is proven: check that the key of the client, or its base URL, names this world`
  if (unmatched === undefined)
    return 'No call of a client has ended, so nothing is proven: check the base URL of the client (exec and env set it as PETSTORE_BASE_URL), and that its tests ran'
  const { method, path, basePath, fits } = unmatched
  const calls = `${count(unmatched.count, 'call')} came to paths outside the base URL, for example ${method} ${path}`
  return `${calls}: ${fits ? `add ${basePath} to the base URL of the client` : `the base URL ends with ${basePath}`}`
}

/** The rule with what the policy says of it and of its findings. */
function mark({ notScored: _, ...rule }: RuleReport, policy: Policy, ruleSet: string): RuleReport {
  const ignore: Readonly<Record<string, string>> = policy.ignore ?? {}
  const findings = rule.findings.map((finding) => {
    const found = findExemption(policy.exempt ?? [], rule.rule, finding)
    return found === undefined ? finding : { ...finding, exempted: found.reason }
  })
  const ignored = Object.hasOwn(ignore, rule.rule) && { ignored: String(ignore[rule.rule]) }
  return { ...rule, findings, ...ignored, ...(rule.since > ruleSet && { notScored: true }) }
}

function reasonOf(rule: RuleReport, failOn: Policy['failOn']): string[] {
  const [first, ...more] = countingFindings(rule).filter(({ level }) => level === 'fail' || failOn === 'advice')
  if (first === undefined) return []
  const where = first.operation === undefined ? '' : ` in ${first.operation}`
  const rest = more.length === 0 ? '' : `; ${count(more.length, 'more finding')}`
  return [`${rule.rule} is broken${where}: ${first.message.replace(/\.$/, '')}${rest}`]
}
