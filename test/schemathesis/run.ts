// `npm test -- schemathesis [--max-examples N] [--seed N]`: Schemathesis reads the served contract, makes requests from it, and
// checks each reply against it. It installs itself into a virtual environment. Without Python 3.10 or a package registry it says in
// one line what it skipped.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startSandbox } from '../../src/sandbox.ts'
import { isUnreachable, type ProgramRun, runProgram } from '../support/run-program.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const HOME = join(ROOT, 'node_modules', '.cache', 'schemathesis')
const BIN = join(HOME, process.platform === 'win32' ? 'Scripts' : 'bin')
const VERSION = '4.32.5'
const SECONDS = 600

/** What Schemathesis must not find in any reply. */
const CHECKS = [
  ...['not_a_server_error', 'status_code_conformance', 'content_type_conformance', 'response_headers_conformance'],
  ...['response_schema_conformance', 'positive_data_acceptance', 'ignored_auth', 'allow_header_conformance', 'missing_required_header'],
]

const run = (command: [string, ...string[]]): Promise<ProgramRun> => runProgram(command, { cwd: ROOT, env: process.env, seconds: SECONDS })
const say = (text: string) => process.stdout.write(`schemathesis: ${text}\n`)

/** The reason why Schemathesis is not there; undefined when it is installed. */
async function install(): Promise<string | undefined> {
  if (existsSync(join(BIN, 'st'))) return undefined
  const python = await run(['python3', '-c', 'import sys, venv; assert sys.version_info >= (3, 10)'])
  if (python.code !== 0) return 'there is no Python 3.10 or newer'
  const made = await run(['python3', '-m', 'venv', HOME])
  if (made.code !== 0) return `Python cannot make a virtual environment: ${made.output.trim().split('\n')[0]}`
  const installed = await run([join(BIN, 'python'), '-m', 'pip', 'install', '--quiet', `schemathesis==${VERSION}`])
  if (installed.code === 0) return undefined
  if (isUnreachable(installed.output)) return 'pip cannot reach its package registry'
  throw new Error(`schemathesis cannot be installed:\n${installed.output}`)
}

async function attack(maxExamples: string, seed: string): Promise<number> {
  const sandbox = await startSandbox({ limits: 'off' })
  try {
    const document = `${sandbox.origin}/openapi.json?assumptions=include`
    const { code, output } = await run([
      ...([join(BIN, 'st'), 'run', document, '--url', sandbox.url] as const),
      ...['--header', `Authorization: Bearer ${sandbox.key('enterprise')}`, '--checks', CHECKS.join(','), '--seed', seed],
      ...['--max-examples', maxExamples, '--phases', 'examples,coverage,fuzzing,stateful', '--no-color'],
    ])
    if (code !== 0) say(`failed:\n${output}`)
    else say(`passed, ${/\d[\d,]* generated/.exec(output)?.[0] ?? 'no'} requests`)
    return code === 0 ? 0 : 1
  } finally {
    await sandbox.close()
  }
}

const { values } = parseArgs({
  options: { 'max-examples': { type: 'string', default: '50' }, seed: { type: 'string', default: '20251205' } },
})
const reason = await install()
if (reason !== undefined) say(`skipped, nothing was tested, because ${reason}`)
else process.exitCode = await attack(values['max-examples'], values.seed)
