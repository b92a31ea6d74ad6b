// The steps of the random test. Each step acts on the sandbox and on the model, and compares the two.

import fc from 'fast-check'
import { expect } from 'vitest'
import { renderJson } from '../../src/contract/json/json.ts'
import type { Client, Answer as Reply } from '../support/sandbox.ts'
import { BEGINNING, type Model, type Pet } from './model.ts'

/** The running sandbox, which a step may restart. */
export interface Real {
  readonly call: Client
  readonly world: {
    reset(): Promise<unknown>
    readonly clock: { set(change: { now: number; frozen: boolean }): Promise<unknown>; advance(seconds: number): Promise<unknown> }
    readonly limits: { set(plan: string, change: { minute: { limit: number; seconds: number } }): Promise<unknown> }
    readonly data: {
      get(): Promise<Readonly<Record<string, readonly unknown[]>>>
      put(collections: { pets: readonly Pet[] }): Promise<unknown>
      patch(collection: string, id: number | bigint, fields: { status: string }): Promise<unknown>
      remove(collection: string, id: number | bigint): Promise<unknown>
    }
    readonly scenarios: {
      put(scenarios: readonly { name: string; parameters: { failures: number }; operations: 'createPet'[] }[]): Promise<unknown>
      clear(): Promise<void>
    }
  }
  restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

type Command = fc.AsyncCommand<Model, { current: Real }>

function step<Input>(
  name: string,
  input: fc.Arbitrary<Input>,
  play: (model: Model, real: Real, input: Input) => Promise<void>,
): fc.Arbitrary<Command> {
  return input.map((value) => ({
    check: () => true,
    run: (model, { current }) => play(model, current, value),
    toString: () => `${name}(${fc.stringify(value)})`,
  }))
}

const PLAN = 'enterprise'
const STATUSES = ['available', 'pending', 'sold'] as const
const int64 = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(toExact))
const id = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 30 }) },
  { weight: 1, arbitrary: fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 100n }) },
)
const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
const newPet = fc.record({ name, categoryId: int64, status: fc.constantFrom(...STATUSES) }, { requiredKeys: ['name', 'categoryId'] })
const pet = fc.record({ id, name, categoryId: int64, status: fc.constantFrom(...STATUSES) })

/** Replies are compared as JSON, because one integer may be a number or a BigInt. */
const json = (value: unknown) =>
  JSON.parse(renderJson(value), (_key, item, context?: { source: string }) => (typeof item === 'number' ? context?.source : item))

/** Compares the reply with what the model says, unless the limit or the scenario answered. */
function compare(reply: Reply, answer: ReturnType<Model['call']>, status: number, body?: unknown): void {
  const expected = { limited: 429, failed: 500, served: status }[answer]
  expect(reply.status, reply.text).toBe(expected)
  if (answer === 'served' && body !== undefined) expect(json(reply.body)).toEqual(json(body))
}

const create = step('create', newPet, async (model, { call }, input) => {
  const reply = await call('/pets', { method: 'POST', body: renderJson(input) })
  const answer = model.call(true)
  compare(reply, answer, 201, answer === 'served' ? model.create(input) : undefined)
})

const WRONG = [
  '',
  '{',
  '[]',
  '{"name":"x"}',
  '{"name":1,"categoryId":1}',
  '{"name":"x","categoryId":1.5}',
  '{"name":"x","categoryId":9223372036854775808}',
  '{"name":"x","categoryId":1,"status":"lost"}',
]
const createWrong = step('createWrong', fc.constantFrom(...WRONG), async (model, { call }, body) => {
  compare(await call('/pets', { method: 'POST', body }), model.call(true), 400)
})

const get = step('get', id, async (model, { call }, wanted) => {
  const found = model.find(wanted)
  compare(await call(`/pets/${wanted}`), model.call(), found ? 200 : 404, found)
})

const filter = fc.oneof(
  fc.constant({}),
  fc.record({ limit: fc.integer({ min: 1, max: 100 }), status: fc.constantFrom(...STATUSES) }, { requiredKeys: [] }),
)
const list = step('list', filter, async (model, { call }, { limit, status }: { limit?: number; status?: string }) => {
  const query = new URLSearchParams({ ...(limit && { limit: String(limit) }), ...(status && { status }) })
  const wanted = model.pets.filter((one) => status === undefined || one.status === status)
  compare(await call(`/pets?${query}`), model.call(), 200, wanted.slice(0, limit ?? 20))
})

/** Follows the links, and must see each animal once. */
const page = step('page', fc.integer({ min: 3, max: 40 }), async (model, { call }, limit) => {
  for (let path: string | undefined = `/pets?limit=${limit}`, at = 0; path !== undefined; at += limit) {
    const reply = await call(path)
    const answer = model.call()
    compare(reply, answer, 200, model.pets.slice(at, at + limit))
    const next: string | undefined = /<[^>]*\/v1(\/pets[^>]*)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1]
    expect(next !== undefined).toBe(answer === 'served' && model.pets.length > at + limit)
    path = next
  }
})

const withoutKey = step('withoutKey', fc.constant(null), async (_model, { call }, key) => {
  expect((await call('/pets', { key, world: 'default' })).status).toBe(401)
})

const reset = step('reset', fc.constant(undefined), async (model, real) => {
  await real.world.reset()
  model.reset()
  await begin(real)
})

const put = step(
  'put',
  fc.uniqueArray(pet, { selector: (one) => String(one.id), maxLength: 40, size: 'max' }),
  async (model, { world }, pets) => {
    await world.data.put({ pets })
    model.put(pets)
  },
)

const patch = step('patch', fc.tuple(id, fc.constantFrom(...STATUSES)), async (model, { world }, [wanted, status]) => {
  const index = model.pets.findIndex((one) => BigInt(one.id) === BigInt(wanted))
  const changed = world.data.patch('pets', wanted, { status })
  if (index === -1) return void (await expect(changed).rejects.toThrow())
  await changed
  model.pets[index] = { ...(model.pets[index] as Pet), status }
})

const remove = step('remove', id, async (model, { world }, wanted) => {
  const removed = world.data.remove('pets', wanted)
  if (model.find(wanted) === undefined) return void (await expect(removed).rejects.toThrow())
  await removed
  model.pets = model.pets.filter((one) => BigInt(one.id) !== BigInt(wanted))
})

const advance = step('advance', fc.oneof(fc.integer({ min: 1, max: 90 }), fc.constant(86_400)), async (model, { world }, seconds) => {
  await world.clock.advance(seconds)
  model.now += seconds * 1000
})

const limit = step(
  'limit',
  fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 2, max: 60 })),
  async (model, { world }, [most, seconds]) => {
    await world.limits.set(PLAN, { minute: { limit: most, seconds } })
    model.limitMinute(most, seconds)
  },
)

const fail = step('fail', fc.integer({ min: 1, max: 4 }), async (model, { world }, failures) => {
  await world.scenarios.put([{ name: 'flaky', parameters: { failures }, operations: ['createPet'] }])
  model.failures = failures
})

const heal = step('heal', fc.constant(undefined), async (model, { world }) => {
  await world.scenarios.clear()
  model.failures = 0
})

const restart = step('restart', fc.constantFrom('SIGTERM' as const, 'SIGKILL' as const), async (model, real, signal) => {
  await real.restart(signal)
  model.forgetSession()
})

/** A session begins with a clock that stands still, so that the model knows the time. */
export const begin = ({ world }: Pick<Real, 'world'>) => world.clock.set({ now: BEGINNING, frozen: true })

/** After the last step: all data, whole. */
export async function compareData(model: Model, { world }: Real): Promise<void> {
  expect(json((await world.data.get()).pets)).toEqual(json(model.pets))
}

function toExact(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}

const calls = [create, create, create, createWrong, get, list, page, withoutKey]
const changes = [reset, put, patch, remove, advance, advance, limit, fail, heal]

export const steps = [...calls, ...calls, ...changes]
export const stepsWithRestart = [...steps, restart, restart]
