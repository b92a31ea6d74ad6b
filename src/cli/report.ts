// `petstore-sandbox report`: what a running sandbox says of its clients, and the verdict as exit code.

import { type Command, Option } from 'commander'
import { StartError } from '../problem.ts'
import { describeNoWorld, isWorldName } from '../words/world-name.ts'
import { type Address, originOf, withAddress } from './address.ts'
import { PREFIX } from './environment.ts'
import { fetchReport } from './fetch-report.ts'
import { checkVerdictOptions, publish, type VerdictOptions, withVerdict } from './verdict.ts'

interface ReportOptions extends Address, VerdictOptions {
  readonly world?: string
  readonly controlToken?: string
}

export function addReport(program: Command, process: NodeJS.Process, finish: (exitCode: number) => void): void {
  const command = withAddress(program.command('report').description('judge the clients of a running sandbox; exit code 10 when one failed'))
    .option('--world <name>', 'judge what happened in this world only')
    .addOption(new Option('--control-token <token>', 'the control token of the sandbox').env(`${PREFIX}CONTROL_TOKEN`))
  withVerdict(command, 'standard output').action(async ({ world, controlToken, ...options }: ReportOptions) => {
    checkVerdictOptions(options)
    if (world !== undefined && !isWorldName(world)) throw new StartError(`--world ${world}: ${describeNoWorld(world)}`)
    const asked = { origin: originOf(options), ...(world !== undefined && { world }), ...(controlToken && { token: controlToken }) }
    finish(await publish(await fetchReport(asked), options, process.stdout))
  })
}
