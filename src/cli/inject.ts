// `petstore-sandbox inject -- npm test`: runs a test suite again and again, each time with one fault at one call.

import { type Command, Option } from 'commander'
import type { InjectOptions } from '../examine/generated/inject-options.ts'
import { FLAGS, type Progress } from '../examine/options.ts'
import { describeLeftOut, type Plan } from '../examine/plan.ts'
import { printable } from '../ground/printable.ts'
import { count } from '../ground/words.ts'
import { inject, planCampaign } from '../sandbox.ts'
import { createProgress } from './output.ts'
import { FOR_SUITES, untilSignal } from './signals.ts'
import { readClient, withClient } from './start-options.ts'
import { number, pick } from './values.ts'
import { checkVerdict, publish, type VerdictOptions, withPolicy } from './verdict.ts'

/** The options that the campaign takes as they are. */
const TAKEN = ['plan', 'faults', 'only', 'runs', 'jobs', 'slow', 'timeout', 'quick'] as const

const names = (text: string) => text.split(',').map((name) => name.trim())

export function addInject(program: Command, process: NodeJS.Process, finish: (exitCode: number) => void): void {
  const command = program
    .command('inject')
    .description('run your tests with one fault at one call each time, and report what the client does: inject -- npm test')
  for (const { type, 'x-flag': flag, 'x-help': help } of FLAGS) {
    const option = new Option(flag, help)
    command.addOption(type === 'boolean' ? option : option.argParser<unknown>(type === 'array' ? names : number))
  }
  command.option('--list', 'run your tests without a fault, and list the runs that would follow')
  withPolicy(withClient(command), 'standard output', 'needs')
  command.action(async (_words: string[], options: VerdictOptions & Pick<InjectOptions, (typeof TAKEN)[number]> & { list?: boolean }) => {
    const { words, sandbox } = readClient(command)
    await checkVerdict(options, options.faults?.some((name) => ['lies', 'all'].includes(name)) ? 'needs' : undefined)
    const run = async (signal: AbortSignal) => {
      const given = { ...pick(options, TAKEN), command: words, env: process.env, sandbox, signal }
      if (options.list) {
        process.stdout.write(renderPlan(await planCampaign(given)))
        return 0
      }
      const show = createProgress(process.stderr)
      const report = await inject({ ...given, onProgress: (progress) => show(describe(progress)) }).finally(() => show(''))
      return publish(report, options, process.stdout)
    }
    finish(await untilSignal(process, run, FOR_SUITES))
  })
}

function renderPlan({ runs, leftOut }: Plan): string {
  const byCall = Map.groupBy(runs, ({ call }) => call)
  const lines = [...byCall].map(([call, own]) => `${printable(call)}: ${own.map(({ fault }) => fault.name).join(', ')}`)
  return [...lines, ...describeLeftOut(leftOut).map(printable), count(runs.length, 'run')].map((line) => `${line}\n`).join('')
}

function describe({ done, planned, failed, secondsLeft }: Progress): string {
  if (done === 0) return `Without a fault: passed twice. ${count(planned, 'run')} will follow, and controls where they are needed.`
  return `${done} of ${count(planned, 'run')}, about ${Math.ceil(secondsLeft)} s left, ${failed} bad`
}
