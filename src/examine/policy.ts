// Reads and checks the policy, which says under which conditions a client passes: of the library, or of the file `petstore-report.yaml`.
// Turns a verdict into an assertion for the test runners of JavaScript.
// spec/policy.schema.json has the names of the file, `min-coverage`, and the policy of the library has `minCoverage`.

import { AssertionError } from 'node:assert'
import { existsSync } from 'node:fs'
import schema from '../../spec/policy.schema.json' with { type: 'json' }
import { fromCaller } from '../client/sandbox-error.ts'
import { describePlaces, type Path } from '../contract/describe-errors.ts'
import { isObject } from '../contract/json/json.ts'
import { checkNow, findBigInts } from '../contract/schema.ts'
import type { Policy } from '../ground/generated/policy.ts'
import type { Report } from '../ground/generated/report.ts'
import { harmless } from '../ground/printable.ts'
import { type OptionName, StartError } from '../ground/problem.ts'
import { readUserFile } from '../ground/regular-file.ts'
import { show, showPath } from '../ground/words.ts'
import { renderFindings } from './formats/text.ts'
import { applyPolicy } from './verdict.ts'

const check = checkNow('policy', schema, 'the policy')
/** `fail-on` and `min-coverage`: in a program they have capitals. */
const DASHED = Object.keys(schema.$defs.policy.properties).filter((name) => name.includes('-'))
const IN_SENTENCES = new RegExp(`(?<!-)\\b(?:${DASHED.join('|')})\\b`, 'g')
const withCapitals = (name: string) => name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())
const withDashes = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const rename = (fields: object, toName: (name: string) => string) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [toName(name), field]))

/** Throws a StartError with a line for each mistake in a policy of the library or of flags: `exempt[0].until must be a day …`. */
export function refuseMistakes(policy: unknown): void {
  const given = isObject(policy) ? rename(policy, withDashes) : policy
  const ofFile = DASHED.filter((name) => isObject(policy) && name in policy).map(
    (name) => `${name} is a name of policy files: write ${withCapitals(name)}`,
  )
  const listMistakes = (optionName: OptionName) => {
    const nameOf = ([field, ...rest]: Path) =>
      field === undefined ? 'the policy' : showPath([optionName(withCapitals(String(field))), ...rest])
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
    const file = named ?? 'petstore-report.yaml'
    if (named === undefined && !existsSync(file)) return {}
    const text = readUserFile(file, undefined, named && 'policy')
    // Loaded only for a policy file.
    const { parseYaml } = await import('../contract/json/yaml.ts')
    const { value, placeOf } = parseYaml(text, file)
    const policy = value ?? {}
    const lines = describePlaces(check(policy), file, placeOf)
    if (lines.length > 0) throw new StartError(lines.join('\n'))
    return rename(policy, withCapitals)
  })
}

/**
 * Throws an AssertionError when the client failed. Its message has the reasons and the findings. Throws a StartError for a wrong argument.
 *
 *     assertVerdict(await sandbox.report(), { exempt: [{ rule: 'key-not-in-url', reason: 'a worker ends it' }] })
 */
export function assertVerdict(report: Report, policy: Policy = {}): void {
  const judged = fromCaller(assertVerdict, () => judge(report, policy))
  if (judged.verdict !== 'failed') return
  // As assert.fail() does: without `actual` and `expected`, no runner adds a diff of "failed" and "passed" to the findings.
  const error = new AssertionError({
    message: `The client failed.\n${renderFindings(harmless(judged))}`,
    operator: 'fail',
    stackStartFn: assertVerdict,
  })
  // Node.js 24 notes the style of its diff here, and Vitest would print this word as a diff.
  Reflect.deleteProperty(error, 'diff')
  throw error
}

function judge(report: unknown, policy: Policy): Report {
  if (isReport(report)) {
    refuseMistakes(policy)
    return applyPolicy(report, policy)
  }
  const given = report instanceof Promise ? 'a promise of a report' : show(report)
  throw new StartError(`assertVerdict takes a report, got ${given}: write assertVerdict(await sandbox.report())`)
}

const isReport = (given: unknown): given is Report =>
  isObject(given) && Array.isArray(given.rules) && isObject(given.coverage) && given.version === 3
