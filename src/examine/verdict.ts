// Applies a policy to a report: exempts findings, and gives the verdict with its reasons and the exit code.

import type { Exemption, Policy } from '../ground/generated/policy.ts'
import type { Finding, Report, RunFacts } from '../ground/generated/report.ts'
import { count, showPercent } from '../ground/words.ts'
import { countingFindings, describeHead } from './formats/describe.ts'

const VERDICT_FAILED = 10
const COVERAGE_TOO_LOW = 11

/** The report with the verdict by this policy. Another policy may have judged it before. Findings that fail the client come first. */
export function applyPolicy(report: Omit<Report, 'verdict' | 'reasons' | 'notices'>, policy: Policy = {}): Report {
  const { failOn = 'fail', exempt = [], minCoverage = 0 } = policy
  const findings = report.findings.map(({ exempted: _, ...finding }) => {
    const { rule, operation, evidence } = finding
    const operations = evidence.length === 0 ? [operation] : evidence.map((one) => one.operation)
    return { ...finding, ...findExemption(exempt, rule, operations) }
  })
  findings.sort((one, other) => Number(one.level === 'advice') - Number(other.level === 'advice'))
  // A run that shows nothing wrong has no rule.
  const runs = report.runs.map(({ exempted: _, ...run }) => ({ ...run, ...findExemption(exempt, run.rule, [operationOf(run.call)]) }))
  const judged = { ...report, findings, runs }
  const bad = countingFindings(judged).filter(({ level }) => level === 'fail' || failOn === 'advice')
  const { percent } = report.coverage
  const reasons = [
    ...(report.facts.exchanges === 0 ? [whyNoExchange(report.facts)] : []),
    ...[...Map.groupBy(bad, ({ title }) => title).values()].map(describeBad),
    ...exempt.filter(({ until }) => isOver(until)).map(describePast),
    // A campaign repeats the same calls with faults. What it covers says nothing of the tests.
    ...(report.campaign === undefined && percent < minCoverage
      ? [`Coverage is ${showPercent(percent)}, but ${showPercent(minCoverage)} is required`]
      : []),
  ]
  const { dropped } = report.facts
  const notices = dropped === 0 ? [] : [`${count(dropped, 'fact')} could not be kept, so there may be more findings`]
  return { ...judged, verdict: reasons.length === 0 ? 'passed' : 'failed', reasons, notices }
}

/** The exit code of a command that judged by this policy. A low coverage has a code of its own, where nothing else is wrong. */
export function exitCodeOf(report: Report, { minCoverage: _, ...others }: Policy): number {
  if (report.verdict !== 'failed') return 0
  return applyPolicy(report, others).verdict === 'passed' ? COVERAGE_TOO_LOW : VERDICT_FAILED
}

function whyNoExchange({ world, unmatched }: Pick<RunFacts, 'world' | 'unmatched'>): string {
  if (world !== undefined)
    return `No call of a client has ended in the world ${world}, so nothing is proven: check that the key of the client, or its base URL, names this world`
  if (unmatched === undefined)
    return 'No call of a client has ended, so nothing is proven: check the base URL of the client (exec and env set it as PETSTORE_BASE_URL), and that its tests ran'
  const { method, path, basePath, fits } = unmatched
  const calls = `${count(unmatched.count, 'call')} came to paths outside the base URL, for example ${method} ${path}`
  return `${calls}: ${fits ? `add ${basePath} to the base URL of the client` : `the base URL ends with ${basePath}`}`
}

/** "key-not-in-url · GET /v1/pets: a key of the sandbox in the path; 1 more finding" */
function describeBad(findings: readonly Finding[]): string {
  const [first, ...more] = findings as readonly [Finding, ...Finding[]]
  const rest = more.length === 0 ? '' : `; ${count(more.length, 'more finding')}`
  return `${describeHead(first)}: ${first.observed}${rest}`
}

/** All operations of a finding must be in the scope of its exemption. */
function findExemption(exemptions: readonly Exemption[], ofRule: string | undefined, operations: readonly (string | undefined)[]) {
  const found = exemptions.find(
    ({ rule, operation, until }) =>
      rule === ofRule && !isOver(until) && (operation === undefined || operations.every((one) => one === operation)),
  )
  return found && { exempted: found.reason }
}

/** `createPet` of `w3/createPet#1`. */
const operationOf = (call: string) => call.replace(/^.*\/|#\d+$/g, '')

const DAY_MS = 86_400_000
const isOver = (until: string | undefined) => until !== undefined && Date.now() >= Date.parse(`${until}T00:00:00Z`) + DAY_MS

/** An exemption that is over fails the run, so that somebody deletes it or gives it a later date. */
const describePast = ({ rule, operation, until }: Exemption) =>
  `The exemption of ${rule}${operation === undefined ? '' : ` in ${operation}`} ended on ${until}: delete it, or give it a later date`
