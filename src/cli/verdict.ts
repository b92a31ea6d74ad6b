// Shared by the commands that judge a client: the options of the policy, the options of the output, and the exit codes.

import { access, mkdir, open, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { messageOf, StartError } from '../errors/problem.ts'
import { FORMAT_NAMES, FORMATS, type FormatName, formatOfFile, isFormat } from '../report/formats/formats.ts'
import type { Style } from '../report/formats/layout.ts'
import { applyPolicy, failsByCoverageOnly, type Policy } from '../report/policy.ts'
import type { Report } from '../report/report.ts'
import { printableLines } from '../text/printable.ts'

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

const VERDICT_FAILED = 10
const COVERAGE_TOO_LOW = 11

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

/** Rejects with a StartError for an output without a format, and for a file that cannot be written. */
export async function checkOutputs(options: VerdictOptions): Promise<void> {
  for (const { file } of readOutputs(options)) await tryToWrite(file, touch)
}

/** Throws a StartError for a policy that names an unknown rule. */
export function checkPolicy(options: VerdictOptions, report: Report): void {
  applyPolicy(report, policyOf(options))
}

const policyOf = ({ failOn, ignore, minCoverage }: VerdictOptions): Policy => ({
  ...(failOn && { failOn }),
  ...(ignore && { ignore }),
  ...(minCoverage !== undefined && { minCoverage }),
})

/**
 * Applies the policy, shows the report, and writes it to every output. Resolves with the exit code. A file that cannot be
 * written hides neither the report nor a failed verdict.
 */
export async function publish(report: Report, options: VerdictOptions, screen: Screen): Promise<number> {
  const { format } = options
  const policy = policyOf(options)
  const judged = applyPolicy(report, policy)
  const outputs = readOutputs(options)
  // If an output file has the format, the report is not shown a second time.
  if (format === undefined || !outputs.some((output) => output.format === format)) await show(judged, format ?? 'text', screen)
  const complaints = await writeAll(outputs, judged)
  if (judged.verdict === 'passed' && complaints.length > 0) throw new StartError(complaints.join('\n'))
  for (const complaint of complaints) await print(`error: ${printableLines(complaint)}\n`, screen)
  if (judged.verdict === 'passed') return 0
  return failsByCoverageOnly(judged, policy) ? COVERAGE_TOO_LOW : VERDICT_FAILED
}

/** Resolves with a complaint for each file that could not be written. */
async function writeAll(outputs: readonly Output[], report: Report): Promise<string[]> {
  const complaints: string[] = []
  for (const { file, format } of outputs)
    await tryToWrite(file, () => writeFile(file, FORMATS[format].render(report))).catch((error) => complaints.push(messageOf(error)))
  return complaints
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

/** Makes the directory of a file, and then writes. Rejects with a StartError that names the file. */
async function tryToWrite(file: string, write: (file: string) => Promise<void>): Promise<void> {
  try {
    await mkdir(dirname(resolve(file)), { recursive: true })
    await write(file)
  } catch (error) {
    throw new StartError(`--output ${file}: cannot be written: ${messageOf(error)}`)
  }
}

/** Checks that a file can be written. Changes no file, and leaves no new file. */
async function touch(file: string): Promise<void> {
  const isNew = await access(file).then(
    () => false,
    () => true,
  )
  const handle = await open(file, 'a')
  await handle.close()
  if (isNew) await rm(file)
}

/** Resolves when the whole report is written, or when nobody reads the output any more. */
function show(report: Report, format: FormatName, screen: Screen): Promise<void> {
  const isTerminal = screen.isTTY === true
  const style: Style = {
    colour: isTerminal && screen.hasColors?.() === true,
    width: isTerminal && screen.columns ? Math.min(screen.columns, MAX_WIDTH) : MAX_WIDTH,
  }
  return print(FORMATS[format].render(report, style), screen)
}

function print(text: string, screen: Screen): Promise<void> {
  return new Promise((resolve) => {
    screen.on('error', resolve)
    screen.write(text, resolve)
  })
}
