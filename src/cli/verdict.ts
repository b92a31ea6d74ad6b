// Shared by the commands that judge a client: the options of the policy, and the exit codes.

import { type Command, InvalidArgumentError, Option } from 'commander'
import { loadPolicy, refuseMistakes } from '../examine/policy.ts'
import { applyPolicy, exitCodeOf } from '../examine/verdict.ts'
import { defined } from '../ground/defined.ts'
import type { RuleName } from '../ground/generated/names.ts'
import type { Exemption, Policy } from '../ground/generated/policy.ts'
import type { Report } from '../ground/generated/report.ts'
import { type Extras, type OutputOptions, type RenderHar, showReport, withOutputs } from './report-outputs.ts'
import { number } from './values.ts'

export interface VerdictOptions extends Policy, OutputOptions {
  readonly policy?: string
}

/** Adds the options of the output and of the policy. `where` names the stream that shows the report. */
export const withPolicy = (command: Command, where: string, has: Extras) =>
  withOutputs(command, where, has)
    .addOption(
      new Option('--fail-on <level>', 'the lowest level of findings that fails the client; default: fail').choices(['fail', 'advice']),
    )
    .option('--policy <file>', 'exemptions and coverage from this file; default: petstore-report.yaml, if it is here')
    .addOption(
      new Option('--exempt <rule=reason>', 'a rule whose findings must not fail the client, and the reason; repeatable')
        .default([] as Exemption[], 'none')
        .argParser(readExemption),
    )

/** Adds the same options, and the option about coverage. A campaign of faults does not measure coverage. */
export const withVerdict = (command: Command, where: string): Command =>
  withPolicy(command, where, { har: true }).addOption(
    new Option('--min-coverage <percent>', 'percentage of the documented responses that the client has to meet').argParser((value) =>
      number(value.replace(/%$/, '')),
    ),
  )

function readExemption(value: string, before: readonly Exemption[]): Exemption[] {
  const [, rule = '', reason = ''] = /^([\w-]+)=(.*)$/s.exec(value) ?? []
  if (reason.trim() === '')
    throw new InvalidArgumentError('It must be a rule and a reason, for example no-deprecated-calls="we change it in May".')
  return [...before, { rule: rule as RuleName, reason }]
}

/** The policy of the file and the flags. Flags override the file, and add their exemptions to it. */
export async function readPolicy({ policy, failOn, exempt = [], minCoverage }: Omit<VerdictOptions, 'output'>): Promise<Policy> {
  refuseMistakes({ failOn, exempt, minCoverage })
  const file = await loadPolicy(policy)
  return { ...file, ...defined({ failOn, minCoverage }), exempt: [...exempt, ...(file.exempt ?? [])] }
}

/** Applies the policy, shows the report, and writes it to every output. Resolves with the exit code. */
export async function publish(report: Report, options: VerdictOptions, screen: NodeJS.WriteStream, har?: RenderHar): Promise<number> {
  const policy = await readPolicy(options)
  const judged = applyPolicy(report, policy)
  await showReport(judged, options, screen, har)
  return exitCodeOf(judged, policy)
}
