// The policy file `petstore-report.yaml`: under which conditions a client passes. A command looks for it in the working directory only,
// unless --policy names it. Flags override the file.

import { readFile } from 'node:fs/promises'
import { messageOf, StartError } from '../errors/problem.ts'
import type { Policy } from '../report/policy.ts'

const DEFAULT_FILE = 'petstore-report.yaml'

const TEXT = { type: 'string', minLength: 1 }
const PERCENT = { type: 'number', minimum: 0, maximum: 100 }

/** The format of the file. */
const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    rules: TEXT,
    'fail-on': { enum: ['fail', 'advice'] },
    'min-coverage': PERCENT,
    'min-natural': PERCENT,
    exempt: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['rule', 'reason'],
        properties: {
          ...{ rule: TEXT, operation: TEXT, case: TEXT, words: TEXT, reason: TEXT },
          until: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' },
          sometimes: { type: 'boolean' },
        },
      },
    },
  },
}

interface PolicyFile extends Pick<Policy, 'rules' | 'exempt'> {
  readonly 'fail-on'?: 'fail' | 'advice'
  readonly 'min-coverage'?: number
  readonly 'min-natural'?: number
}

/** The policy of the file, or an empty one when no file is named and none is there. A StartError names file, line and column. */
export async function loadPolicy(named: string | undefined): Promise<Policy> {
  const file = named ?? DEFAULT_FILE
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (named === undefined && error.code === 'ENOENT') return undefined
    throw new StartError(`${named === undefined ? '' : '--policy '}${file}: cannot be read: ${messageOf(error)}`)
  })
  return text === undefined ? {} : readPolicy(text, file)
}

async function readPolicy(text: string, file: string): Promise<Policy> {
  // Both are loaded only for a command that has a policy file.
  const [{ parseYaml }, { validateWith }] = await Promise.all([import('../json/yaml.ts'), import('../contract/schema.ts')])
  const { value, placeOf } = parseYaml(text, file)
  const [mistake] = value === null ? [] : (await validateWith(() => SCHEMA))(value)
  if (mistake !== undefined)
    throw new StartError(`${[file, ...placeOf(mistake.path)].join(':')}: ${mistake.subject || 'the file'} ${mistake.message}`)
  const { 'fail-on': failOn, 'min-coverage': minCoverage, 'min-natural': minNatural, exempt, ...policy } = (value ?? {}) as PolicyFile
  return {
    ...policy,
    ...(failOn && { failOn }),
    ...(minCoverage !== undefined && { minCoverage }),
    ...(minNatural !== undefined && { minNatural }),
    ...(exempt && { exempt: exempt.map((one, index) => ({ ...one, at: [file, ...placeOf(['exempt', index])].join(':') })) }),
  }
}
