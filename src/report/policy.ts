// Applies a policy to a report, and gives the verdict and its reasons. The policy says whether advice fails the client, which rules
// are ignored, and how much coverage is required.

import { StartError } from '../errors/problem.ts'
import { isObject } from '../json/json.ts'
import { count } from '../text/count.ts'
import { findNearest } from '../text/nearest.ts'
import { show } from '../text/show.ts'
import type { Finding, Report, RuleReport } from './report.ts'

/** The conditions under which a client passes. */
export interface Policy {
  /** `advice`: advice fails the client too. Default: `fail`. */
  readonly failOn?: 'fail' | 'advice'
  /** Rules that must not fail the client, each with the reason. */
  readonly ignore?: Readonly<Record<string, string>>
  /** The percentage of the documented responses that the client has to meet. */
  readonly minCoverage?: number
}

const NEVER_CALLED =
  'No client called the sandbox, so nothing is proven: check the base URL of the client (exec and env set it as PETSTORE_BASE_URL), and that its tests ran'

/** The report with the verdict by this policy. Throws a StartError for a rule that does not exist. */
export function applyPolicy(report: Omit<Report, 'verdict' | 'reasons'>, policy: Policy = {}): Report {
  checkPolicy(report.rules, policy)
  const { failOn = 'fail', ignore = {}, minCoverage = 0 } = policy
  const rules = report.rules.map((rule) => withIgnored(rule, ignore))
  const { percent } = report.coverage
  const reasons = [
    ...(report.exchanges === 0 ? [whyNoExchange(report)] : []),
    ...rules.flatMap((rule) => reasonOf(rule, failOn)),
    ...(percent < minCoverage ? [`Coverage is ${showPercent(percent)}, but ${showPercent(minCoverage)} is required`] : []),
  ]
  return { ...report, rules, verdict: reasons.length === 0 ? 'passed' : 'failed', reasons }
}

function whyNoExchange({ world, judgedTogether = false, unmatched }: Pick<Report, 'world' | 'judgedTogether' | 'unmatched'>): string {
  if (judgedTogether)
    return `The world ${world} was judged together with others, because too many worlds were called before it: see the report of all worlds`
  if (world !== undefined)
    return `No client called the world ${world}, so nothing is proven: check that the key of the client, or its base URL, names this world`
  if (unmatched === undefined) return NEVER_CALLED
  const { method, path, basePath, fits } = unmatched
  return `${count(unmatched.count, 'call')} came to paths outside the base URL, for example ${method} ${path}: ${fits ? `add ${basePath} to the base URL of the client` : `the base URL ends with ${basePath}`}`
}

/** True when the coverage is the only reason for the verdict. */
export const failsByCoverageOnly = (report: Report, { minCoverage: _, ...others }: Policy) =>
  report.verdict === 'failed' && applyPolicy(report, others).verdict === 'passed'

/** Rounds down to a tenth, so that 100 % means all. */
export const showPercent = (percent: number) => `${Math.floor(percent * 10) / 10} %`

/** The findings that fail a client. */
export const countingFindings = ({ ignored, findings }: RuleReport, failOn: Policy['failOn'] = 'fail'): readonly Finding[] =>
  ignored === undefined ? findings.filter(({ level }) => level === 'fail' || failOn === 'advice') : []

function withIgnored(rule: RuleReport, ignore: Readonly<Record<string, string>>): RuleReport {
  const why = Object.hasOwn(ignore, rule.rule) ? ignore[rule.rule] : undefined
  return why === undefined ? rule : { ...rule, ignored: why }
}

function reasonOf(rule: RuleReport, failOn: Policy['failOn']): string[] {
  const [first, ...more] = countingFindings(rule, failOn)
  if (first === undefined) return []
  const rest = more.length === 0 ? '' : `; ${count(more.length, 'more finding')}`
  return [
    `${rule.rule} is broken${first.operation === undefined ? '' : ` in ${first.operation}`}: ${first.message.replace(/\.$/, '')}${rest}`,
  ]
}

const NAMES = ['failOn', 'ignore', 'minCoverage']

function checkPolicy(rules: readonly RuleReport[], policy: Policy): void {
  if (!isObject(policy as unknown)) throw new StartError(`a policy is an object with ${NAMES.join(', ')}, got ${show(policy)}`)
  const { failOn, ignore = {}, minCoverage } = policy
  const strange = Object.keys(policy).find((name) => !NAMES.includes(name))
  if (strange !== undefined) {
    const near = findNearest(strange, NAMES)
    throw new StartError(
      `a policy has no ${strange}: ${near === undefined ? `its fields are ${NAMES.join(', ')}` : `did you mean ${near}?`}`,
    )
  }
  if (failOn !== undefined && failOn !== 'fail' && failOn !== 'advice')
    throw new StartError((spell) => `${spell('failOn')} must be fail or advice, got ${JSON.stringify(failOn)}`)
  if (minCoverage !== undefined && !(minCoverage >= 0 && minCoverage <= 100))
    throw new StartError((spell) => `${spell('minCoverage')} must be a percentage from 0 to 100, got ${minCoverage}`)
  if (!isObject(ignore as unknown)) throw new StartError((spell) => `${spell('ignore')} is an object: { rule: why }, got ${show(ignore)}`)
  const names = rules.map(({ rule }) => rule)
  for (const [name, why] of Object.entries(ignore)) {
    if (!names.includes(name)) throw new StartError((spell) => `${spell('ignore')} ${name}: ${describeNoRule(name, names)}`)
    if (typeof why !== 'string' || why.trim() === '')
      throw new StartError((spell) => `${spell('ignore')} ${name}: give the reason, for example ${name}=we cannot change it before May`)
  }
}

function describeNoRule(name: string, names: readonly string[]): string {
  const near = findNearest(name, names)
  return `there is no such rule${near === undefined ? `; the rules are ${names.join(', ')}` : `: did you mean ${near}?`}`
}
