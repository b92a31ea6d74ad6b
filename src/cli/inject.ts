// `petstore-sandbox inject -- npm test`: runs a test suite again and again, each time with one fault at one call.

import type { Command } from 'commander'
import { GROUPS } from '../examine/faults.ts'
import type { InjectOptions } from '../examine/generated/inject-options.ts'
import type { Progress } from '../examine/options.ts'
import { describeLeftOut, type Plan } from '../examine/plan.ts'
import { count } from '../ground/numbers.ts'
import { printable } from '../ground/printable.ts'
import { inject, planCampaign } from '../sandbox.ts'
import { createProgress } from './output.ts'
import { checkOutputs } from './outputs.ts'
import { untilSignal } from './signals.ts'
import { readClient, withClient } from './start-options.ts'
import { pick, seconds, wholeNumber } from './values.ts'
import { publish, readPolicy, type VerdictOptions, withPolicy } from './verdict.ts'

/** The options that the campaign takes as they are. */
const TAKEN = ['plan', 'faults', 'only', 'runs', 'jobs', 'slow', 'timeout', 'quick'] as const

interface InjectCommandOptions extends VerdictOptions, Pick<InjectOptions, (typeof TAKEN)[number]> {
  readonly list?: boolean
}

const names = (text: string) => text.split(',').map((name) => name.trim())
const readRuns = (text: string) => (text === 'all' ? text : wholeNumber(1, 100_000)(text))

export function addInject(program: Command, process: NodeJS.Process, finish: (exitCode: number) => void): void {
  const command = program
    .command('inject')
    .description('run a test suite with one fault at one call each time, and report what the client does: inject -- npm test')
    .option(
      '--faults <names>',
      `faults and groups of faults, with commas between them: ${GROUPS.join(', ')}, all; default: errors,later`,
      names,
    )
    .option('--only <calls>', 'the operations, calls or faults to examine, for example createPet, createPet#2 or big-ids', names)
    .option('--runs <n>', 'the largest number of runs, or all; default: 200', readRuns)
    .option('--quick', 'one call of each shape, by default with lost-reply, rate-limited and truncated')
    .option(
      '--jobs <n>',
      'runs at the same time; default: twice the processors; a suite that shares files or ports needs 1',
      wholeNumber(1, 1000),
    )
    .option('--slow <seconds>', 'the seconds after which the fault slow gives the reply; default: 15', seconds)
    .option(
      '--timeout <seconds>',
      'the seconds after which a run is ended; default with a fault: 30, plus --slow, plus five times the run without a fault',
      seconds,
    )
    .option('--list', 'run the suite without a fault, and list the runs that would follow')
  withPolicy(withClient(command), 'standard output')
  command.action(async (_words: string[], options: InjectCommandOptions) => {
    const { words, sandbox } = readClient(command)
    await checkOutputs(options, { lies: options.faults?.some((name) => ['lies', 'all'].includes(name)) === true })
    finish(
      await untilSignal(process, async (signal) => {
        const given = { ...pick(options, TAKEN), command: words, env: process.env, sandbox, signal, policy: await readPolicy(options) }
        if (options.list) {
          process.stdout.write(renderPlan(await planCampaign(given)))
          return 0
        }
        const show = createProgress(process.stderr)
        const report = await inject({ ...given, onProgress: (progress) => show(describe(progress)) }).finally(() => show(''))
        return publish(report, options, process.stdout)
      }),
    )
  })
}

function renderPlan({ runs, leftOut }: Plan): string {
  const byCall = Map.groupBy(runs, ({ call }) => call)
  const lines = [...byCall].map(([call, own]) => `${printable(call)}: ${own.map(({ fault }) => fault.name).join(', ')}`)
  return [...lines, ...describeLeftOut(leftOut).map(printable), count(runs.length, 'run')].map((line) => `${line}\n`).join('')
}

function describe({ done, planned, failed, secondsLeft }: Progress): string {
  const left = `about ${Math.ceil(secondsLeft)} s`
  if (done === 0) return `Without a fault: passed twice. ${count(planned, 'run')} will follow, in ${left} or more.`
  return `${done} of ${count(planned, 'run')}, ${left} left, ${failed} bad`
}
