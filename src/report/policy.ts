// Applies a policy to a report, and gives the verdict and its reasons. The policy says which rule set judges, whether advice fails
// the client, which findings are exempt, and how much coverage is required.

import type { RuleName } from '../contract/names.ts'
import { type OptionName, StartError } from '../errors/problem.ts'
import { count } from '../text/count.ts'
import { showPercent } from '../text/percent.ts'
import { findPolicyMistake, POLICY_FIELDS, type PolicyMistake } from './check-policy.ts'
import { type Exemption, exempt, findStale } from './exemptions.ts'
import type { Finding, Report, RuleReport } from './report.ts'
import { NEWEST } from './rules/rule.ts'

/** The conditions under which a client passes. */
export interface Policy {
  /** The rule set that judges, for example `2026-11`. Newer rules then fail nobody. Default: the newest. */
  readonly rules?: string
  /** `advice`: advice fails the client too. Default: `fail`. */
  readonly failOn?: 'fail' | 'advice'
  /** Rules that must not fail the client, each with the reason. */
  readonly ignore?: Readonly<Partial<Record<RuleName, string>>>
  /** Findings that must not fail the client, each with the reason. */
  readonly exempt?: readonly Exemption[]
  /** The percentage of the documented responses that the client has to meet. */
  readonly minCoverage?: number
  /** The percentage that the client has to meet naturally, without a scenario. */
  readonly minNatural?: number
}

const NEVER_CALLED =
  'No client called the sandbox, so nothing is proven: check the base URL of the client (exec and env set it as PETSTORE_BASE_URL), and that its tests ran'

/** A report before its verdict, or a judged report that another policy judges again. */
type Unjudged = Omit<Report, 'verdict' | 'reasons' | 'notices'> & {
  readonly verdict?: Report['verdict']
  /** True when the world is no longer in memory, so there is nothing to judge. */
  readonly isGone?: boolean
}

/** The report with the verdict by this policy. Throws a StartError for a rule that does not exist. */
export function applyPolicy({ isGone, ...report }: Unjudged, policy: Policy = {}): Report {
  const mistake = findPolicyMistake(
    policy,
    report.rules.map(({ rule }) => rule),
  )
  if (mistake !== undefined) throw new StartError((optionName) => describeMistake(mistake, optionName))
  const { rules: ruleSet = NEWEST, failOn = 'fail', ignore = {}, exempt: exemptions = [], minCoverage = 0, minNatural = 0 } = policy
  const rules = report.rules.map((rule) => exempt(mark(rule, ignore, ruleSet), exemptions))
  const stale = findStale(rules, exemptions, ruleSet)
  if (isGone === true || report.verdict === 'not-judged')
    return {
      ...report,
      rules,
      verdict: 'not-judged',
      reasons: [`The world ${report.world ?? ''} is no longer in memory, so it is not judged`],
      notices: [],
    }
  const { percent, natural } = report.coverage
  const reasons = [
    ...(report.exchanges === 0 ? [whyNoExchange(report)] : []),
    ...rules.flatMap((rule) => reasonOf(rule, failOn)),
    ...stale.failing,
    ...(percent < minCoverage ? [`Coverage is ${showPercent(percent)}, but ${showPercent(minCoverage)} is required`] : []),
    ...(natural < minNatural ? [`Natural coverage is ${showPercent(natural)}, but ${showPercent(minNatural)} is required`] : []),
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

/** `exempt[0].until must be a day …` */
function describeMistake({ path: [field, ...rest], message }: PolicyMistake, optionName: OptionName): string {
  if (field === undefined) return message
  const inside = rest.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('')
  return `${POLICY_FIELDS.includes(String(field)) ? optionName(String(field)) : field}${inside} ${message}`
}

function whyNoExchange({ world, unmatched }: Pick<Report, 'world' | 'unmatched'>): string {
  if (world !== undefined)
    return `No client called the world ${world}, so nothing is proven: check that the key of the client, or its base URL, names this world`
  if (unmatched === undefined) return NEVER_CALLED
  const { method, path, basePath, fits } = unmatched
  return `${count(unmatched.count, 'call')} came to paths outside the base URL, for example ${method} ${path}: ${fits ? `add ${basePath} to the base URL of the client` : `the base URL ends with ${basePath}`}`
}

/** True when the coverage is the only reason for the verdict. */
export const failsByCoverageOnly = (report: Report, { minCoverage: _, minNatural: __, ...others }: Policy) =>
  report.verdict === 'failed' && applyPolicy(report, others).verdict === 'passed'

/** The findings that fail a client. */
export const countingFindings = ({ ignored, notScored, findings }: RuleReport, failOn: Policy['failOn'] = 'fail'): readonly Finding[] =>
  ignored === undefined && notScored !== true
    ? findings.filter(({ level, exempted }) => exempted === undefined && (level === 'fail' || failOn === 'advice'))
    : []

function mark({ notScored: _, ...rule }: RuleReport, ignore: Readonly<Record<string, string>>, ruleSet: string): RuleReport {
  const why = Object.hasOwn(ignore, rule.rule) ? ignore[rule.rule] : undefined
  return { ...rule, ...(why !== undefined && { ignored: why }), ...(rule.since > ruleSet && { notScored: true }) }
}

function reasonOf(rule: RuleReport, failOn: Policy['failOn']): string[] {
  const [first, ...more] = countingFindings(rule, failOn)
  if (first === undefined) return []
  const rest = more.length === 0 ? '' : `; ${count(more.length, 'more finding')}`
  return [
    `${rule.rule} is broken${first.operation === undefined ? '' : ` in ${first.operation}`}: ${first.message.replace(/\.$/, '')}${rest}`,
  ]
}
