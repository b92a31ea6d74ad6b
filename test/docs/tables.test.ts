// The generated tables of the pages. Each table is made from the files that it describes. npm run docs writes them again.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Command, type Option } from 'commander'
import { expect, test } from 'vitest'
import { subcommands } from '../../src/cli/command.ts'
import { withSandbox } from '../../src/cli/drive.ts'
import { EXIT_CODES } from '../../src/cli/exit-codes.ts'
import { startOptions } from '../../src/cli/start-options.ts'
import { findNode, type Node, type OpenApi, resolve } from '../../src/contract/document.ts'
import { parseJson, renderJson } from '../../src/contract/json/json.ts'
import { loadDocument } from '../../src/contract/load-document.ts'
import { rules } from '../../src/examine/rules/table.ts'
import { loadOwnContract, loadOwnScenarios, OWN } from '../../src/package-files.ts'
import { faults } from '../../src/scenarios/faults.ts'
import { ROOT, readPage, SHOWN_ORIGIN } from '../support/pages.ts'
import { start } from '../support/sandbox.ts'

const { assumptions, plans } = await loadOwnContract()
const controlApi = (await loadDocument(OWN.controlApi)) as OpenApi

/** Compares the table between the two comments of this name with these rows. */
function checkTable(page: string, name: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const table = [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n')
  const text = readPage(page)
  const place = new RegExp(`(<!-- ${name}: .*? -->\n).*?(<!-- /${name} -->)`, 's')
  expect(text, `${page} has a place for the table ${name}`).toMatch(place)
  const updated = text.replace(place, (_whole, begin, end) => `${begin}${table}\n${end}`)
  if (process.env.UPDATE_DOCS) writeFileSync(join(ROOT, page), updated)
  expect(readPage(page), 'npm run docs writes it again').toBe(updated)
}

const count = (number: number) => number.toLocaleString('en')

interface Card {
  readonly keys: readonly { readonly value: string; readonly sees: string }[]
  readonly urls: readonly { readonly value: string; readonly sees: string }[]
}

test('the README shows the card', () => {
  const { keys, urls } = parseJson(readPage('spec/card.json')) as Card
  const rowsOf = (parts: Card['keys'], before = '') => parts.map(({ value, sees }) => [`\`${before}${value}\``, sees])
  checkTable('README.md', 'card', ['key, or base URL', 'your client sees'], [...rowsOf(keys), ...rowsOf(urls, SHOWN_ORIGIN)])
  for (const { value, sees } of urls)
    expect(readPage('spec/llms.txt')).toContain(`{origin}${value.replace(/\/v1$/, '{basePath}')} (${sees})`)
})

test('the card is true', async () => {
  const sandbox = await start()
  const { keys, urls } = parseJson(readPage('spec/card.json')) as Card
  const get = async (url: string, key: string) =>
    (await fetch(`${url}/pets?limit=1`, { headers: { authorization: `Bearer ${key}` } })).status
  for (const { value, sees } of keys) expect(await get(sandbox.url, value), value).toBe(sees.startsWith('always 401') ? 401 : 200)
  for (const { value, sees } of urls.filter(({ value }) => !/slow|lost/.test(value))) {
    const statuses = [await get(sandbox.origin + value, 'sandbox_free'), await get(sandbox.origin + value, 'sandbox_free')]
    expect(statuses, value).toEqual(sees.startsWith('always 401') ? [401, 401] : sees.startsWith('429 twice') ? [429, 429] : [200, 200])
  }
  expect(await sandbox.worlds.has('w3')).toBe(true)
})

test('docs/many-tests.md lists the keys of the contract’s plans', () => {
  const rows = plans.map(({ name, minute, day }) => [`\`sandbox_${name}\``, count(minute), count(day)])
  checkTable('docs/many-tests.md', 'keys', ['key', 'requests a minute', 'requests a day'], rows)
})

test('every assumption has an id of its own, and docs/reference/assumptions.md lists it', () => {
  expect(new Set(assumptions.map(({ id }) => id)).size).toBe(assumptions.length)
  const rows = assumptions.map(({ id, default: usual, choices, why }) => [
    `\`${id}\``,
    Object.entries(choices)
      .map(([name, text]) => `${name === usual ? `**\`${name}\`**` : `\`${name}\``} ${text}`)
      .join('<br>'),
    why,
  ])
  checkTable('docs/reference/assumptions.md', 'assumptions', ['assumption', 'choices; the bold one is the default', 'why'], rows)
})

test('docs/reference/scenarios.md lists the catalogue', async () => {
  const scenarios = (await loadOwnScenarios([])).list()
  const rows = scenarios.map(({ name, summary, parameters }) => {
    const values = Object.entries(parameters).map(([parameter, rule]) => `\`${parameter}=${rule.default}\` ${rule.description}`)
    return [`\`${name}\``, summary, values.join('; ')]
  })
  checkTable('docs/reference/scenarios.md', 'scenarios', ['scenario', 'what the client sees', 'parameters with their defaults'], rows)
})

test('docs/reference/scenarios.md lists the fields of a file, a parameter and a step', () => {
  interface Fields {
    readonly properties: Record<string, { description: string }>
  }
  const schema = parseJson(readPage('spec/scenario.schema.json')) as Fields & { $defs: Record<'parameter' | 'step', Fields> }
  for (const [name, kind, { properties }] of [
    ['file', 'file', schema],
    ['parameter', 'parameter', schema.$defs.parameter],
    ['fields', 'step', schema.$defs.step],
  ] as const) {
    const rows = Object.entries(properties).map(([field, { description }]) => [`\`${field}\``, description])
    checkTable('docs/reference/scenarios.md', name, [`field of a ${kind}`, 'meaning'], rows)
  }
})

test('docs/examine.md lists the rules', () => {
  const rows = rules.map(({ name, asks, proof }) => [`\`${name}\``, asks, proof ? `\`${proof}\`` : ''])
  checkTable('docs/examine.md', 'rules', ['rule', 'what a client has to do', 'command that proves it'], rows)
})

test('docs/reference/scenarios.md lists the faults', () => {
  const rows = Object.entries(faults).map(([name, { sees }]) => [`\`${name}\``, sees])
  checkTable('docs/reference/scenarios.md', 'faults', ['fault', 'the client sees'], rows)
})

test('docs/reference/options.md lists the options of start', () => {
  checkTable('docs/reference/options.md', 'start', ['option', 'variable', 'default', 'meaning'], startOptions().map(rowOf))
})

const connection = withSandbox(new Command())
  .options.filter(({ hidden }) => !hidden)
  .map(rowOf)

test('docs/reference/options.md lists the options that say where the sandbox is', () => {
  checkTable('docs/reference/options.md', 'connection', ['option', 'variable', 'default', 'meaning'], connection)
})

const RUNNERS = ['exec', 'inject']

test('docs/reference/options.md lists the other commands and their options', () => {
  const program = new Command()
  for (const add of subcommands) add(program, process, () => {})
  // The page says that exec and inject take the options of start, and lists the options of the connection once.
  const ofStart = startOptions().map(({ flags }) => flags)
  const isListed = (row: readonly string[]) => connection.some((listed) => isDeepStrictEqual(listed, row))
  const rowsOf = (command: Command, before = ''): string[][] => [
    [`**${before}${command.name()}**`, '', '', command.description()],
    ...command.options
      .filter(({ hidden, flags }) => !hidden && !(RUNNERS.includes(command.name()) && ofStart.includes(flags)))
      .map(rowOf)
      .filter((row) => !isListed(row)),
    ...command.commands.flatMap((part) => rowsOf(part, `${before}${command.name()} `)),
  ]
  const rows = program.commands.flatMap((command) => rowsOf(command))
  checkTable('docs/reference/options.md', 'commands', ['command or option', 'variable', 'default', 'meaning'], rows)
})

test('docs/reference/options.md lists the exit codes', () => {
  checkTable('docs/reference/options.md', 'codes', ['code', 'meaning'], EXIT_CODES)
})

function rowOf({ flags, envVar, defaultValue, defaultValueDescription, argChoices, description }: Option): string[] {
  const preset = typeof defaultValue === 'object' ? undefined : defaultValue
  const choices = argChoices && !flags.includes('|') ? ` (${argChoices.join(', ')})` : ''
  return [
    `\`${flags}\``,
    envVar === undefined ? '' : `\`${envVar}\``,
    preset === undefined ? (defaultValueDescription ?? '') : `\`${preset}\``,
    description + choices,
  ]
}

test('docs/reference/control-api.md lists the calls of the control API, each with an example of its body', () => {
  const calls = Object.entries(controlApi.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'parameters')
      .map(([method, call]) => ({ path, method: method.toUpperCase(), ...readCall(call) })),
  )
  const rows = calls.map(({ method, path, summary, body }) => [`\`${method} ${path}\``, summary, body === undefined ? '' : `\`${body}\``])
  checkTable('docs/reference/control-api.md', 'calls', ['call, under `/_sandbox`', 'does', 'example of a body'], rows)
})

test('docs/reference/control-api.md lists the filters of the journal', () => {
  const { parameters } = findNode(controlApi, '#/paths/~1requests/get') as { parameters: Node[] }
  const rows = parameters.map((parameter) => {
    const { name, description, example } = resolve(controlApi, parameter)
    return [`\`${name}\``, String(description), `\`${name}=${example}\``]
  })
  checkTable('docs/reference/control-api.md', 'filters', ['filter', 'meaning', 'example'], rows)
})

/** The summary of a call, and the first example of its body. */
function readCall(call: unknown): { summary: string; body: string | undefined } {
  const { summary, requestBody } = call as { summary: string; requestBody?: { content: Record<string, { examples: object }> } }
  const [first] = Object.values(requestBody?.content['application/json']?.examples ?? {}) as { value: unknown }[]
  return { summary, body: first && renderJson(first.value) }
}
