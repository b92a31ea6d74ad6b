// Renders docs/reference/library.md. The table of sections has the order in which a person needs the types. The words are the comments
// of the sources.

import { CODES } from '../../src/ground/problem.ts'
import type { Declared, Member } from './read-library.ts'

export const LIBRARY_PAGE = 'docs/reference/library.md'

interface Section {
  readonly title: string
  readonly about: string
  /** The types of this section, the most important first. */
  readonly names: readonly string[]
}

const SECTIONS: readonly Section[] = [
  {
    title: 'Start a sandbox',
    about: 'The sandbox runs in the process of your tests, on a free port of 127.0.0.1.',
    names: ['startSandbox', 'Sandbox', 'SandboxOptions', 'PlanRates', 'LogOptions', 'LogFormat'],
  },
  {
    title: 'Connect to a sandbox',
    about: 'The sandbox runs elsewhere, for example in a container. Its handle has the same calls.',
    names: ['connectSandbox', 'ConnectOptions', 'Href'],
  },
  {
    title: 'The handle',
    about: '`startSandbox` and `connectSandbox` resolve with a handle. Its calls return promises, except `world`, `key` and `case`.',
    names: ['SandboxHandle', 'Health', 'Versions', 'CatalogueEntry', 'ParameterRule', 'Value', 'Assumption'],
  },
  {
    title: 'A world',
    about: '`sandbox.world("w1")` is the handle of one world. [Many tests at once](../many-tests.md) says what a world is.',
    names: [
      'WorldHandle',
      'ChoicesHandle',
      'WorldState',
      ...['Time', 'ClockChange', 'ClockState'],
      ...['Collections', 'Item', 'Id', 'Fields'],
      ...['LimitChange', 'WindowChange', 'LimitState', 'WindowState'],
      ...['ScenarioRequest', 'Step', 'ActiveScenario'],
    ],
  },
  {
    title: 'Requests',
    about: 'The journal has every request that came in, and why it got its reply.',
    names: [
      ...['RequestsHandle', 'RequestsQuery', 'RequestFilter', 'JournalEntry', 'Decision', 'Exchange', 'RequestRecord', 'Body', 'SentReply'],
      ...['Cause', 'AppliedStep', 'Violation', 'Place', 'Warning', 'WarningCode'],
      ...['Caller', 'KeyRefusal', 'TestCase', 'Count', 'Shown', 'WindowName', 'Connection', 'Moment', 'Instant'],
    ],
  },
  {
    title: 'Events',
    about: '`for await (const event of await sandbox.events())` follows what happens, live.',
    names: ['EventsHandle', 'EventStream', 'SandboxEvent', 'WorldChange'],
  },
  {
    title: 'The report',
    about: '[Examine a client](../examine.md) says what the rules are and how to read their verdicts.',
    names: [
      ...[
        'ReportHandle',
        'assertVerdict',
        'loadPolicy',
        'CaseOptions',
        'Policy',
        'Exemption',
        'Report',
        'RunFacts',
        'RuleReport',
        'Level',
        'Finding',
        'Evidence',
        'Balance',
        'Timeline',
        'TimelineTry',
      ],
      ...['Coverage', 'OperationCoverage', 'ResponseCoverage', 'JudgedBy', 'Unmatched', 'Run', 'Outcome', 'CampaignFacts', 'Lie'],
    ],
  },
  {
    title: 'Fault injection',
    about: '[Examine a client](../examine.md) says how a campaign examines a client, and what its outcomes mean.',
    names: ['inject', 'InjectOptions', 'StopSignal', 'Progress'],
  },
  {
    title: 'Names',
    about: 'A name that is misspelled does not compile. A `ScenarioName` may also be the name of a scenario of your own.',
    names: ['PlanName', 'OperationId', 'ScenarioName', 'FaultName', 'RuleName'],
  },
  {
    title: 'Errors',
    about: 'A start rejects with a StartError, and a call of a handle with a SandboxError. Any other error is a bug of the sandbox.',
    names: ['SandboxError', 'StartError', 'OptionName', 'Problem', 'Refusal', 'Code'],
  },
  {
    title: 'A store of your own',
    about: '`startSandbox({ store })` keeps the worlds where you want, in place of a directory or of the memory.',
    names: ['Store', 'WorldStore', 'Saved', 'Snapshot', 'WorldContent', 'Change', 'Newer', 'StoredWorld'],
  },
]

const HEAD = `# The library

This page is for people who start or drive a sandbox from TypeScript or JavaScript. It lists every function, option and type of the
library. The texts come from the types. [Many tests at once](../many-tests.md#driving-a-world) shows the library at work, and
[In CI](../ci.md) says how to install it.

Durations are seconds, unless a line says something else. A member with a question mark may be left out. A type that cannot be imported
by its name is part of another type: \`Report['rules'][number]\` is \`RuleReport\`. \`npm run docs\` writes this page from the
sources.
`

/** Throws an error that lists types without a section, types without a comment, and types that are missing in the library. */
export function renderLibrary(library: ReadonlyMap<string, Declared>): string {
  const faults = findFaults(library)
  if (faults.length > 0) throw new Error(`the library cannot be documented:\n  ${faults.join('\n  ')}`)
  const contents = SECTIONS.map(({ title }) => `- [${title}](#${title.toLowerCase().replaceAll(' ', '-')})\n`).join('')
  return [HEAD, contents, ...SECTIONS.map((section) => renderSection(section, library))].join('\n')
}

function findFaults(library: ReadonlyMap<string, Declared>): string[] {
  const placed = new Set(SECTIONS.flatMap(({ names }) => names))
  return [
    ...[...placed].filter((name) => !library.has(name)).map((name) => `${name} has a section, but the library does not show it`),
    ...[...library.keys()].filter((name) => !placed.has(name)).map((name) => `${name} has no section in build/library/render-library.ts`),
    ...[...library.values()].flatMap(({ name, file, comment, members }) => [
      ...(comment === '' ? [`${name} in ${file} has no comment`] : []),
      ...members.filter((member) => member.comment === '').map((member) => `${name}.${member.name} in ${file} has no comment`),
    ]),
  ]
}

function renderSection({ title, about, names }: Section, library: ReadonlyMap<string, Declared>): string {
  const declared = names.flatMap((name) => library.get(name) ?? [])
  const imports = declared.filter(({ isExported }) => isExported).map(({ name }) => `\`${name}\``)
  const line = imports.length === 0 ? [] : [`To import: ${imports.join(', ')}.`]
  return [`## ${title}`, about, ...line, ...declared.map(renderDeclared)].join('\n\n').concat('\n')
}

function renderDeclared({ name, comment, text, bases, members, mentions }: Declared): string {
  const own = mentions.filter((other) => !bases.includes(other))
  const parts = [
    `### ${name}`,
    ...(text !== undefined && name !== 'Code' ? [`\`${text}\``] : []),
    comment,
    ...(bases.length > 0 ? [`It also has the members of ${bases.map(linkOf(mentions)).join(' and ')}.`] : []),
    ...(members.length > 0 ? [renderMembers(members)] : []),
    ...(name === 'Code' ? [renderCodes()] : []),
    ...(own.length > 0 ? [`Types: ${own.map((other) => `[${other}](#${other.toLowerCase()})`).join(', ')}.`] : []),
  ]
  return parts.join('\n\n')
}

/** A base of this library as a link; a base of the language, as `Error`, as code. */
const linkOf = (known: readonly string[]) => (base: string) => (known.includes(base) ? `[${base}](#${base.toLowerCase()})` : `\`${base}\``)

const renderMembers = (members: readonly Member[]) =>
  renderTable(
    ['member', 'type', 'meaning'],
    members.map(({ name, type, comment }) => [`\`${name}\``, type === '' ? '' : `\`${type}\``, comment]),
  )

const renderCodes = () =>
  renderTable(
    ['code', 'status', 'meaning'],
    Object.entries(CODES).map(([code, { status, meaning }]) => [`\`${code}\``, status === 0 ? 'as asked' : String(status), meaning]),
  )

function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}
