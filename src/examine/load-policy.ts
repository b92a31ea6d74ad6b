// The policy file `petstore-report.yaml`: under which conditions a client passes. It has the fields of a policy, with dashes:
// `min-coverage` for `minCoverage`.

import { existsSync } from 'node:fs'
import { fromCaller } from '../client/sandbox-error.ts'
import { describePlaces } from '../contract/describe-errors.ts'
import type { Policy } from '../ground/generated/policy.ts'
import { StartError } from '../ground/problem.ts'
import { readUserFile } from '../ground/regular-file.ts'
import { findPolicyMistakes, fromFile } from './check-policy.ts'

const DEFAULT_FILE = 'petstore-report.yaml'

/**
 * The policy of a file, by default of `petstore-report.yaml` in the working directory, if it is there. Rejects with a `StartError` that
 * names file, line and column.
 *
 *     assertVerdict(await sandbox.report(), { ...(await loadPolicy()), minCoverage: 60 })
 */
export function loadPolicy(named?: string): Promise<Policy> {
  return fromCaller(loadPolicy, () => readPolicyFile(named))
}

/** The same, where the operations are known: then a wrong operation is named with its place. */
export async function readPolicyFile(named?: string, operations?: readonly string[]): Promise<Policy> {
  const file = named ?? DEFAULT_FILE
  if (named === undefined && !existsSync(file)) return {}
  const text = readUserFile(file, undefined, named && 'policy')
  // Loaded only for a policy file.
  const { parseYaml } = await import('../contract/json/yaml.ts')
  const { value, placeOf } = parseYaml(text, file)
  const policy = value ?? {}
  const lines = describePlaces(findPolicyMistakes(policy, operations), file, placeOf)
  if (lines.length > 0) throw new StartError(lines.join('\n'))
  return fromFile(policy)
}
