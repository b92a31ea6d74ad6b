// Scenario files and requests for scenarios, with the steps or the mistakes that they give, as setups.txt has them.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ScenarioRequest } from '../../src/ground/generated/control.ts'
import { Problem, StartError } from '../../src/ground/problem.ts'
import { loadOwnScenarios } from '../../src/package-files.ts'
import type { Setup } from '../../src/scenarios/scenario.ts'
import { createDirectory } from '../support/command.ts'

const PARAMETERS = {
  whole: { type: 'integer', default: 2, minimum: 1, maximum: 5, description: 'w' },
  part: { type: 'number', default: 0.5, minimum: 0, description: 'p' },
  few: { type: 'number', default: 1, maximum: 1, description: 'f' },
  word: {
    type: 'string',
    default: 'a',
    enum: ['a', 'b'],
    defaultFor: { flag: { false: 'b' }, whole: { 5: 'a', 4: 'b' } },
    description: 'd',
  },
  flag: { type: 'boolean', default: true, description: 'b' },
  free: { type: 'string', default: '', description: 's' },
}
const STEPS = [
  { times: '$whole', respond: { status: 500, headers: { 'X-A': '$word', 'X-B': '$free', 'X-C': '$none'.slice(1) } } },
  { when: '$flag', operations: ['listPets'], probability: 0.5, delay: '$part', headers: { 'X-Few': '$few' } },
  { rateLimit: { remaining: 0 } },
]

/** The steps of a file. */
type Steps = readonly object[]

const respond = { status: 500 }
const next = { delay: 1 }

const FILES: readonly Steps[] = [
  ...[{}, { fault: 'reset', respond }, { gap: 1, delay: 1 }, { at: 1, delay: 1 }, { commit: 'never', delay: 1 }].map((step) => [step]),
  ...['reset', 'truncated', 'stall', 'trickle'].flatMap((fault) => [{ gap: 1 }, { at: 1 }].map((more) => [{ fault, ...more }])),
  ...['reset', 'half-request', 'truncated'].flatMap((fault) => ['before', 'never'].map((commit) => [{ fault, commit }])),
  [{ operations: ['listPets', 'nope', 'never'], delay: '$gone', headers: { X: '$gone', Y: '$other', Z: '$Word', A: 'a$whole', B: '$' } }],
  [{ delay: { from: 1, to: 1 } }, { delay: { from: 1.1, to: 1 } }, { rateLimit: { wait: 1, reset: 1 } }, { rateLimit: { wait: 1 } }],
  ...['Content-Length', 'X-Fine', 'X Y'].map((name) => [
    { headers: { [name]: 'a' }, times: 1 },
    { respond: { status: 200, headers: { [name]: 'a' } } },
  ]),
  ...['transfer-encoding', 'CONNECTION', 'Keep-Alive', 'Trailer', 'Upgrade'].map((name) => [{ headers: { [name]: 'a' } }]),
  ...['ä', 'ā', null, 7].map((value) => [{ headers: { 'X-A': value } }]),
  ...['add', 'test', 'remove'].map((op) => [
    {
      patch: [
        { op: 'remove', path: '/a' },
        { op, path: '/b' },
      ],
    },
  ]),
  ...['a', ''].map((path) => [{ patch: [{ op: 'remove', path }] }]),
  ...[{ when: false }, { times: 0 }, { probability: 0 }, { times: 1 }, { when: true }].flatMap((more) => [
    [{ ...more, respond }],
    [{ ...more, respond }, next],
  ]),
  [{ operations: ['getPet'], ...next }, next, { operations: ['getPet'], respond }],
  [
    { operations: ['getPet', 'listPets'], ...next },
    { operations: ['getPet'], ...next },
    { operations: ['getPet', 'createPet'], ...next },
  ],
]

const request = (parameters: object, more: object = {}): ScenarioRequest => ({ name: 'own', parameters, ...more }) as ScenarioRequest

const REQUESTS: readonly (readonly ScenarioRequest[])[] = [
  ...[{}, { whole: 4 }, { whole: 5 }, { whole: 5, flag: false }, { flag: 'false' }, { flag: '?0' }, { flag: 'true' }, { flag: '?1' }].map(
    (one) => [request(one)],
  ),
  ...['1', '5', '0', '6', '2.0', '1e1', ' 2', '-1', 1.5, true].map((whole) => [request({ whole })]),
  ...['0', '-0.1', '1.25', '.5', Number.NaN, Number.POSITIVE_INFINITY, 3n].map((part) => [request({ part })]),
  ...[1.1, '-7'].map((few) => [request({ few })]),
  ...['b', 'c', '$x', 7].map((word) => [request({ word })]),
  ...['$', 'a$', '\u0000'].map((free) => [request({ free })]),
  ...[{ flag: 'yes' }, { wohle: 1 }, { toString: 1 }].map((one) => [request(one)]),
  ...[[], ['getpet'], ['listPets', 'getPet']].map((operations) => [request({}, { operations, run: 'r' })]),
  ...['onw', 'toString'].map((name) => [{ name } as ScenarioRequest]),
  [{}],
  [{ steps: STEPS.slice(2) } as ScenarioRequest],
  [{ name: 'own', steps: [{ delay: -1 }], parameters: { a: 1 } } as unknown as ScenarioRequest],
  [{ steps: [{ delay: '$a' }] } as unknown as ScenarioRequest],
  [request({}), request({}), request({ whole: 2 }), request({ whole: 3 }), request({}, { operations: ['getPet'] })],
]

async function load(steps: Steps) {
  const directory = await createDirectory()
  await writeFile(join(directory, 'own.yaml'), JSON.stringify({ summary: 'x', parameters: steps === STEPS ? PARAMETERS : {}, steps }))
  return loadOwnScenarios([directory], { alone: true })
}

const render = (value: unknown) =>
  JSON.stringify(value, (_name, one) => (one === Number.POSITIVE_INFINITY ? 'always' : typeof one === 'bigint' ? `${one}n` : one))

/** The steps of a setup, and how the record of a call names them. */
function renderSetup({ steps, stepsFor }: Setup): string[] {
  const named = ['listPets', 'getPet', ''].map((operation) => `${operation}: ${render(stepsFor(operation).map(({ applied }) => applied))}`)
  return [...steps.map(({ effects, ...step }) => `step ${render({ ...step, effects: effects.length })}`), ...named]
}

test('each of these files and requests gives the steps or the mistakes of setups.txt', async () => {
  const lines: string[] = []
  const add = (shown: readonly string[]) => lines.push(...new Set(shown.filter((line) => line.startsWith('key') || !lines.includes(line))))
  for (const steps of FILES) {
    lines.push(`# ${render(steps)}`)
    try {
      const { notices, setUpAll } = await load(steps)
      lines.push(...notices.map((one) => one.replace(/.*(?=own\.yaml)/, '')))
      add(setUpAll([{ name: 'own' } as ScenarioRequest]).flatMap(renderSetup))
    } catch (error) {
      if (!(error instanceof StartError)) throw error
      lines.push(...error.message.split('\n').map((one) => one.slice(one.indexOf('own.yaml'))))
    }
  }
  const { setUpAll } = await load(STEPS)
  for (const requests of REQUESTS) {
    lines.push(`> ${render(requests)}`)
    try {
      add(setUpAll(requests, true).flatMap((setup) => [`key ${setup.key}`, ...renderSetup(setup)]))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      lines.push(`${error.code}: ${error.message}`)
    }
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('setups.txt')
})
