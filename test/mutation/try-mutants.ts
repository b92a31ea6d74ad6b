// Tries one mutant after the other: runs the tests that reach it, until one fails.

import { execFile } from 'node:child_process'
import { basename, dirname, join } from 'node:path'
import type { Copy } from './copy.ts'
import { digestCode, type Reach, type TestMap } from './coverage.ts'
import { type Mutant, mutate } from './mutants.ts'
import { findRegions, regionAt } from './regions.ts'
import type { TestRunner } from './run-tests.ts'

/**
 * `noticed`: a test failed. `survived`: all tests passed. `unreached`: no test runs the changed place. `refused`: all tests
 * passed, but the type check does not take the change, so nobody could commit it; such a mutant does not count.
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
}

/** A mutant may make a test wait; a test under load takes a few times as long as alone. */
const limitOf = (ms: number) => 20_000 + 5 * ms

export function createTrial({ copy, runner, map }: Trial): (mutant: Mutant) => Promise<Tried> {
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

  async function run(mutant: Mutant, tests: readonly string[]): Promise<Pick<Tried, 'fate' | 'by'>> {
    if (tests.length === 0) return { fate: 'unreached' }
    for (const test of tests) {
      const { passed, failure } = await runner.run(test, limitOf(map[test]?.ms ?? 0))
      if (passed) continue
      noticedBy.set(`${test} ${mutant.file}`, (noticedBy.get(`${test} ${mutant.file}`) ?? 0) + 1)
      return { fate: 'noticed', by: `${test}: ${failure}` }
    }
    return { fate: 'survived' }
  }

  return async (mutant) => {
    const start = Date.now()
    const source = copy.read(mutant.file)
    const put = (text: string) => {
      copy.write(mutant.file, text)
      runner.change(mutant.file)
    }
    put(mutate(source, mutant))
    try {
      const found = await run(mutant, testsFor(mutant, source))
      const fate = found.fate !== 'noticed' && !(await passesTypeCheck(copy, mutant.file)) ? 'refused' : found.fate
      return { ...mutant, ...found, fate, ms: Date.now() - start }
    } finally {
      put(source)
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
