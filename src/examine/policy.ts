// Reads, checks and applies the policy, which says when a client passes: it exempts findings, and gives the verdict with its reasons and the
// exit code. Its names are `min-coverage` in `petstore-report.yaml` and spec/policy.schema.json, and `minCoverage` in the library.

import { existsSync } from 'node:fs'
import schema from '../../spec/policy.schema.json' with { type: 'json' }
import { fromCaller } from '../client/sandbox-error.ts'
import { describePlaces, type Path } from '../contract/describe-errors.ts'
import { isObject } from '../contract/json/json.ts'
import { checkNow, findBigInts } from '../contract/schema.ts'
import type { Exemption, Policy } from '../ground/generated/policy.ts'
import type { Finding, Report, RunFacts } from '../ground/generated/report.ts'
import { type OptionName, StartError } from '../ground/problem.ts'
import { readUserFile } from '../ground/regular-file.ts'
import { count, didYouMean, show, showPath, showPercent } from '../ground/words.ts'
import { countingFindings, describeHead } from './formats/describe.ts'

const check = checkNow('policy', schema, 'the policy')
/** `fail-on` and `min-coverage` */
const DASHED = Object.keys(schema.$defs.policy.properties).filter((name) => name.includes('-'))
const IN_SENTENCES = new RegExp(`(?<!-)\\b(?:${DASHED.join('|')})\\b`, 'g')
const withCapitals = (name: string) => name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())
const withDashes = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const rename = (fields: object, toName: (name: string) => string) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [toName(name), field]))

/** Throws a StartError with a line for each mistake in a policy of the library or of flags: `exempt[0].until must be a day …`. */
export function refuseMistakes(policy: unknown): void {
  const given = isObject(policy) ? rename(policy, withDashes) : policy
  const dashed = DASHED.filter((name) => isObject(policy) && name in policy)
  const ofFile = dashed.map((name) => `${name} is a name of policy files: write ${withCapitals(name)}`)
  const listMistakes = (optionName: OptionName) => {
    // A flag has no fields.
    const nameOf = ([field = '', ...rest]: Path) =>
      showPath([optionName(withCapitals(String(field))), ...rest]).replace(/^(--[\w-]+).*/, '$1') || 'the policy'
    const found = [...check(given, nameOf), ...findBigInts(given, nameOf)]
    return [...ofFile, ...found.map(({ message }) => message.replaceAll(IN_SENTENCES, withCapitals))]
  }
  if (listMistakes(String).length > 0) throw new StartError((optionName) => listMistakes(optionName).join('\n'))
}

/**
 * The policy of a file, by default of `petstore-report.yaml` in the working directory, if it is there. Rejects with a `StartError` that
 * names file, line and column.
 *
 *     assertVerdict(await sandbox.report(), { ...(await loadPolicy()), minCoverage: 60 })
 */
export function loadPolicy(named?: string): Promise<Policy> {
  return fromCaller(loadPolicy, async () => {
    if (!['string', 'undefined'].includes(typeof named)) throw new StartError(`policy must be the path of a file, got ${show(named)}`)
    const file = named ?? 'petstore-report.yaml'
    if (named === undefined && !existsSync(file)) return {}
    const text = readUserFile(file, named === undefined ? undefined : 'policy')
    // Loaded only for a policy file.
    const { parseYaml } = await import('../contract/json/yaml.ts')
    const { value, placeOf } = parseYaml(text, file)
    const policy = value ?? {}
    const lines = describePlaces(check(policy), file, placeOf)
    if (lines.length > 0) throw new StartError(lines.join('\n'))
    return rename(policy, withCapitals)
  })
}

/** Why a run was left out. What is missing may be what is wrong, so such a campaign does not pass. */
export const INTERRUPTED = 'the campaign was interrupted'

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
  const runs = report.runs.map(({ exempted: _, ...run }) => ({
    ...run,
    ...findExemption(exempt, run.rule ?? run.outcome, [operationOf(run.call)]),
  }))
  const judged = { ...report, findings, runs }
  const bad = countingFindings(judged).filter(({ level }) => level === 'fail' || failOn === 'advice')
  const { percent } = report.coverage
  const reasons = [
    ...(report.facts.exchanges === 0 ? [whyNoExchange(report.facts)] : []),
    ...[...Map.groupBy(bad, ({ title }) => title).values()].map(describeBad),
    ...(report.campaign?.leftOut.some(({ reason }) => reason === INTERRUPTED) ? ['The campaign was interrupted, so runs are missing'] : []),
    ...exempt.filter(({ until }) => isOver(until)).map(describePast),
    ...exempt.flatMap((one) => describeUnknown(one, report)),
    // A campaign repeats the same calls with faults. What it covers says nothing of the tests.
    ...(report.campaign === undefined && percent < minCoverage
      ? [`Coverage is ${showPercent(percent)}, but ${showPercent(minCoverage)} is required`]
      : []),
  ]
  const { dropped } = report.facts
  const notices = dropped === 0 ? [] : [`${count(dropped, 'fact')} could not be kept, so there may be more findings`]
  return { ...judged, verdict: reasons.length === 0 ? 'passed' : 'failed', reasons, notices }
}

/** A low coverage has an exit code of its own, where nothing else is wrong. */
export function exitCodeOf(report: Report, { minCoverage: _, ...others }: Policy): number {
  if (report.verdict !== 'failed') return 0
  return applyPolicy(report, others).verdict === 'passed' ? COVERAGE_TOO_LOW : VERDICT_FAILED
}

function whyNoExchange({ world, unmatched }: Pick<RunFacts, 'world' | 'unmatched'>): string {
  if (world !== undefined)
    return `No call of a client has ended in the world ${world}, so nothing is proven: check that the key of the client, or its base URL, names this world`
  if (unmatched === undefined)
    return 'No call of a client has ended, so nothing is proven: check the base URL of the client (exec and env set it as PETSTORE_BASE_URL), that your tests ran, and that they start no sandbox of their own'
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
  const covers = (operation?: string) => operation === undefined || operations.every((one) => one === operation)
  const found = exemptions.find(({ rule, operation, until }) => rule === ofRule && !isOver(until) && covers(operation))
  return found && { exempted: found.reason }
}

/** `createPet` of `w3/createPet#1`. */
const operationOf = (call: string) => call.replace(/^.*\/|#\d+$/g, '')

const isOver = (until: string | undefined) => until !== undefined && new Date().toISOString().slice(0, 10) > until

/** An exemption that is over fails the run, so that somebody deletes it or gives it a later date. */
const describePast = ({ rule, operation, until }: Exemption) =>
  `The exemption of ${rule}${operation === undefined ? '' : ` in ${operation}`} ended on ${until}: delete it, or give it a later date`

function describeUnknown({ rule, operation }: Exemption, { coverage }: Pick<Report, 'coverage'>): string[] {
  const known = coverage.operations.map(({ operationId }) => operationId)
  if (operation === undefined || known.includes(operation)) return []
  return [`The exemption of ${rule} names ${show(operation)}, which is no operation${didYouMean(operation, known)}`]
}
