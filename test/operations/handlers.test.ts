// The handlers of the operations: plain calls and data in, plain replies out. Also the recipes of the fixtures, and how a later
// version of the service differs.

import { expect, test } from 'vitest'
import { renderJson } from '../../src/contract/json/json.ts'
import { BOUNDS } from '../../src/ground/bounds.ts'
import type { Exchange } from '../../src/ground/generated/control.ts'
import { chooseIds } from '../../src/operations/big-ids.ts'
import { recipes } from '../../src/operations/fixtures.ts'
import { errorBody, handlers } from '../../src/operations/handlers.ts'
import { laterVersions } from '../../src/operations/later-versions.ts'
import { Data } from '../../src/worlds/data.ts'
import { createFixtures } from '../../src/worlds/fixtures.ts'
import type { Call } from '../../src/worlds/handler.ts'
import { createMemoryStore } from '../../src/worlds/store/open-store.ts'
import type { Snapshot } from '../../src/worlds/store/store.ts'

const pet = (id: number | bigint, status: string) => ({ id, name: `n${id}`, categoryId: 1, status })
const FIXTURES: Snapshot = {
  collections: {
    pets: [pet(1, 'available'), pet(2, 'pending'), pet(4, 'sold'), pet(5, 'sold'), pet(7, 'available')],
    orders: [1, 2, 3, 4, 5].map((id) => ({ id, petId: id })),
  },
  nextIds: {},
}

const REX = { name: 'Rex', categoryId: 1 }
const list = (query: object = {}, choices = {}): Row => ['listPets', { query: { limit: 3, ...query }, choices }]
const create = (body: object, choices = {}): Row => ['createPet', { body, choices }]
type Row = [operation: string, call: { query?: object; body?: object; path?: object; choices?: object }]

/** A cursor after this id. */
function cursorAfter(id: bigint): string {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(id)
  return bytes.toString('base64url')
}

const ROWS: readonly Row[] = [
  ...[list(), list({ limit: 5 }), list({ limit: 4 }), list({ status: 'sold' }), list({ status: 'sold', limit: 1 }), list({ status: 'x' })],
  ...[0n, 1n, 3n, 4n, 7n].map((id) => list({ cursor: cursorAfter(id) })),
  ...[list({ limit: 2 }, { paging: 'none' }), list({ limit: 5 }, { paging: 'none' })],
  ...['newest-first', 'shuffled'].flatMap((order) => [
    ...[list({}, { order }), list({ limit: 5 }, { order }), list({ status: 'sold', limit: 1 }, { order })],
    ...[list({ cursor: cursorAfter(4n) }, { order }), list({ cursor: cursorAfter(5n), limit: 2 }, { order })],
    ['listOrders', { choices: { order } }] as Row,
  ]),
  ...[create(REX), create({ ...REX, status: 'sold' }), create(REX, { 'status-default': 'absent' })],
  ...[0, 1, 6, 7].map((categoryId) => create({ name: 'Rex', categoryId }, { category: 'known' })),
  ...[create(REX, { ids: 'big' }), create(REX, { ids: 'big' }), create({ ...REX, categoryId: 7 })],
  ['getPet', { path: { petId: 2 } }],
  ['getPet', { path: { petId: 2n } }],
  ['getPet', { path: { petId: 3 } }],
  ['listOrders', {}],
  ['listOrders', { choices: { orders: 'object' } }],
]

test('each of these calls gets the reply in handlers.txt', async () => {
  const data = new Data(await createMemoryStore().open('w1'), FIXTURES, BOUNDS.worldBytes)
  const lines = ROWS.map(([operation, { query = {}, body, path = {}, choices = {} }]) => {
    let drawn = 0
    const random = () => {
      drawn += 0.3
      return drawn % 1
    }
    const linkTo = (changed: object) => `/${operation}${JSON.stringify(changed)}`
    const call = { query, body, path, choices, random, linkTo } as Call
    let shown: string
    try {
      shown = renderJson(handlers[operation]?.(call, data))
    } catch (error) {
      const { code, message, assumed } = error as { code: string; message: string; assumed?: readonly string[] }
      shown = renderJson({ code, message, assumed })
    }
    return `${operation} ${renderJson({ ...query, ...body, ...path, ...choices })}\n  ${shown}`
  })
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('handlers.txt')
})

test('a shuffled page is never in ascending order, except when it has one item', async () => {
  const data = new Data(await createMemoryStore().open('w1'), FIXTURES, BOUNDS.worldBytes)
  const call = { query: { limit: 3 }, choices: { order: 'shuffled' }, linkTo: () => '' }
  for (const ranks of [
    [1, 2, 3],
    [3, 2, 1],
    [2, 1, 3],
    [1, 1, 1],
  ]) {
    const rest = [...ranks]
    const { body } = handlers.listPets?.({ ...call, random: () => rest.shift() } as never, data) ?? {}
    const ids = (body as { id: number }[]).map(({ id }) => id)
    expect(ids, String(ranks)).not.toEqual([1, 2, 4])
    expect(ids.toSorted(), String(ranks)).toEqual([1, 2, 4])
  }
})

test('the body of a refusal has the fields of the contract only', () => {
  expect(errorBody({ code: 'x', message: 'y', status: 404, headers: {} } as never)).toEqual({ code: 'x', message: 'y', status: 404 })
})

test('a seed makes the same fixtures, whatever their number is', async () => {
  const render = ({ collections }: Snapshot) =>
    Object.entries(collections).flatMap(([name, items]) => [name, ...items.map((item) => renderJson(item))])
  const made = await Promise.all([createFixtures(recipes), createFixtures(recipes, { seed: 7 }), createFixtures(recipes, { size: 4 })])
  const none = await createFixtures(recipes, { size: 0 })
  await expect(`${[...made, none].map((one) => render(one).join('\n')).join('\n\n')}\n`).toMatchFileSnapshot('fixtures.txt')
})

test('a later version of the service has other data or other replies', async () => {
  const none = { collections: { orders: [{ id: 1, petId: 1 }] }, nextIds: { orders: 9 } }
  const lost = {
    collections: { pets: [pet(2n ** 53n - 1n, 'sold')], orders: [{ id: 1, petId: 3 }], more: [{ id: 1 }] },
    nextIds: { more: 2 },
  }
  const played = (query: string) => ({ request: { query } }) as Exchange
  const later = laterVersions.flatMap(({ name, scenario, ...rest }) =>
    typeof scenario === 'function'
      ? ['', 'status=sold'].map((query) => `# ${name} ?${query} ${renderJson(scenario(played(query)))}`)
      : `# ${name} ${renderJson({ scenario, ...rest })}`,
  )
  const big = [FIXTURES, none, lost].map((fixtures) => renderJson(chooseIds(fixtures, { ids: 'big' })))
  const lines = [...later, ...big]
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('later-versions.txt')
})
