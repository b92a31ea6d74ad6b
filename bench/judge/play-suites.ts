// `npm run bench -- judge --busy`: plays every innocent and every guilty suite of test/examine over real HTTP, again and again, and
// compares the verdicts. No verdict may depend on the run or on the load of the machine.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What one run of a suite came to. test/examine/suite.ts writes it as a line of JSON. */
export interface SuiteRun {
  readonly suite: string
  readonly verdict: string
  /** Rules that failed the client, and rules that advised. */
  readonly failed: readonly string[]
  readonly advised: readonly string[]
}

const FILES = ['test/examine/innocent.test.ts', 'test/examine/guilty.test.ts']
const BUSY_LOOPS = 2
/** The busy loops end by themselves after this time, even if nobody ends them. In milliseconds. */
const LONGEST_MS = 3_600_000

/** Resolves with the exit code: 1 when a suite fails its test, or when its verdict differs from run to run. */
export async function playSuites(runs: number, isBusy: boolean): Promise<number> {
  const log = join(await mkdtemp(join(tmpdir(), 'suites-')), 'runs.jsonl')
  const loops = Array.from({ length: isBusy ? BUSY_LOOPS : 0 }, () =>
    spawn(process.execPath, ['-e', `for (const end = Date.now() + ${LONGEST_MS}; Date.now() < end; );`], { stdio: 'ignore' }),
  )
  try {
    const env = { ...process.env, SUITE_RUNS: String(runs), SUITE_LOG: log }
    const args = ['node_modules/vitest/vitest.mjs', 'run', ...FILES, '--maxWorkers=2', '--reporter=dot']
    const [exitCode] = await once(spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] }), 'exit')
    const played = (await readFile(log, 'utf8')).trimEnd().split('\n')
    return describe(
      played.map((line) => JSON.parse(line)),
      isBusy,
      exitCode === 0,
    )
  } finally {
    for (const loop of loops) loop.kill()
  }
}

function describe(played: readonly SuiteRun[], isBusy: boolean, havePassed: boolean): number {
  const suites = [...Map.groupBy(played, ({ suite }) => suite)]
  const differing = suites.flatMap(([suite, runs]) => {
    const kinds = Map.groupBy(runs, ({ verdict, failed }) => `${verdict} ${failed.join(', ')}`.trim())
    return kinds.size === 1 ? [] : [`- ${suite}: ${[...kinds].map(([kind, some]) => `${some.length} × ${kind}`).join('; ')}`]
  })
  const advice = suites.filter(([, runs]) => new Set(runs.map(({ advised }) => advised.join())).size > 1).length
  const said = [
    `${suites.length} suites, ${played.length} runs, ${isBusy ? `with ${BUSY_LOOPS} busy loops` : 'without a busy loop'}:`,
    `${differing.length === 0 ? 'no verdict differs' : `${differing.length} verdicts differ`}; the advice differs in ${advice} suites;`,
    havePassed ? 'every verdict is the expected one' : 'some verdicts are not the expected ones',
  ]
  process.stdout.write(`${[said.join(' '), ...differing].join('\n')}\n`)
  return havePassed && differing.length === 0 ? 0 : 1
}
