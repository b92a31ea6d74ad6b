// Shared by the commands that judge a client: the options of the policy, the options of the output, and the exit codes.

import { writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { makeDirectory } from '../files/make-directory.ts'
import { messageOf, StartError } from '../replies/problem.ts'
import { FORMAT_NAMES, FORMATS, type FormatName, formatOfFile, isFormat } from '../report/formats/formats.ts'
import type { Style } from '../report/formats/layout.ts'
import { applyPolicy, failsByCoverageOnly, type Policy } from '../report/policy.ts'
import type { Report } from '../report/report.ts'

export interface VerdictOptions extends Policy {
  readonly format?: FormatName
  readonly output: readonly string[]
}

/** Where a report goes. */
interface Output {
  readonly file: string
  readonly format: FormatName
}

/** A stream that people or programs read. */
export interface Screen {
  readonly isTTY?: boolean
  readonly columns?: number
  hasColors?(): boolean
  write(text: string, done: () => void): unknown
  on(event: 'error', listener: () => void): unknown
}

const MAX_WIDTH = 100

export const VERDICT_FAILED = 10
export const COVERAGE_TOO_LOW = 11

/** Adds the options. `where` names the stream that shows the report. */
export function withVerdict(command: Command, where: string): Command {
  return command
    .addOption(new Option('--format <format>', `the format on ${where}; default: text`).choices(FORMAT_NAMES))
    .addOption(
      new Option(
        '--output <[format=]file>',
        'also write the report to a file; its ending gives the format: .txt, .json, .xml (JUnit), .md; repeatable',
      )
        .default([] as string[], 'none')
        .argParser((value, before: string[]) => [...before, value]),
    )
    .addOption(
      new Option('--fail-on <level>', 'the lowest level of findings that fails the client').choices(['fail', 'advice']).default('fail'),
    )
    .addOption(
      new Option('--ignore <rule=why>', 'a rule that must not fail the client, and the reason; repeatable')
        .default({} as Record<string, string>, 'none')
        .argParser(readIgnored),
    )
    .addOption(
      new Option('--min-coverage <percent>', 'percentage of the documented responses that the client has to meet').argParser(readPercent),
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

/** Throws a StartError for an output without a format, and for a policy that names an unknown rule. */
export function checkVerdictOptions(options: VerdictOptions, report?: Report): void {
  readOutputs(options)
  if (report !== undefined) applyPolicy(report, policyOf(options))
}

const policyOf = ({ failOn, ignore, minCoverage }: VerdictOptions): Policy => ({
  ...(failOn && { failOn }),
  ...(ignore && { ignore }),
  ...(minCoverage !== undefined && { minCoverage }),
})

/** Applies the policy, writes the report to every output, and shows it. Resolves with the exit code. */
export async function publish(report: Report, options: VerdictOptions, screen: Screen): Promise<number> {
  const { format } = options
  const policy = policyOf(options)
  const judged = applyPolicy(report, policy)
  const outputs = readOutputs(options)
  for (const output of outputs) await write(output, judged)
  // If an output file has the format, the report is not shown a second time.
  if (format === undefined || !outputs.some((output) => output.format === format)) await show(judged, format ?? 'text', screen)
  if (judged.verdict === 'passed') return 0
  return failsByCoverageOnly(judged, policy) ? COVERAGE_TOO_LOW : VERDICT_FAILED
}

function readOutputs({ output, format }: VerdictOptions): Output[] {
  return output.map((text) => {
    const [, name = '', file = ''] = /^(\w+)=(.+)$/s.exec(text) ?? []
    if (isFormat(name)) return { file, format: name }
    const found = formatOfFile(text) ?? format
    if (found !== undefined) return { file: text, format: found }
    throw new StartError(`--output ${text}: the ending gives no format: name one of ${FORMAT_NAMES.join(', ')}, for example junit=${text}`)
  })
}

async function write({ file, format }: Output, report: Report): Promise<void> {
  try {
    await makeDirectory(dirname(resolve(file)))
    await writeFile(file, FORMATS[format].render(report))
  } catch (error) {
    throw new StartError(`--output ${file}: cannot be written: ${messageOf(error)}`)
  }
}

/** Resolves when the whole report is written, or when nobody reads the output any more. */
function show(report: Report, format: FormatName, screen: Screen): Promise<void> {
  const isTerminal = screen.isTTY === true
  const style: Style = {
    colour: isTerminal && screen.hasColors?.() === true,
    width: isTerminal && screen.columns ? Math.min(screen.columns, MAX_WIDTH) : MAX_WIDTH,
  }
  return new Promise((resolve) => {
    screen.on('error', resolve)
    screen.write(FORMATS[format].render(report, style), resolve)
  })
}
