// The policy file `petstore-report.yaml`: under which conditions a client passes. It has the fields of a policy, with dashes:
// `min-coverage` for `minCoverage`.

import { existsSync } from 'node:fs'
import { fromCaller } from '../client/sandbox-error.ts'
import { isObject } from '../contract/json/json.ts'
import type { Policy } from '../ground/generated/policy.ts'
import { messageOf, StartError } from '../ground/problem.ts'
import { readRegularFile } from '../ground/regular-file.ts'
import { FILE_FIELDS, findPolicyMistakes, withCapitals, withDashes } from './check-policy.ts'
import { rules } from './rules/table.ts'

const DEFAULT_FILE = 'petstore-report.yaml'

/**
 * The policy of a file, by default of `petstore-report.yaml` in the working directory, if it is there. Rejects with a `StartError` that
 * names file, line and column.
 *
 *     assertVerdict(await sandbox.report({ ended: true }), { ...(await loadPolicy()), minCoverage: 60 })
 */
export function loadPolicy(named?: string): Promise<Policy> {
  return fromCaller(loadPolicy, () => readPolicyFile(named))
}

/** The same, where the operations are known: then a wrong operation is named with its place. */
export async function readPolicyFile(named?: string, operations: readonly string[] = []): Promise<Policy> {
  const file = named ?? DEFAULT_FILE
  if (named === undefined && !existsSync(file)) return {}
  const text = readText(file, named !== undefined)
  // Loaded only for a policy file.
  const { parseYaml } = await import('../contract/json/yaml.ts')
  const { value, placeOf } = parseYaml(text, file)
  const at = (path: readonly (string | number)[]) => [file, ...placeOf(path)].join(':')
  const given = isObject(value) ? rename(value, withDashes) : (value ?? {})
  const mistakes = findPolicyMistakes(given, { rules: rules.map(({ name }) => name), operations }, FILE_FIELDS)
  const inOrder = mistakes.toSorted((one, other) => compare(placeOf(one.path), placeOf(other.path)))
  const lines = inOrder.map(
    ({ path, message }) => `${at(path)}: ${path.findLast((part) => typeof part === 'string') ?? 'the policy'} ${message}`,
  )
  if (lines.length > 0) throw new StartError(lines.join('\n'))
  return rename(given, withCapitals)
}

function readText(file: string, isNamed: boolean): string {
  try {
    return readRegularFile(file).toString()
  } catch (error) {
    throw new StartError((optionName) => `${isNamed ? `${optionName('policy')} ` : ''}${file}: cannot be read: ${messageOf(error)}`)
  }
}

/** Whether a line and column come before another. */
const compare = ([line = 0, column = 0]: readonly number[], [otherLine = 0, otherColumn = 0]: readonly number[]) =>
  line - otherLine || column - otherColumn

const rename = (fields: object, toName: (name: string) => string) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [toName(name), field]))
