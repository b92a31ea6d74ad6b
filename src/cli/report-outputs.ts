// Where a command shows its report: the screen, and files. The ending of a file, or a word before it, gives the format.

import { existsSync } from 'node:fs'
import { open, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { renderJson } from '../contract/json/json.ts'
import { FORMAT_NAMES, FORMATS, type FormatName, formatOfFile, isFormat } from '../examine/formats/formats.ts'
import type { Report } from '../ground/generated/report.ts'
import { messageOf, StartError } from '../ground/problem.ts'
import { makeDirectory } from '../worlds/store/disk.ts'

export interface OutputOptions {
  readonly format?: FormatName | undefined
  readonly output: readonly string[]
}

/** The journal of the run as HAR, for the commands that have one. */
export type RenderHar = () => Promise<object>

const HAR = 'har'
const MAX_WIDTH = 100

/** What a command can write beside the report: its journal as HAR, and what the tests need, as lies show it. */
export interface Extras {
  readonly har?: boolean
  readonly lies?: boolean
}

const formatsWith = ({ lies = false }: Extras) => FORMAT_NAMES.filter((name) => name !== 'needs' || lies)

/** Adds the options of the output. `where` names the stream that shows the report. */
export const withOutputs = (command: Command, where: string, has: Extras): Command =>
  command
    .addOption(new Option('--format <format>', `the format on ${where}; default: text`).choices(formatsWith(has)))
    .addOption(
      new Option(
        '--output <[format=]file>',
        `also write the report to a file, and make its directory; its ending gives the format: .txt, .json, .xml (JUnit), .md${has.har ? ', .har (the requests)' : ''}; repeatable`,
      )
        .default([] as string[], 'none')
        .argParser((value, before: string[]) => [...before, value]),
    )

const NO_LIES = 'only lies show what the tests need: use inject --faults lies'

/** Makes the directories of the outputs. Rejects with a StartError for an output without a format, and for a file that cannot be written. */
export async function checkOutputs(options: OutputOptions, has: Extras): Promise<void> {
  if (options.format === 'needs' && !has.lies) throw new StartError(`--format needs: ${NO_LIES}`)
  for (const { file, format } of readOutputs(options, has)) {
    if (format === HAR && !has.har) throw new StartError(`--output ${file}: this command has no journal, so it writes no HAR`)
    if (format === 'needs' && !has.lies) throw new StartError(`--output needs=${file}: ${NO_LIES}`)
    await tryToWrite(file, touch)
  }
}

/** Shows the report, and writes it to every output. Rejects with a StartError when a file cannot be written. */
export async function showReport(report: Report, options: OutputOptions, screen: NodeJS.WriteStream, har?: RenderHar): Promise<void> {
  const { format: chosen } = options
  const outputs = readOutputs(options)
  // If an output file has the format, the report is not shown a second time.
  if (chosen === undefined || !outputs.some(({ format }) => format === chosen)) {
    const width = Math.min((screen.isTTY && screen.columns) || MAX_WIDTH, MAX_WIDTH)
    const text = FORMATS[chosen ?? 'text'].render(report, { colour: screen.isTTY && screen.hasColors(), width })
    // Called when the text is written, or when nobody reads the stream any more.
    await new Promise<void>((resolve) => screen.write(text, () => resolve()))
  }
  for (const { file, format } of outputs)
    await tryToWrite(file, async () => writeFile(file, format === HAR ? renderJson(await har?.()) : FORMATS[format].render(report)))
}

function readOutputs({ output, format }: OutputOptions, has: Extras = {}): { file: string; format: FormatName | typeof HAR }[] {
  return output.map((text) => {
    const [, name, file = text] = /^(\w+)=(.+)$/s.exec(text) ?? []
    const byEnding = file.toLowerCase().endsWith('.har') ? HAR : (formatOfFile(file) ?? format)
    const found = name ?? byEnding
    if (found === HAR || (found !== undefined && isFormat(found))) return { file, format: found }
    throw new StartError(
      `--output ${text}: ${name === undefined ? 'the ending gives' : `${name} is`} no format: name one of ${formatsWith(has).join(', ')}, for example junit=${file}`,
    )
  })
}

/** Makes the directory of a file, and then writes. Rejects with a StartError that names the file. */
export async function tryToWrite(file: string, write: (file: string) => Promise<void>): Promise<void> {
  try {
    makeDirectory(dirname(resolve(file)))
    await write(file)
  } catch (error) {
    throw new StartError(`--output ${file}: cannot be written: ${messageOf(error)}`)
  }
}

/** Checks that a file can be written. Changes no file, and leaves no new file. */
export async function touch(file: string): Promise<void> {
  const isNew = !existsSync(file)
  await (await open(file, 'a')).close()
  if (isNew) await rm(file)
}
