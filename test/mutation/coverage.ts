// The map of the tests: which test file reaches which regions of which source file. It is kept between runs; only the tests
// whose own files, or whose sources, have changed are looked at again.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import type { Copy } from './copy.ts'
import { findRegions } from './regions.ts'
import type { TestRunner } from './run-tests.ts'
import { codeOf } from './syntax.ts'

/** What one test file does. */
export interface Reach {
  /** Stands for the test file. */
  readonly own: string
  /** Stands for what it imports from test/, and for the data of the project. */
  readonly key: string
  /** The sources that it loads, each with a digest. */
  readonly sources: Readonly<Record<string, string>>
  /** The regions that it runs, by source. */
  readonly regions: Readonly<Record<string, readonly number[]>>
  readonly ms: number
  /** Why it fails without any mutant; then it can notice nothing. */
  readonly failure?: string
  /** The test file has changed since, so it may reach other regions of its sources. */
  readonly isOld?: boolean
}

export type TestMap = Readonly<Record<string, Reach>>

interface MapOptions {
  readonly copy: Copy
  readonly runner: TestRunner
  readonly cache: string
  /** Looks only at test files that were never looked at. */
  readonly isTrusting: boolean
  readonly onProgress: (done: number, of: number, test: string) => void
}

/** More than any test file takes on a machine under load. */
const LIMIT_MS = 600_000

export const digestCode = (file: string, text: string) => digest(codeOf(file, text))

/** Only the copy has this file, and only while the map is made. */
export const HITS = 'test/mutation/hits.ts'

export const digest = (...texts: readonly string[]) => createHash('sha256').update(texts.join('\0')).digest('base64url').slice(0, 12)

/** Brings the map up to date. The copy is as before afterwards. */
export async function mapTests(options: MapOptions): Promise<TestMap> {
  const { copy, runner, cache, isTrusting, onProgress } = options
  const sources = new Map(copy.files.filter(isSource).map((file) => [file, copy.read(file)]))
  const digests = new Map([...sources].map(([file, text]) => [file, digestCode(file, text)]))
  const identities = identify(copy)
  const isFresh = (test: string, { own, key, sources, failure }: Reach) =>
    failure === undefined &&
    own === identities.get(test)?.own &&
    key === identities.get(test)?.key &&
    Object.entries(sources).every(([file, seen]) => digests.get(file) === seen)
  const old: TestMap = existsSync(cache) ? JSON.parse(readFileSync(cache, 'utf8')) : {}
  const known = Object.entries(old).filter(([test]) => identities.has(test))
  if (isTrusting && known.length === identities.size)
    return Object.fromEntries(known.map(([test, reach]) => [test, { ...reach, isOld: reach.own !== identities.get(test)?.own }]))
  const map = Object.fromEntries(known.filter(([test, reach]) => isTrusting || isFresh(test, reach)))
  const stale = [...identities].filter(([test]) => !map[test])
  if (stale.length === 0) return map

  const hits = instrument(copy, sources)
  mkdirSync(dirname(cache), { recursive: true })
  for (const [index, [test, identity]] of stale.entries()) {
    onProgress(index, stale.length, test)
    hits.clear()
    const { passed, ran, ms, failure } = await runner.run([test], LIMIT_MS, { toTheEnd: true })
    const regions = hits.read()
    const loaded = Object.fromEntries(Object.keys(regions).map((file) => [file, digests.get(file) ?? '']))
    map[test] = { ...identity, sources: loaded, regions, ms, ...(!passed && { failure: failure ?? `ran ${ran} tests` }) }
    // A failure is kept only after it was confirmed: an interrupted run must not leave this file out of the next run.
    writeFileSync(cache, JSON.stringify(Object.fromEntries(Object.entries(map).filter(([, one]) => one.failure === undefined))))
  }
  await runner.stop()
  for (const [file, text] of sources) copy.write(file, text)
  rmSync(join(copy.directory, HITS))
  for (const [test] of stale) map[test] = await confirm(test, map[test] as Reach, runner)
  writeFileSync(cache, JSON.stringify(map))
  return isTrusting ? mapTests(options) : map
}

/** Some tests measure, and fail because of the calls in the sources: what counts is how they do without. */
async function confirm(test: string, reach: Reach, runner: TestRunner): Promise<Reach> {
  const { failure: before, ...rest } = reach
  if (before === undefined) return reach
  const { passed, failure = before, ms } = await runner.run([test], LIMIT_MS)
  return { ...rest, ms, ...(!passed && { failure }) }
}

/** What each test file is, to tell whether it has changed. */
function identify(copy: Copy): Map<string, Pick<Reach, 'own' | 'key'>> {
  const data = copy.files.filter((file) => /^(spec|scenarios|fixtures)\//.test(file)).map(copy.read)
  const tests = copy.files.filter((file) => /^test\/.*\.test\.ts$/.test(file))
  const codes = new Map(tests.flatMap((test) => importsOf(copy, test)).map((file) => [file, codeOf(file, copy.read(file))]))
  return new Map(
    tests.map((test) => {
      const imported = importsOf(copy, test).map((file) => codes.get(file) ?? '')
      return [test, { own: digest(codes.get(test) ?? ''), key: digest(...data, ...imported) }]
    }),
  )
}

export const isSource = (file: string) => /^src\/.*\.tsx?$/.test(file)

/** A test file and the files of test/ that it imports, and so on. */
function importsOf(copy: Copy, test: string): string[] {
  const found = new Set([test])
  for (const file of found) {
    for (const [, path = ''] of copy.read(file).matchAll(/from '(\.[^']+\.ts)'/g)) {
      const target = posix.join(posix.dirname(file), path)
      if (target.startsWith('test/') && copy.files.includes(target)) found.add(target)
    }
  }
  return [...found]
}

interface Hits {
  clear(): void
  /** The regions that were run since, by source. */
  read(): Record<string, number[]>
}

/** Makes the sources of the copy say which of their regions run, in this process and in others. */
function instrument(copy: Copy, sources: ReadonlyMap<string, string>): Hits {
  const directory = join(copy.temporary, 'hits')
  const places: { readonly file: string; readonly region: number }[] = []
  // Environment variables do not reach every process of the tests, so the place is written into the file.
  copy.write(HITS, renderHits(directory))
  for (const [file, text] of sources) {
    const { regions, render } = findRegions(file, text)
    const door = `import '${posix.relative(posix.dirname(file), HITS)}';`
    // The console runs in a browser, which cannot write files; its tests load it beside other sources.
    copy.write(file, (file.startsWith('src/console/') ? '' : door) + render(places.length))
    places.push(...regions.map((_, region) => ({ file, region })))
  }
  return {
    clear: () => {
      rmSync(directory, { recursive: true, force: true })
      mkdirSync(directory)
    },
    read: () => {
      const ids = new Set(readdirSync(directory).flatMap((name) => readFileSync(join(directory, name), 'utf8').trim().split(' ')))
      const found = [...ids].flatMap((id) => places[Number(id)] ?? [])
      const byFile = [...Map.groupBy(found, ({ file }) => file)]
      return Object.fromEntries(byFile.map(([file, ones]) => [file, ones.map(({ region }) => region)]))
    },
  }
}

/** Writes down each region the first time it runs, at once: some processes of the tests are killed. A browser has no `process`. */
const renderHits = (directory: string) => `const load = globalThis.process?.getBuiltinModule
const seen = new Set()
globalThis.__hit ??= (id) => {
  if (seen.has(id)) return
  seen.add(id)
  if (!load) return
  try { load('node:fs').appendFileSync('${directory}/' + process.pid + '-' + load('node:worker_threads').threadId, id + ' ') } catch {}
}
`
