// `npm test -- mutants`: how strong the tests are. Changes the sources one place at a time, in a copy, and looks whether a test fails.

import { matchesGlob } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Copy, createCopy } from './copy.ts'
import { isSource, mapTests, type TestMap } from './coverage.ts'
import { findMutants, type Mutant, takeSample } from './mutants.ts'
import { HELP, type Options, parseOptions } from './options.ts'
import { createPaint, renderMutant, renderSummary, renderTried } from './render.ts'
import { createTestRunner, type TestRunner } from './run-tests.ts'
import { createTrial, type Tried } from './try-mutants.ts'
import { findReason } from './unnoticeable.ts'

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))
const CACHE = `${PROJECT}node_modules/.cache/petstore-mutate/map.json`

const tell = (text: string) => process.stderr.write(`${text}\n`)

/** The mutants to try, and how many were left out because nobody can notice them. */
function choose(copy: Copy, map: TestMap, options: Options): { mutants: Mutant[]; unnoticeable: number } {
  const loaded = new Set(Object.values(map).flatMap(({ sources }) => Object.keys(sources)))
  const { at } = options
  const files = copy.files.filter((file) => isSource(file) && (at ? file === at.file : matchesGlob(file, options.files)))
  // What runs in a browser alone is tested by `npm test -- browser`.
  const inScope = files.filter((file) => loaded.has(file) || !file.startsWith('src/console/'))
  if (inScope.length < files.length) tell(`${files.length - inScope.length} files of src/console/ run only in a browser: not tried`)
  const all = inScope.flatMap((file) => findMutants(file, copy.read(file)))
  const sample = at ? all.filter(({ line }) => line === at.line) : takeSample(all, options.sample, options.seed)
  tell(`${sample.length} of ${all.length} mutants in ${inScope.length} files, seed ${options.seed}`)
  const mutants = sample.filter((mutant) => findReason(mutant, copy.read(mutant.file)) === undefined)
  return { mutants, unnoticeable: sample.length - mutants.length }
}

async function mutateCopy(copy: Copy, runner: TestRunner, options: Options): Promise<number> {
  const onProgress = (done: number, of: number, test: string) => tell(`map of the tests: ${done + 1} of ${of}, ${test}`)
  const map = await mapTests({ copy, runner, cache: CACHE, isTrusting: options.trustMap, onProgress })
  for (const [test, { failure }] of Object.entries(map))
    if (failure !== undefined) tell(`${test} fails without a mutant, and is left out: ${failure}`)
  const { mutants, unnoticeable } = choose(copy, map, options)
  if (options.list) {
    process.stdout.write(mutants.map((mutant) => `${renderMutant(mutant)}\n`).join(''))
    return 0
  }
  const paint = createPaint(process.stderr)
  const tryMutant = createTrial({ copy, runner, map, seconds: options.seconds })
  const tried: Tried[] = []
  for (const mutant of mutants) {
    const one = await tryMutant(mutant)
    tried.push(one)
    tell(`${String(tried.length).padStart(4)} of ${mutants.length}  ${renderTried(one, paint)}`)
  }
  process.stdout.write(renderSummary(tried, unnoticeable))
  return 0
}

async function main(args: readonly string[]): Promise<number> {
  let options: Options
  try {
    options = parseOptions(args)
  } catch (error) {
    tell(`error: ${(error as Error).message}`)
    return 2
  }
  if (options.help) {
    process.stdout.write(HELP)
    return 0
  }
  const copy = createCopy(PROJECT)
  const runner = createTestRunner(copy)
  const end = async () => {
    await runner.close()
    copy.remove()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void end().then(() => process.exit(130)))
  }
  try {
    return await mutateCopy(copy, runner, options)
  } finally {
    await end()
  }
}

process.exitCode = await main(process.argv.slice(2))
