// What each option of a sandbox becomes, as options.txt has it: the setting, or the refusal. Both sides of each bound are there.

import { expect, test } from 'vitest'
import type { SandboxOptions } from '../../src/options/generated/sandbox-options.ts'
import { EXCLUSIVE, OPTIONS, readOptions, type Settings } from '../../src/options/read-options.ts'
import { loadOwnContract } from '../../src/package-files.ts'
import { parseStart } from '../support/command.ts'

const MAX = Number.MAX_SAFE_INTEGER
const own = { format: 'text', write() {} }

const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  port: [0, 65_535, 65_536, -1, 1.5, '80'],
  host: ['::1', ' ', 1],
  data: ['data', ''],
  ephemeral: [true, false, 0],
  durable: [true, 1],
  store: [
    'redis://h',
    'rediss://h',
    'valkey://h:1/2',
    'valkeys://h',
    'redis://',
    'redis:///1',
    'redis://?a',
    'redis://#a',
    ' redis://h',
    {},
    [],
  ],
  seed: [0, MAX, MAX + 1, -1],
  size: [0, 1_000_000, 1_000_001, -1],
  key: ['free:a', ['free:a', 'pro:b'], 5, [], '', ['free:a', ' '], [['free:a']]],
  limits: ['on', 'off', 'of', 'On', true],
  enterpriseLimits: [
    '1/1',
    '05/5',
    '999999999999999/999999999999999',
    '1000000000000000/1',
    '1/1000000000000000',
    '0/1',
    '1/0',
    '1/1/1',
    'a1/1',
  ]
    .concat(['1/1a'])
    .concat([{ minute: 1 }, 5, null] as never[]),
  planLimits: [
    {},
    { free: {} },
    { free: { minute: 1 }, pro: { day: 2 } },
    { free: { minute: 0 } },
    { free: { hours: 1 } },
    { free: 1 },
    [],
  ],
  banAfter: [1, 1_000_000, 0, 1_000_001],
  banFor: [0.001, 31_622_400, 31_622_400.1, 0, -1, '1', Number.NaN],
  maxWorlds: [1, 1_000_000, 0, 1_000_001],
  maxWorldBytes: [1, 67_108_864, 0, 67_108_865],
  scenarios: ['mine', ['mine', 'yours'], [], '', 5],
  assume: [
    'contrary',
    'order=shuffled',
    ['order=shuffled', 'removed=410'],
    ['order=shuffled', 'order=newest-first'],
    { order: 'shuffled' },
    {},
  ]
    .concat(['order', 'order=', '=x', 'order:shuffled', '@/nowhere', '@tsconfig.json', '@fixtures/pets.json', ''] as never[])
    .concat([{ order: 'x' }, { order: 5 }, { oder: 'shuffled' }, 5, null, [5]] as never[]),
  cors: ['on', 'off', 'no'],
  tls: [true, false, {}, 'on'],
  tlsCert: ['c', '', 5],
  tlsKey: ['k', ''],
  tlsName: [
    'a',
    ['a', 'b'],
    [],
    'a b',
    'a/b',
    'a?b',
    'a#b',
    'a@b',
    'a,b',
    'a"b',
    'a\u200bb',
    '',
    '🐶.test',
    '::1',
    '*.a',
    'a:80',
    'a..b',
    '*',
  ],
  allowedHosts: ['a', 'a:80', ['a', 'b'], [], 'a b', ''],
  controlToken: ['t', 'a b', '!~', ' a', 'a ', 'a\tb', 'ä', '\x7f', 5],
  bare: [true, false, 'yes'],
  metrics: [true, null],
  log: ['silent', own, { ...own, format: 'json', colour: true }, { ...own, colour: 1 }, { format: 'text' }, { write: own.write }].concat([
    { ...own, format: 'x' },
    { ...own, write: 1 },
    { ...own, file: 'x' },
    'loud',
    'jso',
    5,
  ] as never[]),
  contract: ['spec/openapi.yaml', ''],
  domain: [{}, 5],
  faults: [{}, []],
}

const { assumptions } = await loadOwnContract()

/** The settings that differ from those of a sandbox without options; or the message of the refusal. */
async function outcomeOf(options: unknown): Promise<string> {
  try {
    const [given, usual] = await Promise.all([options, {}].map(async (options) => flatten(await readOptions(options as SandboxOptions))))
    return changesOf({ ...given }, { ...usual })
  } catch (error) {
    return `refused: ${error instanceof Error ? error.message : error}`
  }
}

function changesOf(given: object, usual: object): string {
  const before = new Map(Object.entries(usual))
  const changed = Object.entries(given).filter(([name, value]) => show(value) !== show(before.get(name)))
  return changed.length === 0 ? 'as without it' : changed.map(([name, value]) => `${name} ${show(value)}`).join(', ')
}

/** Only the contract knows the choices of `assume`. */
const flatten = async (settings: Settings): Promise<Record<string, unknown>> => ({
  ...settings,
  assume: await settings.assume(assumptions),
})

const show = (value: unknown): string =>
  String(JSON.stringify(value, (_name, item) => (typeof item === 'function' ? 'function' : typeof item === 'bigint' ? `${item}n` : item)))

const TOGETHER: readonly SandboxOptions[] = [
  { enterpriseLimits: '5/6', planLimits: { free: { minute: 7 } } },
  { enterpriseLimits: '5/6', planLimits: { enterprise: {} } },
  { tlsCert: 'c', tlsKey: 'k' },
  { tls: true, tlsCert: 'c', tlsKey: 'k' },
  { tls: true, tlsName: 'a' },
  { tls: false, tlsKey: 'k' },
]

const FLAGS = `
| -p 5 | --port 0x5 | --seed 12345678901234567890 | --ban-for 2.5 | --ban-for 2. | --ban-for .5 | --ban-for 2.5.5 | --ban-for +2 | --size -3
--key free:a --key pro:b | --key free:a··pro:b· | --scenarios a:b --scenarios c | --assume order=shuffled --assume contrary
--tls-name a --tls-name b | --allowed-hosts a --allowed-hosts b | --durable --bare --metrics --tls | --data d --ephemeral | --store redis://h
--port 6 | x | --nothing | --help | --control-token t --log json --cors off --limits off --enterprise-limits 1/2`

test('each option becomes a setting, or is refused, as in options.txt', async () => {
  expect(Object.keys(VALUES)).toEqual(OPTIONS.map(([name]) => name))
  const lines: string[] = [`nothing: ${show(await flatten(await readOptions({})))}`]
  for (const [name, values] of Object.entries(VALUES))
    for (const value of values) lines.push(`${name} ${show(value)}: ${await outcomeOf({ [name]: value })}`)
  const both = EXCLUSIVE.map(([one, other]) => Object.fromEntries([one, other].map((name) => [name, VALUES[name]?.[0]])))
  for (const options of [...both, ...TOGETHER]) lines.push(`${show(options)}: ${await outcomeOf(options)}`)
  const plain = { ...parseStart([]) }
  for (const words of FLAGS.trim().split(/ \| |\| |\n/)) {
    const args = words.split(' ').filter((word) => word !== '')
    const options = parseStart(args.map((word) => word.replaceAll('·', ' ')))
    lines.push(`$ ${words}: ${options === undefined ? 'starts no sandbox' : args.length === 0 ? show(options) : changesOf(options, plain)}`)
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('options.txt')
})

test('a control token fits into the headers of a request', async () => {
  await readOptions({ controlToken: 't'.repeat(1024) })
  await expect(readOptions({ controlToken: 't'.repeat(1025) })).rejects.toThrow(/^controlToken must have 1 to 1024 characters/)
})
