// Wrong values from a test suite: the message shows the value, and nothing changes.

import { expect, test } from 'vitest'
import { start } from '../support/sandbox.ts'

type World = ReturnType<Awaited<ReturnType<typeof start>>['world']>

const WRONG: readonly [message: string, tell: (world: World) => Promise<unknown>][] = [
  ['the change must be an object with now, frozen, got "noon"', (world) => world.clock.set('noon' as never)],
  ['frosen is not known: did you mean frozen? the known names are now, frozen', (world) => world.clock.set({ frosen: true } as never)],
  ['frozen must be true or false, got "yes"', (world) => world.clock.set({ frozen: 'yes' as never })],
  [
    'now must be a time from 1970 to 9998, for example 2030-12-05T00:00:01Z, got an object',
    (world) => world.clock.set({ now: {} as never, frozen: true }),
  ],
  ['now must be a time from 1970 to 9998, for example 2030-12-05T00:00:01Z, got 5', (world) => world.clock.set({ now: 5n as never })],
  [
    'now must be a time from 1970 to 9998, for example 2030-12-05T00:00:01Z, got "2030-13-01"',
    (world) => world.clock.set({ now: '2030-13-01' }),
  ],
  ['seconds must be a number, got "x"', (world) => world.clock.advance('x' as never)],
  ['seconds must be a number, got undefined', (world) => world.clock.advance(undefined as never)],
  ['data must be an object, got null', (world) => world.data.put(null as never)],
  ['data must be plain data: () => 1 could not be cloned', (world) => world.data.put({ pets: [() => 1] })],
  ['the change must be an object, got an array', (world) => world.data.patch('pets', 1, [] as never)],
  ['the id of an item is a whole number, got an object', (world) => world.data.patch('pets', {} as never, {})],
  ['an object is not a collection; the collections are pets, orders', (world) => world.data.patch({} as never, 1, {})],
  ['an object is not a plan; the plans are free, pro, business, enterprise', (world) => world.limits.get({} as never)],
  ['gold is not a plan; the plans are free, pro, business, enterprise', (world) => world.limits.set('gold', {})],
  ['the change must be an object with remaining, minute, day, ban, got 5', (world) => world.limits.set('free', 5 as never)],
  ['remaining must be a whole number from 0, got an object', (world) => world.limits.set('free', { remaining: {} as never })],
  ['day must be an object with limit, seconds, remaining, got an array', (world) => world.limits.set('free', { day: [] as never })],
  [
    'minute.limit must be a whole number from 0, got 99999999999999999999',
    (world) => world.limits.set('free', { minute: { limit: 99999999999999999999n as never } }),
  ],
  ['the id of a request is a text such as req_k2x_1, got 5', (world) => world.requests.find(5 as never)],
]

test.each(WRONG)('%s', async (message, tell) => {
  const world = (await start()).world('w1')
  await world.clock.set({ now: '2030-12-05T00:00:00Z', frozen: true })
  const state = async () => [await world.clock.get(), await world.data.get(), await world.limits.get('free')]
  const before = await state()
  const error: unknown = await tell(world).catch((error) => error)
  expect(error).toMatchObject({ code: expect.stringMatching(/^(invalid_value|not_found)$/), message: expect.stringContaining(message) })
  expect(await state()).toEqual(before)
})
