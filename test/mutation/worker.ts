// The process that runs the tests: one Vitest, kept from one request to the next. It is started by run-tests.ts.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BaseSequencer, createVitest, type Reporter, type TestModule, type TestSpecification, type Vitest } from 'vitest/node'
import { HITS } from './coverage.ts'
import type { Answer, Outcome, Request } from './run-tests.ts'

const root = process.cwd()
let vitest: Vitest | undefined
let ran = 0
let failure: string | undefined
let isToTheEnd = false

const say = (answer: Answer) => process.send?.(answer)

const fail = (text: string) => {
  failure ??= text
  if (!isToTheEnd) void vitest?.cancelCurrentRun('test-failure')
}

const fileOf = ({ moduleId }: TestModule) => moduleId.slice(root.length + 1)

const watch: Reporter = {
  onTestCaseResult(test) {
    const { state } = test.result()
    if (state !== 'skipped') ran += 1
    if (state === 'failed') fail(`${fileOf(test.module)}: ${test.fullName}`)
    say({ alive: true })
  },
  onTestModuleEnd(module) {
    if (module.state() === 'failed') fail(`${fileOf(module)}: ${module.errors()[0]?.message ?? 'it fails'}`)
    say({ alive: true })
  },
}

/** The likely ones come first. */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}

function start(): Promise<Vitest> {
  const setupFiles = existsSync(join(root, HITS)) ? [join(root, HITS)] : []
  return createVitest(
    'test',
    {
      root,
      config: join(root, 'vitest.config.ts'),
      watch: false,
      reporters: [watch],
      setupFiles,
      maxWorkers: 1,
      retry: 0,
      sequence: { sequencer: InOrder },
    },
    { cacheDir: join(root, '../vite'), clearScreen: false, logLevel: 'silent' },
  )
}

async function run({ tests, changed, toTheEnd }: Request): Promise<Outcome> {
  const began = performance.now()
  ran = 0
  failure = undefined
  isToTheEnd = toTheEnd
  vitest ??= await start()
  for (const file of changed) vitest.invalidateFile(join(root, file))
  const found = await vitest.globTestSpecifications([...tests])
  const wanted = tests.map((test) => found.find(({ moduleId }) => moduleId === join(root, test)))
  const { unhandledErrors } = await vitest.runTestSpecifications(wanted.filter((one) => one !== undefined))
  const [error] = unhandledErrors
  if (error !== undefined) failure ??= String((error as Error).message)
  return { passed: failure === undefined, ran, ms: Math.round(performance.now() - began), ...(failure !== undefined && { failure }) }
}

process.on('message', (request: Request) => {
  void run(request)
    .catch((error: unknown): Outcome => ({ passed: false, ran: 0, ms: 0, failure: String(error) }))
    .then(say)
})
// Nobody is left to say it to.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
say({ alive: true })
