// `petstore-sandbox inject -- npm test`: runs a test suite again and again, each time with one fault at one call.

import type { Command } from 'commander'
import type { FaultName, PlanName } from '../contract/names.ts'
import { FAULTS } from '../inject/faults.ts'
import { INJECT_FORMATS } from '../inject/formats/formats.ts'
import type { Progress } from '../inject/options.ts'
import { callOf, faultOf, type Plan } from '../inject/plan.ts'
import type { InjectReport } from '../inject/report.ts'
import type { Policy } from '../report/policy.ts'
import { inject, planCampaign } from '../sandbox.ts'
import { count } from '../text/count.ts'
import { printable } from '../text/printable.ts'
import { sandboxOptions, withClientOptions } from './client-options.ts'
import { checkOutputs, type OutputOptions, showReport, withOutputs } from './outputs.ts'
import { untilSignal } from './signals.ts'
import { seconds, wholeNumber } from './values.ts'
import { complain, readPolicy, VERDICT_FAILED, withPolicy } from './verdict.ts'

interface InjectCommandOptions extends OutputOptions, Omit<Policy, 'rules' | 'exempt'> {
  /** The file with the policy. */
  readonly policy?: string
  readonly plan: PlanName
  readonly faults?: readonly FaultName[]
  readonly only?: readonly string[]
  readonly runs?: number | 'all'
  readonly jobs?: number
  readonly slow?: number
  readonly timeout?: number
  readonly list?: boolean
}

const names = (text: string) => text.split(',').map((name) => name.trim())
const readRuns = (text: string) => (text === 'all' ? text : wholeNumber(1, 100_000)(text))

export function addInject(program: Command, process: NodeJS.Process, finish: (exitCode: number) => void): void {
  const command = program
    .command('inject')
    .description('run a test suite with one fault at one call each time, and report what the client does: inject -- npm test')
    .usage('[options] -- <command> [arguments]')
    .argument('[command...]', 'the command that runs the suite, after --')
    .option('--faults <names>', `the faults to try, with commas between them: ${FAULTS.map(({ name }) => name).join(', ')}, drift`, names)
    .option('--only <calls>', 'the operations or calls to examine, for example createPet or createPet#2', names)
    .option('--runs <n>', 'the largest number of runs, or all; default: 200', readRuns)
    .option(
      '--jobs <n>',
      'runs at the same time; default: twice the processors; a suite that shares files or ports needs 1',
      wholeNumber(1, 1000),
    )
    .option('--slow <seconds>', 'the seconds after which the fault slow gives the reply; default: 15', seconds)
    .option(
      '--timeout <seconds>',
      'the seconds after which a run is ended; default: 30, plus --slow, plus five times the run without a fault',
      seconds,
    )
    .option('--list', 'run the suite without a fault, and list the runs that would follow')
  withPolicy(withOutputs(withClientOptions(command), 'standard output'))
  command.action(async (words: string[], options: InjectCommandOptions) => {
    if (words.length === 0)
      command.error('error: there is no command to run: write it after --, for example petstore-sandbox inject -- npm test')
    await checkOutputs(options)
    let verdict = 0
    const interrupted = await untilSignal(process, async (signal) => {
      const { plan, faults, only, runs, jobs, slow, timeout } = options
      const chosen = dropUndefined({ faults, only, runs, jobs, slow, timeout })
      const given = {
        ...chosen,
        plan,
        command: words,
        env: process.env,
        policy: await readPolicy(options),
        sandbox: sandboxOptions(command),
        signal,
      }
      if (options.list) return void process.stdout.write(renderPlan(await planCampaign(given)))
      const progress = createProgress(process.stderr)
      const report = await inject({ ...given, onProgress: progress.show }).finally(progress.clear)
      verdict = await publish(report, options, process)
    })
    finish(interrupted === 0 ? verdict : interrupted)
  })
}

async function publish(report: InjectReport, options: InjectCommandOptions, { stdout, stderr }: NodeJS.Process): Promise<number> {
  const hasFailed = report.verdict === 'failed'
  const complaints = await showReport((format, style) => INJECT_FORMATS[format](report, style), options, stdout)
  await complain(complaints, !hasFailed, stderr)
  return hasFailed ? VERDICT_FAILED : 0
}

function renderPlan({ cells, leftOut }: Plan): string {
  const byCall = Map.groupBy(cells, callOf)
  const lines = [...byCall].map(([call, own]) => `${printable(call)}: ${own.map(faultOf).join(', ')}`)
  const reasons = [...Map.groupBy(leftOut, ({ reason }) => reason)].map(
    ([reason, own]) => `left out: ${count(own.length, 'cell')}: ${reason}`,
  )
  return [...lines, ...reasons, count(cells.length, 'run')].map((line) => `${line}\n`).join('')
}

/** Shows the progress in one line of a terminal, which is written again and again. Without a terminal, shows nothing. */
function createProgress(stderr: NodeJS.WriteStream) {
  const write = (text: string) => stderr.isTTY && stderr.write(`\r\u001b[K${text}`)
  return {
    show({ done, planned, failed, secondsLeft }: Progress): void {
      const left = Number.isNaN(secondsLeft) ? '' : `, about ${Math.ceil(secondsLeft)} s left`
      write(`${done} of ${count(planned, 'run')}${left}, ${failed} bad`)
    },
    clear: () => void write(''),
  }
}

/** Options that were not given are absent, and not undefined. */
const dropUndefined = <T extends object>(options: T) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as { [Name in keyof T]?: NonNullable<T[Name]> }
