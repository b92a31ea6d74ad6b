// The policy file `petstore-report.yaml`: under which conditions a client passes. It has the fields of a policy, with dashes:
// `min-coverage` for `minCoverage`.

import { readFile } from 'node:fs/promises'
import { messageOf, StartError } from '../errors/problem.ts'
import { isObject } from '../json/json.ts'
import { findPolicyMistake } from './check-policy.ts'
import type { Policy } from './policy.ts'
import { rules } from './rules/table.ts'

const DEFAULT_FILE = 'petstore-report.yaml'

/**
 * The policy of a file, by default of `petstore-report.yaml` in the working directory, if it is there. Rejects with a `StartError` that
 * names file, line and column.
 *
 *     assertVerdict(await sandbox.report({ ended: true }), { ...(await loadPolicy()), minCoverage: 60 })
 */
export async function loadPolicy(named?: string): Promise<Policy> {
  const file = named ?? DEFAULT_FILE
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (named === undefined && error.code === 'ENOENT') return undefined
    throw new StartError(`${named === undefined ? '' : '--policy '}${file}: cannot be read: ${messageOf(error)}`)
  })
  return text === undefined ? {} : parsePolicy(text, file)
}

async function parsePolicy(text: string, file: string): Promise<Policy> {
  // Loaded only for a policy file.
  const { parseYaml } = await import('../json/yaml.ts')
  const { value, placeOf } = parseYaml(text, file)
  const fields = isObject(value) ? Object.entries(value).map(([name, field]) => [withCapitals(name), field]) : undefined
  const policy = fields === undefined ? (value ?? {}) : Object.fromEntries(fields)
  const mistake = findPolicyMistake(
    policy,
    rules.map(({ name }) => name),
  )
  if (mistake !== undefined) {
    const [field = '', ...rest] = mistake.path
    const path = [withDashes(String(field)), ...rest]
    throw new StartError(`${[file, ...placeOf(path)].join(':')}: ${path.findLast((part) => typeof part === 'string')} ${mistake.message}`)
  }
  const { exempt, ...others } = policy as Policy
  const at = (index: number) => [file, ...placeOf(['exempt', index])].join(':')
  return { ...others, ...(exempt && { exempt: exempt.map((one, index) => ({ ...one, at: at(index) })) }) }
}

const withCapitals = (name: string) => name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())
const withDashes = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
