// Checks a policy by spec/policy.schema.json: of the library, or of a policy file. The schema has the names of the file,
// `min-coverage`, and the policy of the library has `minCoverage`.

import schema from '../../spec/policy.schema.json' with { type: 'json' }
import type { ValueViolation } from '../contract/describe-errors.ts'
import { isObject } from '../contract/json/json.ts'
import { checkNow, findBigInts } from '../contract/schema.ts'
import type { Exemption } from '../ground/generated/policy.ts'
import { type OptionName, StartError } from '../ground/problem.ts'
import { didYouMean, show, showPath } from '../ground/words.ts'
import { rules } from './rules/table.ts'

const RULES = rules.map(({ name }) => name)
/** `fail-on` and `min-coverage`: in a program they have capitals. */
const DASHED = Object.keys(schema.$defs.policy.properties).filter((name) => name.includes('-'))
const IN_SENTENCES = new RegExp(`(?<!-)\\b(?:${DASHED.join('|')})\\b`, 'g')
const withCapitals = (name: string) => name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())
const withDashes = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const rename = (fields: object, toName: (name: string) => string) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [toName(name), field]))

/** The policy with the names of the library. */
export const fromFile = (policy: object) => rename(policy, withCapitals)

/** All mistakes in a policy with the names of the file. Without `operations`, they are not known yet. */
export function findPolicyMistakes(policy: unknown, operations: readonly string[] = [], nameOf?: (path: ValueViolation['path']) => string) {
  const found = checkNow('policy', schema, 'the policy')(policy, nameOf)
  const exempt: readonly Exemption[] = isObject(policy) && found.length === 0 && Array.isArray(policy.exempt) ? policy.exempt : []
  const unknown = exempt.flatMap(({ rule, operation }, at) => [
    ...nameWrong(['exempt', at, 'rule'], 'a rule', rule, RULES),
    ...nameWrong(['exempt', at, 'operation'], 'an operation of the contract', operation, operations),
  ])
  return [...found, ...unknown]

  function nameWrong(path: ValueViolation['path'], what: string, given: string | undefined, names: readonly string[]): ValueViolation[] {
    if (given === undefined || names.length === 0 || names.includes(given)) return []
    const place = nameOf?.(path) ?? String(path.at(-1))
    return [
      { path, message: `${place} must name ${what}, got ${show(given)}${didYouMean(given, names, `: known are ${names.join(', ')}`)}` },
    ]
  }
}

/** Throws a StartError with a line for each mistake in a policy of the library or of flags: `exempt[0].until must be a day …`. */
export function refuseMistakes(policy: unknown, operations?: readonly string[]): void {
  const given = isObject(policy) ? rename(policy, withDashes) : policy
  const ofFile = DASHED.filter((name) => isObject(policy) && name in policy).map(
    (name) => `${name} is a name of policy files: write ${withCapitals(name)}`,
  )
  const listMistakes = (optionName: OptionName) => {
    const nameOf = ([field, ...rest]: ValueViolation['path']) =>
      field === undefined ? 'the policy' : showPath([optionName(withCapitals(String(field))), ...rest])
    const found = [...findPolicyMistakes(given, operations, nameOf), ...findBigInts(given, nameOf)]
    return [...ofFile, ...found.map(({ message }) => message.replaceAll(IN_SENTENCES, withCapitals))]
  }
  if (listMistakes(String).length > 0) throw new StartError((optionName) => listMistakes(optionName).join('\n'))
}
