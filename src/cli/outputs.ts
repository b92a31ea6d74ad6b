// Where a command shows its report: the screen, and files. The ending of a file, or a word before it, gives the format.

import { existsSync } from 'node:fs'
import { open, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { renderJson } from '../contract/json/json.ts'
import { FORMAT_NAMES, type FormatName, formatOfFile, isFormat } from '../examine/formats/formats.ts'
import type { Style } from '../ground/layout.ts'
import { printableLines } from '../ground/printable.ts'
import { messageOf, StartError } from '../ground/problem.ts'
import { makeDirectory } from '../worlds/store/disk.ts'
import { refuseRemoved } from './removed.ts'

export interface OutputOptions {
  readonly format?: FormatName | undefined
  readonly output: readonly string[]
}

export type RenderIn = (format: FormatName, style?: Style) => string

/** The journal of the run as HAR, for the commands that have one. */
export type RenderHar = () => Promise<object>

export const HAR = 'har'

/** Where a report goes. */
interface Output {
  readonly file: string
  readonly format: FormatName | typeof HAR
}

const MAX_WIDTH = 100

/** Adds the options of the output. `where` names the stream that shows the report. */
export function withOutputs(command: Command, where: string): Command {
  return command
    .addOption(chooseFormat(new Option('--format <format>', `the format on ${where}; default: text`).choices(FORMAT_NAMES)))
    .addOption(
      new Option(
        '--output <[format=]file>',
        'also write the report to a file, and make its directory; its ending gives the format: .txt, .json, .xml (JUnit), .md, .har (the requests); repeatable',
      )
        .default([] as string[], 'none')
        .argParser((value, before: string[]) => [...before, value]),
    )
}

/** The choices of the option, and a refusal of its own for a format that went. */
function chooseFormat(option: Option): Option {
  const choose = option.parseArg
  return option.argParser((value: string, before: unknown) => {
    refuseRemoved('formats', value, `--format ${value}`)
    return choose?.(value, before)
  })
}

const NO_LIES = 'only lies show what the tests need: use inject --faults lies'

/** Makes the directories of the outputs. Rejects with a StartError for an output without a format, and for a file that cannot be written. */
export async function checkOutputs(options: OutputOptions, has: { readonly har?: boolean; readonly lies?: boolean } = {}): Promise<void> {
  if (options.format === 'needs' && !has.lies) throw new StartError(`--format needs: ${NO_LIES}`)
  for (const { file, format } of readOutputs(options)) {
    if (format === HAR && !has.har) throw new StartError(`--output ${file}: this command has no journal, so it writes no HAR`)
    if (format === 'needs' && !has.lies) throw new StartError(`--output needs=${file}: ${NO_LIES}`)
    await tryToWrite(file, touch)
  }
}

/**
 * Shows the report, and writes it to every output. Rejects with a StartError when a file could not be written. When the client
 * has failed, the command fails already. Then the complaint is only written below the report.
 */
export async function showReport(
  render: RenderIn,
  options: OutputOptions,
  screen: NodeJS.WriteStream,
  { hasFailed, har }: { readonly hasFailed: boolean; readonly har?: RenderHar | undefined },
): Promise<void> {
  const { format } = options
  const outputs = readOutputs(options)
  // If an output file has the format, the report is not shown a second time.
  if (format === undefined || !outputs.some((output) => output.format === format)) await show(render, format ?? 'text', screen)
  const renderFile = async (format: Output['format']) => (format === HAR ? renderJson(await har?.()) : render(format))
  const complaints: string[] = []
  for (const { file, format } of outputs)
    await tryToWrite(file, async () => writeFile(file, await renderFile(format))).catch((error) => complaints.push(messageOf(error)))
  if (complaints.length > 0 && !hasFailed) throw new StartError(complaints.join('\n'))
  for (const complaint of complaints) await print(`error: ${printableLines(complaint)}\n`, screen)
}

/** Throws a StartError for an output without a format. */
export function readOutputs({ output, format }: OutputOptions): Output[] {
  return output.map((text) => {
    const [, name = '', file = ''] = /^(\w+)=(.+)$/s.exec(text) ?? []
    refuseRemoved('formats', name, `--output ${text}: the format ${name}`)
    if (isFormat(name) || name === HAR) return { file, format: name }
    const found = text.toLowerCase().endsWith('.har') ? HAR : (formatOfFile(text) ?? format)
    if (found !== undefined) return { file: text, format: found }
    throw new StartError(
      `--output ${text}: the ending gives no format: name one of ${FORMAT_NAMES.join(', ')}, for example junit=${file || text}`,
    )
  })
}

/** Makes the directory of a file, and then writes. Rejects with a StartError that names the file. */
export async function tryToWrite(file: string, write: (file: string) => Promise<void>): Promise<void> {
  try {
    await makeDirectory(dirname(resolve(file)))
    await write(file)
  } catch (error) {
    throw new StartError(`--output ${file}: cannot be written: ${messageOf(error)}`)
  }
}

/** Checks that a file can be written. Changes no file, and leaves no new file. */
async function touch(file: string): Promise<void> {
  const isNew = !existsSync(file)
  await (await open(file, 'a')).close()
  if (isNew) await rm(file)
}

function show(render: RenderIn, format: FormatName, screen: NodeJS.WriteStream): Promise<void> {
  const { isTTY, columns } = screen
  return print(render(format, { colour: isTTY && screen.hasColors(), width: Math.min((isTTY && columns) || MAX_WIDTH, MAX_WIDTH) }), screen)
}

/** Resolves when the text is written, or when nobody reads the stream any more. */
const print = (text: string, screen: NodeJS.WriteStream): Promise<void> => new Promise((resolve) => screen.write(text, () => resolve()))
