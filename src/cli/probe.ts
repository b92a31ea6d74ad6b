// `petstore-sandbox probe`: compares a real service with the choices of the sandbox. It calls only the machine that is named.

import { writeFile } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import type { Contract } from '../contract/contract.ts'
import type { Look } from '../ground/printable.ts'
import { StartError } from '../ground/problem.ts'
import { readChoicesFile } from '../options/read-options.ts'
import { loadOwnContract } from '../package-files.ts'
import { type ProbedAssumption, type ProbeReport, planProbe, probe } from '../probe/probe.ts'
import { type Column, createOutput, createTable, touch, tryToWrite } from './output.ts'

interface ProbeFlags {
  readonly url?: string
  readonly key?: string
  readonly write?: true
  readonly dryRun?: true
  readonly output?: string
  readonly check?: string
  readonly format?: 'text' | 'json'
}

export function addProbe(program: Command, process: NodeJS.Process, finish: (exitCode: number) => void): void {
  program
    .command('probe')
    .description('compare a real service with the choices of the sandbox, with at most 40 careful calls')
    .option('--url <url>', 'the base URL of the service, for example https://staging.petstore.example/v1')
    .addOption(new Option('--key <key>', 'the API key').env('PETSTORE_PROBE_KEY'))
    .option('--write', 'also create one item, which stays; its name begins with probe-')
    .option('--dry-run', 'list the calls, and send none')
    .option('--output <file>', 'write the choices that were seen, for --check and for start --assume @file')
    .option('--check <file>', 'compare with a file of --output; exit code 10 when the service has changed')
    .addOption(new Option('--format <format>', 'the format of the result').choices(['text', 'json']))
    .action(async (flags: ProbeFlags) => {
      const contract = await loadOwnContract()
      const output = createOutput(process.stdout, flags.format ?? 'text')
      if (flags.dryRun) return void process.stdout.write(renderPlan(contract, flags).join(''))
      const { url, key } = readTarget(flags)
      const before = flags.check === undefined ? {} : await readChoicesFile(flags.check, contract.assumptions, 'check')
      if (flags.output !== undefined) await tryToWrite(flags.output, touch)
      const onWait = (says: string) => process.stderr.write(`${says}\n`)
      const report = await probe(contract, { url, key, write: flags.write ?? false, onWait })
      await output.show([report], () => renderText(report, output))
      if (flags.output !== undefined) await tryToWrite(flags.output, (file) => writeFile(file, renderChoices(report)))
      const changes = compare(before, report)
      for (const change of changes) process.stderr.write(`${change}\n`)
      if (changes.length > 0) finish(10)
    })
}

function readTarget({ url, key }: ProbeFlags): { url: string; key: string } {
  if (url === undefined)
    throw new StartError('probe needs the base URL of the service: give --url, for example https://staging.petstore.example/v1')
  if (key === undefined || key === '') throw new StartError('probe needs an API key: give --key, or set PETSTORE_PROBE_KEY')
  if (!/^[!-~]+$/.test(key)) throw new StartError('the API key of --key or PETSTORE_PROBE_KEY has a blank, or a letter outside ASCII')
  const parsed = URL.parse(url)
  if (!/^https?:$/.test(parsed?.protocol ?? '') || parsed?.username !== '' || /[?#]/.test(url))
    throw new StartError(
      `--url must be an http or https URL without user, query and fragment, for example https://staging.petstore.example/v1`,
    )
  return { url: url.replace(/\/+$/, ''), key }
}

const renderPlan = (contract: Contract, { write }: ProbeFlags) =>
  planProbe(contract, write ?? false).map(
    ({ method, path, name, keyless }) => `${method} ${path}  (${name}${keyless ? ', without the key' : ''})\n`,
  )

const PAINT = { confirmed: 'green', contradicted: 'yellow', 'not-shown': 'dim' } as const

const COLUMNS: readonly Column<ProbedAssumption>[] = [
  { name: 'ASSUMPTION', cell: ({ id }) => id },
  { name: 'RESULT', cell: ({ result }) => [result, PAINT[result]] },
  { name: 'CHOICE', cell: ({ choice = '' }) => choice },
  {
    name: 'EVIDENCE',
    isFlexible: true,
    cell: ({ says, evidence: [first] }) => (first === undefined ? says : `${says} (${first.request}: ${first.status})`),
  },
]

function renderText({ url, calls, assumptions, deviations, stopped }: ProbeReport, look: Look): string[] {
  const sum = (wanted: keyof typeof PAINT) => assumptions.filter(({ result }) => result === wanted).length
  return [
    `${url}: ${calls} calls. ${sum('confirmed')} confirmed, ${sum('contradicted')} contradicted, ${sum('not-shown')} not shown.`,
    ...(stopped === undefined ? [] : [`The probe stopped early: ${stopped}.`]),
    '',
    ...createTable(COLUMNS, look)(assumptions),
    ...(deviations.length === 0 ? [] : ['', 'The service breaks the contract:']),
    ...deviations.map(({ message, request }) => `  ${message} (${request})`),
  ]
}

const renderChoices = ({ url, assumptions }: ProbeReport) =>
  [
    `# What ${url} does where its document is silent, as a probe saw it on ${new Date().toISOString().slice(0, 10)}.\n`,
    ...assumptions.flatMap(({ id, choice }) => (choice === undefined ? [] : [`${id}: ${JSON.stringify(choice)}\n`])),
  ].join('')

/** A sentence for each choice that has changed. A choice that no reply shows this time is not compared. */
const compare = (before: Readonly<Record<string, string>>, { assumptions }: ProbeReport): string[] =>
  assumptions.flatMap(({ id, choice, says }) =>
    choice === undefined || before[id] === undefined || before[id] === choice
      ? []
      : [`${id} has changed from ${before[id]} to ${choice}: ${says}`],
  )
