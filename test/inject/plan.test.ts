// Which runs a campaign plans for the calls of a suite. A real campaign plans them too, but few suites have calls of every kind.

import { expect, test } from 'vitest'
import type { Exchange } from '../../spec/control.ts'
import type { InjectOptions } from '../../src/inject/options.ts'
import { createFinder, createIdentify, isCreation, isRead, isSuccess, type Reference, readReference } from '../../src/inject/places.ts'
import { createPlan, describeLeftOut } from '../../src/inject/plan.ts'
import { createExchange } from '../support/exchanges.ts'

/** A call of an operation. */
function callOf(method: string, operation: string, body?: Exchange['request']['body'], more: Partial<Exchange> = {}): Exchange {
  const exchange = createExchange(1, { operation, ...more })
  return { ...exchange, request: { ...exchange.request, method, ...(body && { body }) } }
}

const textOf = (value: unknown) => ({ text: JSON.stringify(value), bytes: JSON.stringify(value).length })
const create = (name: string, more: Partial<Exchange> = {}) =>
  callOf('POST', 'createPet', textOf({ name, tags: [1, [], {}] }), { reply: { status: 201, headers: {}, body: textOf({}) }, ...more })
const list = (query: string, more: Partial<Exchange> = {}): Exchange => {
  const exchange = callOf('GET', 'listPets', undefined, more)
  return { ...exchange, request: { ...exchange.request, query } }
}
const refused = callOf('GET', 'getPet', undefined, {
  answeredBy: 'credentials',
  reply: { status: 401, headers: {}, body: textOf({}) },
  carriedOut: false,
})

/** Two runs of one suite: names and worlds are random, a call comes in the second run alone, and a body is no JSON. */
const runOf = (random: string, more: readonly Exchange[] = []) => [
  refused,
  create(`Rex-${random}`),
  create('Tom'),
  create('Tom'),
  list('limit=2&after=3'),
  list(`limit=2&after=${random}`),
  list('limit=2', { world: 'w2' }),
  list('limit=2', { world: random }),
  list('limit=2', { testCase: { name: 'lists' } }),
  list('limit=2', { testCase: { name: random } }),
  callOf('POST', 'createOrder', { text: '{', bytes: 1 }),
  callOf('POST', 'createOrder', { base64: '/w==', bytes: 1 }),
  callOf('POST', 'createOrder', { text: '{"a":1', bytes: 90_000, sha256: 'cut' }),
  callOf('POST', 'createOrder', { text: '', bytes: 0 }),
  ...more,
]
const FIRST = runOf('a')
const SECOND = runOf('b', [create('Tom', { carriedOut: false })])
const reference = () => readReference(createIdentify(FIRST, SECOND), [FIRST, SECOND])
const DRIFTS = [{ name: 'big-ids' }, { name: 'renamed' }]

const showPlaces = ({ places, count, creations }: Reference) =>
  places.map(
    ({ call, key, number, isUnstable, world, testCase, group }) =>
      `${call} (number ${number} of ${count(key)}${isUnstable ? ', unstable' : ''}) ${world} ${testCase} ${creations(group)}\n    ${key}\n`,
  )

test('a call is known by what both runs of a suite have in common', async () => {
  const known = reference()
  await expect(showPlaces(known).join('')).toMatchFileSnapshot('places.txt')
  expect(known.count('unknown')).toBe(0)
  const third = known.places.find(({ call }) => call.endsWith('createPet#3'))
  const find = third && createFinder(known.identify, third)
  expect(FIRST.map((exchange) => find?.(exchange))).toEqual(FIRST.map((_, index) => index === 3))
})

const showPlan = (options: Partial<InjectOptions>) => {
  const { cells, leftOut } = createPlan(reference().places, DRIFTS, { command: [], ...options })
  const lines = cells.map(({ place, content, ...cell }) => JSON.stringify({ ...cell, key: place?.number, content }))
  return [JSON.stringify(options), ...lines, ...describeLeftOut(leftOut), ''].join('\n')
}

test('a campaign plans each fault that suits a call, first calls first', async () => {
  const plans: Partial<InjectOptions>[] = [
    {},
    { runs: 3 },
    { runs: 'all', faults: ['slow', 'lost-reply'], slow: 2 },
    { only: ['createPet'], faults: ['reset'] },
    { only: ['renamed'] },
    { only: ['w1/createPet#2', 'big-ids'], faults: ['drift'] },
  ]
  await expect(plans.map(showPlan).join('\n')).toMatchFileSnapshot('plans.txt')
})

test('a call is a read, a creation or a success by its method, its effect and its status', () => {
  const identify = createIdentify([], [])
  const kindsOf = (method: string, carriedOut: boolean, status: number) => {
    const call = identify({ ...callOf(method, 'createPet'), carriedOut, reply: { status, headers: {}, body: textOf({}) } })
    return [isRead(call) && 'read', isCreation(call) && 'creation', isSuccess(call) && 'success'].filter(Boolean).join(' ')
  }
  expect(kindsOf('GET', true, 199)).toBe('read')
  expect(kindsOf('GET', true, 200)).toBe('read success')
  expect(kindsOf('POST', true, 299)).toBe('creation success')
  expect(kindsOf('POST', true, 300)).toBe('creation')
  expect(kindsOf('POST', false, 500)).toBe('')
  expect(kindsOf('PUT', true, 204)).toBe('success')
})
