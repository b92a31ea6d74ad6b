// Tries one mutant after the other: runs the tests that reach it, until one fails.

import { execFile } from 'node:child_process'
import { basename, dirname, join } from 'node:path'
import type { Copy } from './copy.ts'
import { digestCode, type Reach, type TestMap } from './coverage.ts'
import { type Mutant, mutate } from './mutants.ts'
import { findRegions, regionAt } from './regions.ts'
import type { TestRunner } from './run-tests.ts'

/**
 * `noticed`: a test failed. `survived`: all tests passed. `unreached`: no test runs the changed place. `refused`: the likely
 * tests passed, but the type check does not take the change, so nobody could commit it; such a mutant does not count.
 */
export type Fate = 'noticed' | 'survived' | 'unreached' | 'refused'

export interface Tried extends Mutant {
  readonly fate: Fate
  /** The test file and the test that noticed the mutant. */
  readonly by?: string
  readonly ms: number
}

export interface Trial {
  readonly copy: Copy
  readonly runner: TestRunner
  readonly map: TestMap
  /** For the tests of one mutant. When they are over, no further test file is run. */
  readonly seconds: number
}

/** A mutant may make a test wait. A test under load takes a few times as long as alone. */
const limitOf = (ms: number) => Math.max(60_000, 3 * ms)
/** So many test files are run at once: first the likely ones, then more. */
const FIRST = 4
const MORE = 16

export function createTrial({ copy, runner, map, seconds }: Trial): (mutant: Mutant) => Promise<Tried> {
  const noticedBy = new Map<string, number>()

  /** The cheapest first, and before them those that are likely to notice the mutant. */
  function testsFor(mutant: Mutant, source: string): string[] {
    const region = regionAt(findRegions(mutant.file, source).regions, mutant)
    const now = digestCode(mutant.file, source)
    const isExact = ({ sources, isOld = false }: Reach) => !isOld && sources[mutant.file] === now
    // Of a file that has changed since the map was made, only this much is known.
    const reaches = (reach: Reach) => (isExact(reach) ? reach.regions[mutant.file]?.includes(region) : mutant.file in reach.sources)
    const costOf = (test: string) =>
      (map[test]?.ms ?? 0) / kinship(test, mutant.file) / (1 + (noticedBy.get(`${test} ${mutant.file}`) ?? 0))
    return Object.entries(map)
      .filter(([, reach]) => reach.failure === undefined && reaches(reach))
      .map(([test]) => test)
      .sort((one, other) => costOf(one) - costOf(other))
  }

  const put = (file: string, text: string) => {
    copy.write(file, text)
    runner.change(file)
  }
  const runTests = (tests: readonly string[]) => runner.run(tests, limitOf(Math.max(...tests.map((test) => map[test]?.ms ?? 0))))

  /** Whether a test fails because of the mutant. One that is far from the place may fail by chance, so it runs without, too. */
  async function isTrue(failed: string, mutant: Mutant, source: string): Promise<boolean> {
    if (map[failed] === undefined || kinship(failed, mutant.file) > 1) return true
    put(mutant.file, source)
    const { passed } = await runTests([failed])
    put(mutant.file, mutate(source, mutant))
    return passed
  }

  async function run(mutant: Mutant, source: string): Promise<Pick<Tried, 'fate' | 'by'>> {
    const { file } = mutant
    const end = Date.now() + seconds * 1000
    const tests = testsFor(mutant, source)
    let isFirst = true
    for (let batch = tests.splice(0, FIRST); batch.length > 0; batch = Date.now() < end ? tests.splice(0, MORE) : []) {
      const { passed, failure = '' } = await runTests(batch)
      const failed = failure.split(': ')[0] ?? ''
      if (!passed && (await isTrue(failed, mutant, source))) {
        noticedBy.set(`${failed} ${file}`, (noticedBy.get(`${failed} ${file}`) ?? 0) + 1)
        return { fate: 'noticed', by: failure }
      }
      if (!passed) tests.unshift(...batch.slice(batch.indexOf(failed) + 1))
      // Before the many others run, it should be worth the while.
      if (isFirst && !(await passesTypeCheck(copy, file))) return { fate: 'refused' }
      isFirst = false
    }
    if (!isFirst) return { fate: 'survived' }
    return { fate: (await passesTypeCheck(copy, file)) ? 'unreached' : 'refused' }
  }

  return async (mutant) => {
    const start = Date.now()
    const source = copy.read(mutant.file)
    put(mutant.file, mutate(source, mutant))
    try {
      return { ...mutant, ...(await run(mutant, source)), ms: Date.now() - start }
    } finally {
      put(mutant.file, source)
    }
  }
}

/** The tests for `src/worlds/limits.ts` stand in `test/worlds/limits.test.ts`, or beside it. */
function kinship(test: string, file: string): number {
  const home = dirname(test).replace(/^test/, 'src')
  if (home !== dirname(file)) return 1
  return basename(test, '.test.ts') === basename(file).replace(/\.tsx?$/, '') ? 10 : 3
}

function passesTypeCheck({ directory }: Copy, file: string): Promise<boolean> {
  const project = file.startsWith('src/console/') ? 'src/console' : '.'
  const tsc = join(directory, 'node_modules/.bin/tsc')
  return new Promise((resolve) => execFile(tsc, ['-p', project], { cwd: directory }, (error) => resolve(error === null)))
}
