// `npm test -- examples [FOLDER...]`: runs every example, or the named ones, in a copy of its folder, then once more under
// `inject --quick`, which must find nothing. It prints a line for each. It packs the package for those that use the library, and starts a sandbox for the others. An example is skipped
// where its language is missing or its package registry cannot be reached. It is a failure when no example could run.

import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startSandbox } from '../../src/sandbox.ts'
import { inParallel } from '../clients/parallel.ts'
import { type Command, isUnreachable, type ProgramRun, runProgram } from '../support/run-program.ts'
import { type Example, listExamples } from './examples.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** For one command. Most of them take seconds; the first download of Maven's plug-ins takes the longest. */
const SECONDS = 240
const LAUNCHER = join(ROOT, 'bin', 'petstore-sandbox.cjs')
const ENVIRONMENT = {
  ...process.env,
  PATH: [join(ROOT, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
  // Go must not fetch another version of itself.
  GOTOOLCHAIN: 'local',
}

type Outcome = 'passed' | 'failed' | 'skipped'

const run = (command: Command, cwd: string, variables = {}): Promise<ProgramRun> =>
  runProgram(command, { cwd, env: { ...ENVIRONMENT, ...variables }, seconds: SECONDS })

const say = (text: string) => process.stdout.write(`examples: ${text}\n`)

async function packLibrary(scratch: string): Promise<string> {
  const { code, output } = await run(['npm', 'run', 'build', '--', '--pack', '--pack-destination', scratch], ROOT)
  if (code !== 0) throw new Error(`the package cannot be packed:\n${output}`)
  const tarball = (await readdir(scratch)).find((name) => name.endsWith('.tgz'))
  return join(scratch, String(tarball))
}

/** Runs one example in a copy of its folder, and says how it went. */
async function play({ folder, needs, install, tests, suite, passed }: Example, scratch: string, url: string): Promise<Outcome> {
  const skip = (reason: string): Outcome => {
    say(`${folder}: skipped, because ${reason}`)
    return 'skipped'
  }
  const fail = (reason: string, output: string): Outcome => {
    say(`${folder}: failed, because ${reason}; the output:\n${output}`)
    return 'failed'
  }
  for (const need of needs) if ((await run(need, scratch)).code !== 0) return skip(`${need[0]} does not run here`)
  const directory = join(scratch, folder)
  await cp(join(ROOT, 'examples', folder), directory, { recursive: true, filter: isSource })
  for (const command of install) {
    const { code, output } = await run(command, directory)
    if (code !== 0 && isUnreachable(output)) return skip(`${command[0]} cannot reach its package registry`)
    if (code !== 0) return fail(`${command.join(' ')} ended with ${code}`, output)
  }
  let all = ''
  for (const command of tests) {
    const { code, output } = await run(command, directory, { PETSTORE_BASE_URL: url })
    if (code !== 0) return fail(`${command.join(' ')} ended with ${code}`, output)
    all += output
  }
  const count = countPassed(all, passed)
  if (count === 0) return fail('no test ran', all)
  // Some suites write into their folder, so only one run goes on at a time.
  const inject = [process.execPath, LAUNCHER, 'inject', '--quick', '--jobs', '1', '--fail-on', 'advice', '--', ...suite] as const
  const { code, output } = await run(inject, directory)
  if (code !== 0) return fail(`inject ended with ${code}`, output)
  say(`${folder}: passed, ${count} tests, and inject found nothing`)
  return 'passed'
}

/** What an example leaves behind when somebody runs it in its folder is not copied. */
const isSource = (path: string) => !/[\\/](node_modules|venv|target|__pycache__|\.pytest_cache)$/.test(path)

const countPassed = (output: string, passed: RegExp) =>
  passed.global ? (output.match(passed) ?? []).length : Number(passed.exec(output)?.[1] ?? 0)

const scratch = await mkdtemp(join(tmpdir(), 'petstore-examples-'))
const sandbox = await startSandbox()
try {
  const typeRoots = join(ROOT, 'node_modules', '@types')
  const named = process.argv.slice(2)
  const examples = listExamples({ tarball: await packLibrary(scratch), typeRoots })
  const unknown = named.find((name) => !examples.some(({ folder }) => folder === name))
  if (unknown !== undefined) throw new Error(`there is no example ${unknown}`)
  const wanted = examples.filter(({ folder }) => named.length === 0 || named.includes(folder))
  const outcomes = await inParallel(2, wanted, (example) => play(example, scratch, sandbox.url))
  const count = (one: Outcome) => outcomes.filter((outcome) => outcome === one).length
  const report = await sandbox.report()
  const isAccused = report.facts.exchanges > 0 && report.verdict === 'failed'
  if (isAccused) say(`the report fails them: ${report.reasons.join('; ')}`)
  say(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`)
  if (isAccused || count('failed') > 0 || count('passed') === 0) process.exitCode = 1
} finally {
  await sandbox.close()
  await rm(scratch, { recursive: true, force: true })
}
