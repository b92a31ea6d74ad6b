// The process that runs the tests: one Vitest, kept from one test file to the next. It is started by run-tests.ts.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createVitest, type Reporter, type TestCase, type Vitest } from 'vitest/node'
import { HITS } from './coverage.ts'
import type { Answer, Outcome, Request } from './run-tests.ts'

const root = process.cwd()
let vitest: Vitest | undefined
let ran = 0
let failure: string | undefined
let isToTheEnd = false

const fail = (text: string) => {
  failure ??= text
  if (!isToTheEnd) void vitest?.cancelCurrentRun('test-failure')
}

const watch: Reporter = {
  onTestCaseResult(test: TestCase) {
    const { state } = test.result()
    if (state !== 'skipped') ran += 1
    if (state === 'failed') fail(test.fullName)
  },
}

const say = (answer: Answer) => process.send?.(answer)

async function run({ test, changed, toTheEnd }: Request): Promise<Outcome> {
  const start = performance.now()
  ran = 0
  failure = undefined
  isToTheEnd = toTheEnd
  const setupFiles = existsSync(join(root, HITS)) ? [join(root, HITS)] : []
  vitest ??= await createVitest(
    'test',
    { root, config: join(root, 'vitest.config.ts'), watch: false, reporters: [watch], maxWorkers: 1, isolate: true, retry: 0, setupFiles },
    { cacheDir: join(root, 'tmp/vite'), clearScreen: false, logLevel: 'silent' },
  )
  for (const file of changed) vitest.invalidateFile(join(root, file))
  const [specification] = await vitest.globTestSpecifications([test])
  if (!specification) throw new Error(`${test} is not a test`)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification])
  const broken = testModules.filter(({ moduleId }) => moduleId === specification.moduleId).flatMap((module) => module.errors())
  const [error] = [...broken, ...unhandledErrors]
  if (error !== undefined) failure ??= String((error as Error).message)
  return { passed: failure === undefined, ran, ms: Math.round(performance.now() - start), ...(failure !== undefined && { failure }) }
}

process.on('message', (request: Request) => {
  void run(request)
    .catch((error: unknown): Outcome => ({ passed: false, ran: 0, ms: 0, failure: String(error) }))
    .then(say)
})
// Nobody is left to say it to.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
say({ ready: true })
