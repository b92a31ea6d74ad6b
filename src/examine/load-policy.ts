// The policy file `petstore-report.yaml`: under which conditions a client passes. It has the fields of a policy, with dashes:
// `min-coverage` for `minCoverage`.

import { existsSync } from 'node:fs'
import type { Policy } from '../../spec/policy.ts'
import { messageOf, StartError } from '../errors/problem.ts'
import { isObject } from '../json/json.ts'
import { readRegularFile } from '../text/regular-file.ts'
import { FILE_FIELDS, findPolicyMistake, withCapitals, withDashes } from './check-policy.ts'
import { rules } from './rules/table.ts'

const DEFAULT_FILE = 'petstore-report.yaml'

/**
 * The policy of a file, by default of `petstore-report.yaml` in the working directory, if it is there. Rejects with a `StartError` that
 * names file, line and column.
 *
 *     assertVerdict(await sandbox.report({ ended: true }), { ...(await loadPolicy()), minCoverage: 60 })
 */
export async function loadPolicy(named?: string): Promise<Policy> {
  return readPolicyFile(named)
}

/** The same, where the operations are known: then a wrong operation is named with its place. */
export async function readPolicyFile(named?: string, operations: readonly string[] = []): Promise<Policy> {
  const file = named ?? DEFAULT_FILE
  if (named === undefined && !existsSync(file)) return {}
  const text = readText(file, named === undefined ? file : `--policy ${file}`)
  // Loaded only for a policy file.
  const { parseYaml } = await import('../json/yaml.ts')
  const { value, placeOf } = parseYaml(text, file)
  const at = (path: readonly (string | number)[]) => [file, ...placeOf(path)].join(':')
  const given = isObject(value) ? rename(value, withDashes) : (value ?? {})
  const mistake = findPolicyMistake(given, { rules: rules.map(({ name }) => name), operations }, FILE_FIELDS)
  if (mistake !== undefined) {
    const { path, message } = mistake
    throw new StartError(`${at(path)}: ${path.findLast((part) => typeof part === 'string') ?? 'the policy'} ${message}`)
  }
  return rename(given, withCapitals)
}

function readText(file: string, place: string): string {
  try {
    return readRegularFile(file).toString()
  } catch (error) {
    throw new StartError(`${place}: cannot be read: ${messageOf(error)}`)
  }
}

const rename = (fields: object, toName: (name: string) => string) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [toName(name), field]))
