// Shared by the commands that judge a client: the options of the policy and of the output, and where the report goes.

import { writeFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { renderJson } from '../contract/json/json.ts'
import { FORMAT_NAMES, FORMATS, type FormatName, formatOfFile, renderNeeds } from '../examine/formats/formats.ts'
import { applyPolicy, exitCodeOf, loadPolicy, refuseMistakes } from '../examine/policy.ts'
import { defined } from '../ground/defined.ts'
import type { RuleName } from '../ground/generated/names.ts'
import type { Exemption, Policy } from '../ground/generated/policy.ts'
import type { Report } from '../ground/generated/report.ts'
import { StartError } from '../ground/problem.ts'
import { touch, tryToWrite } from './output.ts'
import { collect, number, repeatable } from './values.ts'

export interface VerdictOptions extends Policy {
  readonly policy?: string
  readonly format?: FormatName | undefined
  readonly output: readonly string[]
}

/** What a command may write beside the report: its journal, or what the tests need. With the reason why another command does not. */
const EXTRAS = {
  har: 'this command has no journal, so it writes no HAR',
  needs: 'only lies show what your tests need: use inject --faults lies',
}
type Extra = keyof typeof EXTRAS

/** `where` names the stream that shows the report. */
export const withPolicy = (command: Command, where: string, extra: Extra): Command =>
  command
    .addOption(new Option('--format <format>', `the format on ${where}; default: text`).choices(FORMAT_NAMES))
    .addOption(
      repeatable(
        '--output <[format=]file>',
        `also write the report to a file, and make its directory; its ending gives the format: .txt, .json, .xml (JUnit), .md${extra === 'har' ? ', .har (the requests)' : ''}`,
        collect,
      ),
    )
    .addOption(
      new Option('--fail-on <level>', 'the lowest level of findings that fails the client; default: fail').choices(['fail', 'advice']),
    )
    .option('--policy <file>', 'exemptions and coverage from this file; default: petstore-report.yaml, if it is here')
    .addOption(repeatable('--exempt <rule=reason>', 'a rule whose findings must not fail the client, and the reason', readExemption))

/** As withPolicy, and with the option about coverage, which a campaign does not measure. */
export function withVerdict(command: Command, where: string): Command {
  const coverage = new Option('--min-coverage <percent>', 'percentage of the documented responses that the client has to meet')
  return withPolicy(command, where, 'har').addOption(coverage.argParser((value) => number(value.replace(/%$/, ''))))
}

function readExemption(value: string, before: readonly Exemption[]): Exemption[] {
  const [, rule = '', reason = ''] = /^([\w-]+)=(.*)$/s.exec(value) ?? []
  if (reason.trim() === '')
    throw new InvalidArgumentError('It must be a rule and a reason, for example no-deprecated-calls="we change it in May".')
  return [...before, { rule: rule as RuleName, reason }]
}

/** Flags override the file, and add their exemptions to it. */
async function readPolicy({ policy, failOn, exempt = [], minCoverage }: VerdictOptions): Promise<Policy> {
  refuseMistakes({ failOn, exempt, minCoverage })
  const file = await loadPolicy(policy)
  return { ...file, ...defined({ failOn, minCoverage }), exempt: [...exempt, ...(file.exempt ?? [])] }
}

/** Makes the directories of the outputs. Rejects with a StartError for a wrong policy or output, so that no client runs in vain. */
export async function checkVerdict(options: VerdictOptions, extra?: Extra): Promise<void> {
  for (const { file, format } of readOutputs(options, extra)) {
    if (format in EXTRAS && format !== extra) throw new StartError(`--output ${file}: ${EXTRAS[format as Extra]}`)
    await tryToWrite(file, touch)
  }
  await readPolicy(options)
}

/** Shows and writes the report, and resolves with the exit code. Rejects with a StartError when a file cannot be written. */
export async function publish(report: Report, options: VerdictOptions, screen: NodeJS.WriteStream, har?: () => Promise<object>) {
  const policy = await readPolicy(options)
  const judged = applyPolicy(report, policy)
  const { format: chosen } = options
  const outputs = readOutputs(options)
  // If an output file has the format, the report is not shown a second time.
  if (chosen === undefined || !outputs.some(({ format }) => format === chosen)) {
    const text = FORMATS[chosen ?? 'text'].render(judged, { colour: screen.isTTY && screen.hasColors(), width: screen.columns })
    // Called when the text is written, or when nobody reads the stream any more.
    await new Promise<void>((resolve) => screen.write(text, () => resolve()))
  }
  for (const { file, format } of outputs)
    await tryToWrite(file, async () => {
      const text = format === 'har' ? renderJson(await har?.()) : format === 'needs' ? renderNeeds(judged) : FORMATS[format].render(judged)
      await writeFile(file, text)
    })
  return exitCodeOf(judged, policy)
}

function readOutputs({ output, format }: VerdictOptions, extra?: Extra): { file: string; format: FormatName | Extra }[] {
  return output.map((text) => {
    const [, name, file = text] = /^(\w+)=(.+)$/s.exec(text) ?? []
    const byEnding = file.toLowerCase().endsWith('.har') ? 'har' : (formatOfFile(file) ?? format)
    const found = [...FORMAT_NAMES, ...(Object.keys(EXTRAS) as Extra[])].find((one) => one === (name ?? byEnding))
    if (found !== undefined) return { file, format: found }
    throw new StartError(
      `--output ${text}: ${name === undefined ? 'the ending gives' : `${name} is`} no format: name one of ${[...FORMAT_NAMES, ...(extra ? [extra] : [])].join(', ')}, for example junit=${file}`,
    )
  })
}
