// `petstore-sandbox inject -- npm test`: runs a test suite again and again, each time with one fault at one call.

import type { Command } from 'commander'
import type { PlanName } from '../../spec/names.ts'
import { FAULTS } from '../inject/faults.ts'
import { INJECT_FORMATS } from '../inject/formats/formats.ts'
import type { InjectOptions, Progress } from '../inject/options.ts'
import { describeLeftOut, type Plan } from '../inject/plan.ts'
import { inject, planCampaign } from '../sandbox.ts'
import { count } from '../text/numbers.ts'
import { printable } from '../text/printable.ts'
import { createProgress } from './output.ts'
import { checkOutputs, showReport, withOutputs } from './outputs.ts'
import { untilSignal } from './signals.ts'
import { readClient, withClient } from './start-options.ts'
import { seconds, wholeNumber } from './values.ts'
import { readPolicy, VERDICT_FAILED, type VerdictOptions, withPolicy } from './verdict.ts'

interface InjectCommandOptions extends VerdictOptions, Pick<InjectOptions, 'faults' | 'only' | 'runs' | 'jobs' | 'slow' | 'timeout'> {
  readonly plan: PlanName
  readonly list?: boolean
}

const names = (text: string) => text.split(',').map((name) => name.trim())
const readRuns = (text: string) => (text === 'all' ? text : wholeNumber(1, 100_000)(text))

export function addInject(program: Command, process: NodeJS.Process, finish: (exitCode: number) => void): void {
  const command = program
    .command('inject')
    .description('run a test suite with one fault at one call each time, and report what the client does: inject -- npm test')
    .option('--faults <names>', `the faults to try, with commas between them: ${FAULTS.map(({ name }) => name).join(', ')}, drift`, names)
    .option('--only <calls>', 'the operations, calls or drifts to examine, for example createPet, createPet#2 or big-ids', names)
    .option('--runs <n>', 'the largest number of runs, or all; default: 200', readRuns)
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
  withPolicy(withOutputs(withClient(command), 'standard output'))
  command.action(async (_words: string[], options: InjectCommandOptions) => {
    const { words, sandbox } = readClient(command)
    await checkOutputs(options)
    finish(
      await untilSignal(process, async (signal) => {
        const { plan, faults, only, runs, jobs, slow, timeout, list } = options
        const policy = await readPolicy(options)
        const given = { command: words, env: process.env, sandbox, signal, plan, policy, faults, only, runs, jobs, slow, timeout }
        if (list) {
          process.stdout.write(renderPlan(await planCampaign(given)))
          return 0
        }
        const show = createProgress(process.stderr)
        const report = await inject({ ...given, onProgress: (progress) => show(describe(progress)) }).finally(() => show(''))
        const hasFailed = report.verdict === 'failed'
        await showReport((format) => INJECT_FORMATS[format](report), options, process.stdout, { hasFailed })
        return hasFailed ? VERDICT_FAILED : 0
      }),
    )
  })
}

function renderPlan({ cells, leftOut }: Plan): string {
  const byCall = Map.groupBy(cells, ({ call }) => call)
  const lines = [...byCall].map(([call, own]) => `${printable(call)}: ${own.map(({ fault }) => fault).join(', ')}`)
  return [...lines, ...describeLeftOut(leftOut).map(printable), count(cells.length, 'run')].map((line) => `${line}\n`).join('')
}

function describe({ done, planned, failed, secondsLeft }: Progress): string {
  const left = Number.isNaN(secondsLeft) ? '' : `, about ${Math.ceil(secondsLeft)} s left`
  return `${done} of ${count(planned, 'run')}${left}, ${failed} bad`
}
