// Reads and checks the policy, which says under which conditions a client passes: of the library, or of the file `petstore-report.yaml`.
// spec/policy.schema.json has the names of the file, `min-coverage`, and the policy of the library has `minCoverage`.

import { existsSync } from 'node:fs'
import schema from '../../spec/policy.schema.json' with { type: 'json' }
import { fromCaller } from '../client/sandbox-error.ts'
import { describePlaces, type Path } from '../contract/describe-errors.ts'
import { isObject } from '../contract/json/json.ts'
import { checkNow, findBigInts } from '../contract/schema.ts'
import type { Policy } from '../ground/generated/policy.ts'
import { type OptionName, StartError } from '../ground/problem.ts'
import { readUserFile } from '../ground/regular-file.ts'
import { show, showPath } from '../ground/words.ts'

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
    const text = readUserFile(file, named && 'policy')
    // Loaded only for a policy file.
    const { parseYaml } = await import('../contract/json/yaml.ts')
    const { value, placeOf } = parseYaml(text, file)
    const policy = value ?? {}
    const lines = describePlaces(check(policy), file, placeOf)
    if (lines.length > 0) throw new StartError(lines.join('\n'))
    return rename(policy, withCapitals)
  })
}
