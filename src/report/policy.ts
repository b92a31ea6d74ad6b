// Applies a policy to a report, and gives the verdict and its reasons. The policy says which rule set judges, whether advice fails
// the client, which findings are exempt, and how much coverage is required.

import type { RuleName } from '../contract/names.ts'
import { StartError } from '../errors/problem.ts'
import { isObject } from '../json/json.ts'
import { count } from '../text/count.ts'
import { findNearest } from '../text/nearest.ts'
import { show } from '../text/show.ts'
import { checkExemptions, type Exemption, exempt, findStale } from './exemptions.ts'
import type { Finding, Report, RuleReport } from './report.ts'
import { NEWEST, RULE_SETS } from './rules/rule.ts'

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
  checkPolicy(report.rules, policy)
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

/** Rounds down to a tenth, so that 100 % means all. */
export const showPercent = (percent: number) => `${Math.floor(percent * 10) / 10} %`

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

const NAMES = ['rules', 'failOn', 'ignore', 'exempt', 'minCoverage', 'minNatural']

/** Throws a StartError that names the wrong field. */
function checkPolicy(rules: readonly RuleReport[], policy: Policy): void {
  if (!isObject(policy as unknown)) throw new StartError(`a policy is an object with ${NAMES.join(', ')}, got ${show(policy)}`)
  const { rules: ruleSet, failOn, ignore = {}, exempt: exemptions = [] } = policy
  const strange = Object.keys(policy).find((name) => !NAMES.includes(name))
  if (strange !== undefined) throw new StartError(`a policy has no ${strange}: ${describeNear(strange, NAMES, 'its fields are')}`)
  if (ruleSet !== undefined && !RULE_SETS.includes(ruleSet))
    throw new StartError((spell) => `${spell('rules')}: there is no rule set ${show(ruleSet)}: the rule sets are ${RULE_SETS.join(', ')}`)
  if (failOn !== undefined && failOn !== 'fail' && failOn !== 'advice')
    throw new StartError((spell) => `${spell('failOn')} must be fail or advice, got ${JSON.stringify(failOn)}`)
  for (const name of ['minCoverage', 'minNatural'] as const) {
    const percent = policy[name]
    if (percent !== undefined && !(percent >= 0 && percent <= 100))
      throw new StartError((spell) => `${spell(name)} must be a percentage from 0 to 100, got ${percent}`)
  }
  if (!isObject(ignore as unknown)) throw new StartError((spell) => `${spell('ignore')} is an object: { rule: why }, got ${show(ignore)}`)
  const names = rules.map(({ rule }) => rule)
  for (const [name, why] of Object.entries(ignore)) {
    if (!names.includes(name)) throw new StartError((spell) => `${spell('ignore')} ${name}: ${describeNoRule(name, names)}`)
    if (typeof why !== 'string' || why.trim() === '')
      throw new StartError((spell) => `${spell('ignore')} ${name}: give the reason, for example ${name}=we cannot change it before May`)
  }
  checkExemptions(exemptions, (name) => (names.includes(name) ? undefined : describeNear(name, names, 'the rules are')))
}

const describeNoRule = (name: string, names: readonly string[]) =>
  `there is no such rule${findNearest(name, names) === undefined ? `; the rules are ${names.join(', ')}` : `: ${describeNear(name, names, '')}`}`

function describeNear(name: string, names: readonly string[], list: string): string {
  const near = findNearest(name, names)
  return near === undefined ? `${list} ${names.join(', ')}` : `did you mean ${near}?`
}
