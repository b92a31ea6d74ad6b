// Shared by the commands that judge a client: the options of the policy, and the exit codes.

import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Policy } from '../../spec/policy.ts'
import type { Report } from '../../spec/report.ts'
import { applyPolicy, failsByCoverageOnly } from '../examine/apply-policy.ts'
import { FORMATS } from '../examine/formats/formats.ts'
import { loadPolicy } from '../examine/load-policy.ts'
import { type OutputOptions, type RenderHar, showReport, withOutputs } from './outputs.ts'

export interface VerdictOptions extends Omit<Policy, 'rules' | 'exempt'>, OutputOptions {
  /** The file with the policy. */
  readonly policy?: string
}

export const VERDICT_FAILED = 10
const COVERAGE_TOO_LOW = 11

/** Adds the options of the policy that a report and a campaign of faults have. */
export const withPolicy = (command: Command) =>
  command
    .addOption(
      new Option('--fail-on <level>', 'the lowest level of findings that fails the client; default: fail').choices(['fail', 'advice']),
    )
    .option('--policy <file>', 'rule set, exemptions and coverage from this file; default: petstore-report.yaml, if it is here')
    .addOption(
      new Option('--ignore <rule=why>', 'a rule that must not fail the client, and the reason; repeatable')
        .default({} as Record<string, string>, 'none')
        .argParser(readIgnored),
    )

/** Adds the options. `where` names the stream that shows the report. */
export function withVerdict(command: Command, where: string): Command {
  return withPolicy(withOutputs(command, where))
    .addOption(
      new Option('--min-coverage <percent>', 'percentage of the documented responses that the client has to meet').argParser(readPercent),
    )
    .addOption(
      new Option('--min-natural <percent>', 'the same without scenarios: responses that the client met naturally').argParser(readPercent),
    )
}

function readIgnored(value: string, before: Record<string, string>): Record<string, string> {
  const [, rule = '', why = ''] = /^([\w-]+)=(.*)$/s.exec(value) ?? []
  if (why.trim() === '') throw new InvalidArgumentError('Write it as rule=why, for example gives-up="a worker ends it".')
  return { ...before, [rule]: why }
}

function readPercent(value: string): number {
  const percent = Number(value.replace(/%$/, ''))
  if (!/^\d+(\.\d+)?%?$/.test(value) || percent > 100) throw new InvalidArgumentError('It must be a percentage from 0 to 100.')
  return percent
}

/** Rejects with a StartError for a policy that is wrong. */
export async function checkPolicy(options: VerdictOptions, report: Report): Promise<void> {
  applyPolicy(report, await readPolicy(options))
}

/** The policy of the file and the flags. Flags override the file. */
export async function readPolicy({ policy, failOn, ignore, minCoverage, minNatural }: Omit<VerdictOptions, 'output'>): Promise<Policy> {
  return {
    ...(await loadPolicy(policy)),
    ...(failOn && { failOn }),
    ...(ignore && { ignore }),
    ...(minCoverage !== undefined && { minCoverage }),
    ...(minNatural !== undefined && { minNatural }),
  }
}

/** Applies the policy, shows the report, and writes it to every output. Resolves with the exit code. */
export async function publish(report: Report, options: VerdictOptions, screen: NodeJS.WriteStream, har?: RenderHar): Promise<number> {
  const policy = await readPolicy(options)
  const judged = applyPolicy(report, policy)
  const hasFailed = judged.verdict === 'failed'
  await showReport((format, style) => FORMATS[format].render(judged, style), options, screen, { hasFailed, har })
  if (!hasFailed) return 0
  return failsByCoverageOnly(judged, policy) ? COVERAGE_TOO_LOW : VERDICT_FAILED
}
