// The law of the judge: suites whose client and whose tests are known, the fault, and what a campaign says of them. A row about an
// innocent client has no word in capital letters.

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type TestContext, test } from 'vitest'
import { UNMET } from '../../src/examine/controls.ts'
import type { InjectOptions } from '../../src/examine/generated/inject-options.ts'
import type { Progress } from '../../src/examine/options.ts'
import { StartError } from '../../src/ground/problem.ts'
import { type Client, examine, outcomesOf, rex, type Suite } from './suites.ts'

type Row = readonly [suite: Suite, options: Partial<InjectOptions>, outcomes: Record<string, string>]

type Tries = Parameters<Client['call']>[3]

const create =
  (tries?: Tries, body = () => rex): Suite =>
  ({ call }) =>
    call('POST', '/pets', body(), tries)
const list =
  (tries?: Tries): Suite =>
  ({ call }) =>
    call('GET', '/pets', undefined, tries)
const inTurn =
  (...suites: readonly Suite[]): Suite =>
  async (client) => {
    for (const suite of suites) await suite(client)
  }

/** A client with two addresses of the service. After these statuses, it asks the other one at once. */
const failover =
  (...statuses: readonly number[]): Suite =>
  ({ send, url, key }) =>
    send('GET', '/pets').catch((error) => {
      if (!statuses.includes(error.status)) throw error
      return fetch(`${url.replace('127.0.0.1', 'localhost')}/pets`, { headers: { authorization: `Bearer ${key}` } })
    })

/** A runner that runs a failed test again up to `times` times, as `vitest --retry` does. */
const rerun =
  (times: number, suite: Suite, words = ''): Suite =>
  async (client) => {
    for (let count = 0; ; count += 1) {
      try {
        return await suite(client)
      } catch (error) {
        if (count === times) throw error
        client.say(words)
      }
    }
  }

/** Tests that go on after a failed one, as a runner does. */
const tests =
  (...all: readonly Suite[]): Suite =>
  async (client) => {
    const errors: unknown[] = []
    for (const one of all) await one(client).catch((error) => errors.push(error))
    if (errors.length > 0) throw errors[0]
  }

/** Creates an item once, for all its callers. After a failure, the next caller creates it. */
const keep = <Item>(make: () => Promise<Item>) => {
  let made: Promise<Item> | undefined
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}

/** Tests that share an item. */
const withShared =
  (make: Suite, ...uses: readonly Suite[]): Suite =>
  (client) => {
    const get = keep(() => make(client))
    return tests(...uses.map((use) => inTurn(get, use)))(client)
  }

/** Creates and reads back. A client with several tries repeats both after a failure, but not after a refusal. */
const createAndRead =
  (tries = 1): Suite =>
  async ({ send }) => {
    const go = async () => send('GET', `/pets/${(await send('POST', '/pets', rex)).id}`)
    const isRefusal = ({ status }: { status?: number }) => status !== undefined && status < 500
    const read = await go().catch((error) => (tries > 1 && !isRefusal(error) ? go() : Promise.reject(error)))
    expect([read.name, read.id > 15]).toEqual([rex.name, true])
  }

/** Makes a creation again after any failure, and checks the item. */
const createAndCheck: Suite = ({ call }) =>
  call('POST', '/pets', rex, { tries: 2, refusals: true }).then((pet) => expect(pet).toMatchObject(rex))

/** Reads three animals, each once. The creation comes first, because wait loops begin runs. */
const readThree =
  (read: (client: Client, path: string) => Promise<unknown>): Suite =>
  async (client) => {
    await create()(client)
    for (const id of [1, 2, 3]) await read(client, `/pets/${id}`)
  }

/** A test that wants one of these statuses. */
const wants =
  (statuses: readonly number[], method: string, path: string, body?: object): Suite =>
  async ({ send }) => {
    const status = await send(method, path, body).then(
      () => 200,
      (error) => error.status,
    )
    if (!statuses.includes(status)) throw new Error(`got ${status}`)
  }

/** Values by chance: equal in the runs without a fault, others in the next run, and the first again in its controls. */
const byChance = (): Suite => {
  let runs = 0
  return async (client) => {
    runs += 1
    const values = runs === 3 ? [1, 1, 1] : [1, 2, 2]
    await tests(...values.map((categoryId) => create({}, () => ({ ...rex, categoryId }))))(client)
  }
}

/** Creates these numbers of items, one number for each run. The tests go on after a failure, and pass without a reply. */
const inAmounts = (amounts: readonly number[], name = () => rex.name): Suite => {
  let runs = 0
  return async (client) => {
    const amount = amounts[runs] ?? 1
    runs += 1
    const one: Suite = ({ send }) => send('POST', '/pets', { ...rex, name: name() }).catch(({ status }) => status && Promise.reject(status))
    await tests(...Array.from({ length: amount }, () => one))(client)
  }
}

/** Lists the animals, and in these runs goes on. */
const inRuns = (numbers: readonly number[], suite: Suite): Suite => {
  let runs = 0
  return async (client) => {
    runs += 1
    const goesOn = numbers.includes(runs)
    await list()(client)
    if (goesOn) await suite(client)
  }
}

/** Two attempts of a test. In the run with this number, the first of them does not get its port. */
const withUsedPort = (number: number, suite: Suite): Suite => {
  let runs = 0
  return async (client) => {
    runs += 1
    let isUsed = runs === number
    const listen: Suite = async ({ say }) => {
      if (!isUsed) return
      isUsed = false
      say('listen EADDRINUSE: address already in use 127.0.0.1:8080')
      throw new Error('not ok')
    }
    await inTurn(list(), rerun(1, inTurn(listen, suite)))(client)
  }
}

/** A loop of a test that waits until the service has no error of its own. */
const untilUp: Suite = async ({ send, pause }) => {
  for (let count = 0; count < 8; count += 1) {
    const status = await send('GET', '/pets').then(
      () => 200,
      (error) => error.status ?? 500,
    )
    if (status < 500) return
    await pause(0.05)
  }
  throw new Error('not up')
}

/** A loop that waits while the service has too many calls or an error of its own, and ends after a refusal. */
const untilHealthy: Suite = async ({ send, pause }) => {
  for (let count = 0; count < 8; count += 1) {
    const isUp = await send('GET', '/pets/1').then(
      () => true,
      (error) => error.status < 429 && Promise.reject(error),
    )
    if (isUp) return
    await pause(0.05)
  }
  throw new Error('not healthy')
}

/** A runner that runs a failed test again, but not after a refusal. Its output says so only when the test failed in the end. */
const rerunAfterErrors =
  (suite: Suite, words = '(retry x1)'): Suite =>
  async (client) => {
    const isRefusal = ({ status }: { status?: number }) => Number(status) < 429
    await suite(client).catch((error) => {
      if (isRefusal(error)) throw error
      return suite(client).catch(() => Promise.reject(new Error(`${error} ${words}`)))
    })
  }

const LOSSES = ['lost-reply', 'truncated'] as const
const WAITS = ['rate-limited', 'unavailable'] as const

/** Clients with a mistake that the experiment proves. */
const GUILTY: Readonly<Record<string, Row>> = {
  'a blind retry of a creation': [
    create({ tries: 2, timeout: 2 }),
    { faults: [...LOSSES, 'slow'], slow: 4 },
    { 'createPet#1=lost-reply': 'TWICE', 'createPet#1=truncated': 'TWICE', 'createPet#1=slow': 'TWICE' },
  ],
  'a second creation while the first is open, as hedged reads do': [
    async ({ send, pause }) => {
      const first = send('POST', '/pets', rex)
      const isLate = await Promise.race([first.then(() => false), pause(1).then(() => true)])
      await Promise.any(isLate ? [first, send('POST', '/pets', rex)] : [first])
    },
    { faults: ['slow'], slow: 4 },
    { 'createPet#1=slow': 'TWICE' },
  ],
  'a blind retry of a creation, in a test that counts the items, and has a path with words of a runner': [
    inTurn(create({ tries: 2 }), ({ send }) =>
      send('GET', '/pets').then((pets) => expect(pets, 'tests/rerun/rerun_all.py').toHaveLength(16)),
    ),
    { faults: ['lost-reply'] },
    { 'createPet#1=lost-reply': 'TWICE' },
  ],
  'a blind retry in code with the name of a word of a runner, which the runner shows': [
    (client) => create({ tries: 2 })(client).catch((error) => Promise.reject(new Error(`${error}\n>  if retried == 2: raise`))),
    { faults: ['lost-reply'] },
    { 'createPet#1=lost-reply': 'TWICE' },
  ],
  'a blind retry, while the runner runs failed tests again': [
    rerun(
      2,
      inTurn(list(), create({ tries: 2 }), ({ send }) => send('GET', '/pets').then((pets) => expect(pets).toHaveLength(16))),
    ),
    { faults: ['lost-reply'] },
    { 'createPet#1=lost-reply': 'told' },
  ],
  'a blind retry, also of what was refused, in a test that checks the reply': [
    inTurn(createAndCheck, list({ tries: 2, refusals: true })),
    { faults: ['lost-reply'], only: ['createPet'] },
    { 'createPet#1=lost-reply': 'TWICE' },
  ],
  'a retry of a creation together with its read': [
    inTurn(list(), createAndRead(2)),
    { faults: ['reset'], only: ['getPet'] },
    { 'getPet#1=reset': 'TWICE' },
  ],
  'the same, in a test that counts the items': [
    inTurn(list(), createAndRead(2), ({ send }) => send('GET', '/pets').then((pets) => expect(pets).toHaveLength(16))),
    { faults: ['reset'], only: ['getPet'] },
    { 'getPet#1=reset': 'twice?' },
  ],
  'a client that comes back before Retry-After': [
    inTurn(create(), ({ send, pause }) =>
      send('GET', '/pets').catch(async ({ status }) => {
        if (status < 429) throw new Error('refused')
        await pause(0.1)
        return send('GET', '/pets')
      }),
    ),
    { faults: [...WAITS, 'server-error'], only: ['listPets'] },
    { 'listPets#1=rate-limited': 'EARLY', 'listPets#1=unavailable': 'EARLY', 'listPets#1=server-error': 'ok' },
  ],
  'a client that comes back before Retry-After, and a later test without a key': [
    inTurn(create(), list({ tries: 2 }), ({ url }) => fetch(`${url}/pets`).then(({ status }) => expect(status).toBe(401))),
    { faults: ['rate-limited'], only: ['listPets#1'] },
    { 'listPets#1=rate-limited': 'EARLY' },
  ],
  'another host after a 429, which is about the key': [
    inTurn(create(), failover(429)),
    { faults: ['rate-limited'], only: ['listPets'] },
    { 'listPets#1=rate-limited': 'EARLY' },
  ],
  'tries after a refusal, each with another name': [
    inTurn(list(), ({ send }) => {
      const go = (left: number): Promise<unknown> =>
        send('POST', '/pets', { ...rex, name: `pet-${Math.random()}` }).catch((error) =>
          error.status === 401 && left > 0 ? go(left - 1) : Promise.reject(error),
        )
      return go(5)
    }),
    { faults: ['expired'], only: ['createPet'] },
    { 'createPet#1=expired': 'HAMMERS' },
  ],
  // Nobody knows by which clock a client waits, so no try is early.
  'many tries, after a test that moves the clock': [
    inTurn(
      ({ origin }) => fetch(`${origin}/_sandbox/worlds/default/clock/advance`, { method: 'POST', body: '{"seconds":60}' }),
      create(),
      list({ tries: 25 }),
    ),
    { faults: ['outage'], only: ['listPets'] },
    { 'listPets#1=outage': 'HAMMERS' },
  ],
  'a call without a time-out': [list(), { faults: ['slow'], slow: 60, timeout: 1 }, { 'listPets#1=slow': 'STUCK' }],
  'random names': [
    inTurn(
      list(),
      create({ tries: 2 }, () => ({ ...rex, name: `pet-${Math.random()}` })),
    ),
    { faults: ['lost-reply'] },
    { 'createPet#1=lost-reply': 'TWICE' },
  ],
  'random worlds': [
    async (client) => {
      const world = `w${Math.random().toString(36).slice(2)}`
      await create({ tries: 2, world })(client)
      await list({ world })(client)
    },
    { faults: ['lost-reply'] },
    { 'createPet#1=lost-reply': 'TWICE' },
  ],
  'tests in parallel, each in a world of its own': [
    async (client) => {
      const later: Suite = (other) => sleep(100).then(() => list({ world: 'w2' })(other))
      await Promise.all([create({ tries: 2, gap: 0.3, world: 'w1' })(client), later(client)])
    },
    { faults: ['lost-reply'] },
    { 'w1/createPet#1=lost-reply': 'TWICE' },
  ],
  'a client that repeats every failure, in a test that reads what it made': [
    async ({ call }) => {
      const pet = (await call('POST', '/pets', rex, { tries: 2, refusals: true })) as { id: number }
      expect(await call('GET', `/pets/${pet.id}`, undefined, { tries: 2, refusals: true })).toMatchObject(rex)
    },
    { faults: ['lost-reply'], only: ['createPet'] },
    { 'createPet#1=lost-reply': 'TWICE' },
  ],
  'a client that ignores Retry-After, and reads many items once each': [
    readThree(({ call }, path) => call('GET', path, undefined, { tries: 2 })),
    { faults: ['rate-limited'], only: ['getPet#1'] },
    { 'getPet#1=rate-limited': 'EARLY' },
  ],
  'a client that repeats a 401 at one of many items, and then leaves its key out': [
    readThree(async ({ send, url }, path) => {
      const read = () => send('GET', path).then(String, ({ status }) => status)
      let status = await read()
      for (let tries = 1; status === 401 && tries < 8; tries += 1) status = await read()
      if (status === 401) status = (await fetch(url + path)).status
      if (status >= 400) throw new Error(`got ${status}`)
    }),
    { faults: ['expired'], only: ['getPet#1'] },
    { 'getPet#1=expired': 'HAMMERS' },
  ],
  'a world that is reset': [
    async (client) => {
      const reset = () => fetch(`${client.origin}/_sandbox/worlds/default/reset`, { method: 'POST' })
      await reset()
      await create({ tries: 2 })(client)
      await reset()
    },
    { faults: ['lost-reply'] },
    { 'createPet#1=lost-reply': 'TWICE' },
  ],
}

/** A client that never waits would hold up other rows. */
const BUSY: Readonly<Record<string, Row>> = {
  'tries without end, also after a refusal': [
    inTurn(create(), list({ tries: Number.POSITIVE_INFINITY, refusals: true })),
    { faults: ['expired'], only: ['listPets'], timeout: 2 },
    { 'listPets#1=expired': 'HAMMERS' },
  ],
  'a loop beside a test that has failed': [
    inTurn(wants([200], 'GET', '/store/orders'), async ({ send, pause }) => {
      const read = () => send('GET', '/pets').catch(() => {})
      await read()
      const made = send('POST', '/pets', rex).then(
        () => true,
        () => false,
      )
      for (let reads = 0; reads < 4; reads += 1) await read()
      while (!(await made)) await read().then(() => pause(0))
    }),
    { faults: ['expired'], only: ['listPets#1'], timeout: 2 },
    { 'listPets#1=expired': 'hammers?' },
  ],
  'a creation after more calls than a run records': [
    async ({ send }) => {
      const made = await send('POST', '/pets', rex).catch(() => undefined)
      for (let reads = 0; made === undefined && reads < 510; reads += 1) await send('GET', '/pets')
      if (made === undefined) await send('POST', '/pets', { ...rex, name: 'Max' })
    },
    { faults: ['server-error'] },
    { 'createPet#1=server-error': 'ok' },
  ],
  'a repetition that a run does not record, because more calls came before it': [
    ({ send }) =>
      send('POST', '/pets', rex).catch(async ({ status }) => {
        for (let reads = 0; status !== undefined && reads < 510; reads += 1) await send('GET', '/pets')
        await send('POST', '/pets', rex)
        if (status !== undefined) throw new Error(`got ${status}`)
      }),
    { faults: ['lost-reply'] },
    { 'createPet#1=lost-reply': 'twice?' },
  ],
  'a loop that waits for an item, without pauses': [
    inTurn(create(), async ({ send, pause }) => {
      while ((await send<object[]>('GET', '/pets').catch(() => [])).length < 16) await pause(0)
    }),
    { faults: ['expired'], only: ['listPets'], timeout: 2 },
    { 'listPets#1=expired': 'hammers?' },
  ],
}

/** Clients without a mistake, in suites that are hard to examine. */
const INNOCENT: Readonly<Record<string, Row>> = {
  'a failover to another host after a 503': [
    inTurn(create(), failover(503)),
    { faults: ['unavailable'], only: ['listPets'] },
    { 'listPets#1=unavailable': 'ok' },
  ],
  'two workers that share the tests, with a world for each': [
    async (client) => {
      const isDown = await client.send('GET', '/pets', undefined, { world: 'w1' }).then(
        () => false,
        ({ status }) => status >= 500 || Promise.reject(status),
      )
      // The other worker does the tests of the one that waits.
      for (const world of isDown ? ['w2', 'w2'] : ['w1', 'w2']) await create({ world })(client)
      if (isDown) await list({ world: 'w1' })(client)
    },
    { faults: ['server-error'], only: ['w1/listPets#1'] },
    { 'w1/listPets#1=server-error': 'ok' },
  ],
  'an item that is made again after a while': [
    async (client) => {
      const begun = Date.now()
      await inTurn(create(), list({ tries: 2, gap: 'asked' }))(client)
      if (Date.now() - begun > 1900) await create()(client)
    },
    { faults: ['rate-limited'], only: ['listPets'] },
    { 'listPets#1=rate-limited': 'twice?' },
  ],
  'a run that is ended while a short call is open': [
    async (client) => {
      await create({ tries: 2, gap: 3 })(client)
      const headers = { authorization: `Bearer ${client.key}` }
      for (const _ of [1, 2, 3]) await fetch(new URL('/~slow,delay=0.4/v1/pets', client.url), { headers }).then((reply) => reply.text())
    },
    { faults: ['rate-limited'], only: ['createPet'], timeout: 4 },
    { 'createPet#1=rate-limited': 'unfinished?' },
  ],
  'a long time-out, beside a short one of the runs': [
    list(),
    { faults: ['slow'], slow: undefined, timeout: 3 },
    { 'listPets#1=slow': 'waited?' },
  ],
  'a client that tells its caller': [
    create(),
    { faults: ['rate-limited', 'server-error', 'lost-reply', 'outage', 'expired'] },
    {
      'createPet#1=rate-limited': 'told',
      'createPet#1=server-error': 'told',
      'createPet#1=lost-reply': 'told',
      'createPet#1=outage': 'told',
      'createPet#1=expired': 'told',
    },
  ],
  'a client that looks before it creates again': [
    async ({ call, send }) => {
      await call('POST', '/pets', rex, { timeout: 2 }).catch(async () => {
        const pets = await send<(typeof rex)[]>('GET', '/pets')
        if (!pets.some(({ name }) => name === rex.name)) await send('POST', '/pets', rex)
      })
      // A client that leaves a call in the last 20 ms of a run may just have ended.
      await sleep(50)
    },
    { faults: [...LOSSES, 'slow', 'reset'], slow: 4 },
    { 'createPet#1=lost-reply': 'ok', 'createPet#1=truncated': 'ok', 'createPet#1=slow': 'ok', 'createPet#1=reset': 'ok' },
  ],
  'a client that waits as asked': [list({ tries: 2, gap: 'asked' }), { faults: ['rate-limited'] }, { 'listPets#1=rate-limited': 'ok' }],
  'a runner that runs failed tests again': [
    tests(rerun(2, create()), rerun(2, createAndRead())),
    { faults: [...LOSSES, 'reset', 'rate-limited'] },
    {
      'createPet#1=lost-reply': 'twice?',
      'createPet#1=truncated': 'twice?',
      'createPet#1=reset': 'ok',
      'createPet#1=rate-limited': 'ok',
      'createPet#2=lost-reply': 'twice?',
      'createPet#2=truncated': 'twice?',
      'createPet#2=reset': 'ok',
      'createPet#2=rate-limited': 'early?',
      'getPet#1=reset': 'twice?',
      'getPet#1=truncated': 'twice?',
      'getPet#1=rate-limited': 'twice?',
    },
  ],
  'tests that want a refusal, and are run again after another reply': [
    inTurn(list(), rerun(2, inTurn(create(), wants([400], 'POST', '/pets', {}))), rerun(2, wants([404], 'GET', '/pets/99'))),
    { faults: ['rate-limited', 'server-error', 'outage'], only: ['createPet#2', 'getPet'] },
    {
      'createPet#2=rate-limited': 'twice?',
      'createPet#2=server-error': 'twice?',
      'createPet#2=outage': 'told',
      'getPet#1=rate-limited': 'early?',
      'getPet#1=server-error': 'ok',
      'getPet#1=outage': 'early?',
    },
  ],
  'tests that go on after a refusal, and are run again after another failure': [
    inTurn(list(), rerun(2, wants([200, 400], 'POST', '/pets', rex)), rerun(2, wants([200, 404], 'GET', '/pets/1'))),
    { faults: ['rate-limited', 'lost-reply', 'outage'], only: ['createPet', 'getPet'] },
    {
      'createPet#1=rate-limited': 'early?',
      'createPet#1=lost-reply': 'twice?',
      'createPet#1=outage': 'early?',
      'getPet#1=rate-limited': 'early?',
      'getPet#1=outage': 'early?',
    },
  ],
  'a value by chance, and a creation that fails': [
    byChance(),
    { faults: ['server-error'], only: ['createPet#1'] },
    { 'createPet#1=server-error': 'told' },
  ],
  'a value by chance, and a wait': [
    byChance(),
    { faults: ['rate-limited'], only: ['createPet#1'] },
    { 'createPet#1=rate-limited': 'early?' },
  ],
  'a value by chance, and a later version': [byChance(), { faults: ['new-status'] }, { '*=new-status': 'ok' }],
  'a random number of items with random names': [
    inAmounts([2, 2, 3], () => `pet-${Math.random()}`),
    { faults: ['lost-reply'], only: ['createPet#1'] },
    { 'createPet#1=lost-reply': 'twice?' },
  ],
  'a random number of items with random names, and a wait': [
    inAmounts([2, 2, 3, 2], () => `pet-${Math.random()}`),
    { faults: ['rate-limited'], only: ['createPet#2'] },
    { 'createPet#2=rate-limited': 'told' },
  ],
  'a random number of equal items': [
    inAmounts([1, 2, 3]),
    { faults: ['lost-reply'], only: ['createPet#1'] },
    { 'createPet#1=lost-reply': 'twice?' },
  ],
  'a list of one status, and a later version': [
    ({ send }) =>
      send<{ status: string }[]>('GET', '/pets?status=available').then((pets) =>
        expect(new Set(pets.map(({ status }) => status))).toEqual(new Set(['available'])),
      ),
    { faults: ['new-status'] },
    { '*=new-status': 'ok' },
  ],
  'fewer items by chance, and a later version': [inAmounts([2, 2, 1]), { faults: ['new-status'] }, { '*=new-status': 'ok' }],
  'a test that runs again with other values': [
    (client) => {
      let categoryId = 0
      const next: Suite = ({ send }) => {
        categoryId += 1
        return send('POST', '/pets', { ...rex, categoryId }).then(({ name }) => expect(name).toBe(rex.name))
      }
      return rerun(2, next)(client)
    },
    { faults: ['lost-reply'] },
    { 'createPet#1=lost-reply': 'twice?' },
  ],
  'ids that come back rounded, in tests that do not notice it': [
    async ({ send }) => {
      for (const name of ['Rex', 'Ace']) {
        const { id } = await send('POST', '/pets', { ...rex, name })
        await send('GET', `/pets/${id}`).catch(({ status }) => expect(status).toBe(404))
      }
    },
    { faults: ['big-ids'] },
    { '*=big-ids': 'broke?' },
  ],
  'an item that tests share, and make again after a failure': [
    withShared(create(), list(), createAndRead()),
    { faults: ['lost-reply', 'rate-limited'], only: ['createPet'] },
    {
      'createPet#1=lost-reply': 'told',
      'createPet#1=rate-limited': 'told',
      'createPet#2=lost-reply': 'told',
      'createPet#2=rate-limited': 'told',
    },
  ],
  'a runner that runs failed tests again, and a control during which another run used the port of the test': [
    withUsedPort(4, create()),
    { faults: ['lost-reply'], only: ['createPet'] },
    { 'createPet#1=lost-reply': 'twice?' },
  ],
  'a test whose port is in use, although no other run goes on': [
    withUsedPort(3, create()),
    { faults: ['lost-reply'], only: ['createPet'], jobs: 1 },
    { 'createPet#1=lost-reply': 'told' },
  ],
  'an item that a test keeps while it runs again, and makes again after a failure': [
    (client) => {
      const made = keep(() => client.send('POST', '/pets', rex))
      const named: Suite = async () => expect((await made()).name).toBe(rex.name)
      const listed: Suite = async ({ send }) => expect(await send('GET', '/pets')).toContainEqual(await made())
      return tests(rerun(1, named), rerun(1, listed))(client)
    },
    { faults: ['lost-reply', 'rate-limited'], only: ['createPet'] },
    { 'createPet#1=lost-reply': 'twice?', 'createPet#1=rate-limited': 'early?' },
  ],
  'the same, with a runner that says it': [
    (client) => {
      const made = keep(() => client.send('POST', '/pets', rex))
      const named: Suite = async () => expect((await made()).name).toBe(rex.name)
      return rerun(1, named)(client).catch((error) => Promise.reject(new Error(`${error} (1 retried)`)))
    },
    { faults: ['lost-reply'] },
    { 'createPet#1=lost-reply': 'twice?' },
  ],
  'a fixture that makes a failed creation again, and tests with another call': [
    inTurn(createAndCheck, list()),
    { faults: ['lost-reply', 'rate-limited'], only: ['createPet'] },
    { 'createPet#1=lost-reply': 'twice?', 'createPet#1=rate-limited': 'early?' },
  ],
  'a loop around a creation, and a loop that looks for its item': [
    inTurn(createAndCheck, async ({ send, pause }) => {
      const isListed = () =>
        send<(typeof rex)[]>('GET', '/pets').then(
          (pets) => pets.some(({ name }) => name === rex.name),
          () => false,
        )
      for (let count = 0; !(await isListed()); count += 1) {
        if (count === 5) throw new Error('not listed')
        await pause(0.05)
      }
    }),
    { faults: ['lost-reply'] },
    { 'createPet#1=lost-reply': 'twice?' },
  ],
  'a fixture that makes a failed creation again, after a wait for the service': [
    inTurn(list({ tries: 5, gap: 0.05, refusals: true }), createAndCheck),
    { faults: ['lost-reply'], only: ['createPet'] },
    { 'createPet#1=lost-reply': 'twice?' },
  ],
  'a fixture that makes a failed creation again, and a wrapper that repeats other calls too': [
    inTurn(({ send }) => send('GET', '/store/orders'), createAndCheck, list({ tries: 2, refusals: true })),
    { faults: ['lost-reply'], only: ['createPet'] },
    { 'createPet#1=lost-reply': 'twice?' },
  ],
  'a fixture that makes a failed creation again, and notes each wrong status': [
    async (client) => {
      const wrong: unknown[] = []
      const seed = () => client.send('POST', '/pets', rex).catch(({ status }) => void (status && wrong.push(status)))
      for (let pet: unknown, count = 0; pet === undefined && count < 3; count += 1) pet = await seed()
      await list()(client)
      expect(wrong).toEqual([])
    },
    { faults: ['lost-reply'], only: ['createPet'] },
    { 'createPet#1=lost-reply': 'twice?' },
  ],
  'an item that tests share, which keep any reply': [
    (client) => {
      const orRefusal = (error: { readonly status?: number }) => (error.status === undefined ? Promise.reject(error) : { name: '' })
      const made = keep(() => client.send('POST', '/pets', rex).catch(orRefusal))
      const named: Suite = async () => expect((await made()).name).toBe(rex.name)
      return tests(named, named)(client)
    },
    { faults: ['lost-reply', 'truncated'] },
    { 'createPet#1=lost-reply': 'twice?', 'createPet#1=truncated': 'twice?' },
  ],
  'a cache of tests that knows a 404 and keeps no other failure': [
    async (client) => {
      await create()(client)
      const orNothing = ({ status }: { status: number }) => (status === 404 ? { name: '' } : Promise.reject(new Error(`got ${status}`)))
      const found = keep(() => client.send('GET', '/pets/1').catch(orNothing))
      const named: Suite = async () => expect((await found()).name).not.toBe('')
      await named(client).catch(() => {})
      await named(client)
    },
    { faults: WAITS, only: ['getPet'] },
    { 'getPet#1=rate-limited': 'early?', 'getPet#1=unavailable': 'early?' },
  ],
  'a client that takes its next key after a refusal': [
    async ({ url, send }) => {
      await send('POST', '/pets', rex)
      for (const key of ['free', 'pro', 'business', 'enterprise', 'enterprise_w1']) {
        const response = await fetch(`${url}/pets`, { headers: { authorization: `Bearer sandbox_${key}` } })
        await response.text()
        if (response.ok) return
        if (![401, 429].includes(response.status)) break
      }
      throw new Error('no key is left')
    },
    { faults: ['rate-limited', 'expired'], only: ['listPets'] },
    { 'listPets#1=rate-limited': 'ok', 'listPets#1=expired': 'told' },
  ],
  'a health check after a failed test': [
    async ({ send }) => {
      await send('POST', '/pets', rex)
      const check = async (error: { status?: number }) => {
        if (error.status === undefined || error.status >= 429) await send('GET', '/pets').catch(() => 'down')
        throw error
      }
      await send('GET', '/pets').catch(check)
    },
    { faults: ['rate-limited', 'outage'], only: ['listPets'] },
    { 'listPets#1=rate-limited': 'early?', 'listPets#1=outage': 'early?' },
  ],
  'a monitor that calls by the clock while the tests wait': [
    async (client) => {
      const ended = new AbortController()
      const monitor = async () => {
        for (; !ended.signal.aborted; await client.pause(0.3)) await client.send('GET', '/pets').catch(() => 'down')
      }
      await create()(client)
      const watching = monitor()
      await list({ tries: 2, gap: 'asked' })(client).finally(() => ended.abort())
      await watching
    },
    { faults: ['rate-limited'], only: ['listPets#2'] },
    { 'listPets#2=rate-limited': 'early?' },
  ],
  'values that the tests load when they miss them, after a first try for all': [
    async ({ send }) => {
      const make = [() => send('GET', '/pets'), () => send('GET', '/pets/1'), () => send('POST', '/pets', rex)].map(keep)
      for (const get of make) await get().catch(() => {})
      const [pets, first, made] = [make[0], make[1], make[2]]
      expect((await made?.())?.name).toBe(rex.name)
      expect([await pets?.(), (await first?.())?.id]).toMatchObject([{ length: 15 }, 1])
    },
    { faults: ['lost-reply'] },
    { 'createPet#1=lost-reply': 'twice?' },
  ],
  'a fallback to another call, until the first one gives a definite answer': [
    async ({ send }) => {
      await send('POST', '/pets', rex)
      const has = keep(() => send('GET', '/pets/1').catch(({ status }) => [400, 404].includes(status) || Promise.reject(status)))
      const orElse = (status: unknown) => (status === 403 ? Promise.reject(status) : send('GET', '/store/orders'))
      const get = () => has().catch(orElse)
      await get()
      await get()
    },
    { faults: ['unavailable'], only: ['getPet'] },
    { 'getPet#1=unavailable': 'early?' },
  ],
  'a record of a failure, which equals the item of another test': [
    inTurn(create(), async ({ call, send }) => {
      const orRecord = ({ status = 500 }) => (status < 429 ? Promise.reject(status) : call('POST', '/pets', rex))
      await send('GET', '/store/orders').catch(orRecord)
      await send('POST', '/pets', { ...rex, name: 'Ace' }).catch(orRecord)
    }),
    { faults: ['lost-reply', 'server-error'], only: ['listOrders', 'createPet#2'] },
    { 'createPet#2=lost-reply': 'twice?', 'createPet#2=server-error': 'ok', 'listOrders#1=server-error': 'twice?' },
  ],
  'tests that make an item anew when the data has one that nobody knows': [
    async ({ send, origin }) => {
      const known = await send('POST', '/pets', rex).then(
        () => 16,
        ({ status }) => (status === undefined ? 15 : Promise.reject(status)),
      )
      const { pets } = (await (await fetch(`${origin}/_sandbox/worlds/default/data`)).json()) as { pets: readonly unknown[] }
      if (pets.length > known) await send('POST', '/pets', rex)
    },
    { faults: ['lost-reply'] },
    { 'createPet#1=lost-reply': 'twice?' },
  ],
  'a walk over ids that goes on after a failure, and ends at a 404': [
    async ({ send }) => {
      await send('POST', '/pets', rex)
      const isEnd = ({ status }: { status: number }) => status === 404 || (status < 429 && Promise.reject(status))
      for (let id = 17, ended = false; id < 40 && !ended; id += 1) ended = await send<boolean>('GET', `/pets/${id}`).catch(isEnd)
    },
    { faults: ['outage'], only: ['getPet'] },
    { 'getPet#1=outage': 'ok' },
  ],
  'a creation that the controls do not meet': [
    inRuns([1, 2, 3], create({ tries: 2 })),
    { faults: ['lost-reply'], only: ['createPet'] },
    { 'createPet#1=lost-reply': 'twice?' },
  ],
  'a creation that only one of the runs without a fault has': [
    inRuns([1, 3, 4, 5, 6, 7], create({ tries: 2 })),
    { faults: ['lost-reply'], only: ['createPet'] },
    { 'createPet#1=lost-reply': 'twice?' },
  ],
  'a second look in place of another call': [
    inTurn(create(), async ({ send }) => {
      const again = ({ status = 500 }) => (status < 429 ? Promise.reject(status) : send('GET', '/pets').then(() => false))
      if (await send('GET', '/pets').catch(again)) await send('GET', '/pets?limit=3')
    }),
    { faults: ['rate-limited'], only: ['listPets#1'] },
    { 'listPets#1=rate-limited': 'early?' },
  ],
  'a test that hangs after any failure': [
    (client) => list()(client).catch(() => client.pause(60)),
    { faults: ['slow'], slow: 60, timeout: 1 },
    { 'listPets#1=slow': 'stuck?' },
  ],
  'a test that calls again at once, beside one that JUnit names as skipped': [
    inTurn(create(), ({ send, say }) =>
      send('GET', '/pets').catch(({ status }) => {
        if (status < 429) throw new Error('refused')
        say('<skipped/>')
        return send('GET', '/pets')
      }),
    ),
    { faults: ['rate-limited'], only: ['listPets'] },
    { 'listPets#1=rate-limited': 'early?' },
  ],
  'an animal beside another one, whose random name equals the first by chance': [
    (() => {
      let runs = 0
      return ({ call, pause }) => {
        const name = ['Milo', 'Luna'][runs++] ?? rex.name
        const filler = () => call('POST', '/pets', { ...rex, name }, { tries: 2, gap: 'asked' })
        return Promise.all([call('POST', '/pets', rex, { tries: 2, gap: 'asked' }), pause(0.1).then(filler)])
      }
    })(),
    { faults: ['rate-limited'], only: ['createPet#1'] },
    { 'createPet#1=rate-limited': 'early?' },
  ],
  'a test that ends while its client waits as asked': [
    inTurn(create(), (client) =>
      Promise.race([list({ tries: 2, gap: 'asked' })(client), client.pause(1.8).then(() => Promise.reject(new Error('no list')))]),
    ),
    { faults: ['unavailable'], only: ['listPets'] },
    { 'listPets#1=unavailable': 'unfinished?' },
  ],
  'tests in another order each time': [
    (() => {
      let runs = 0
      return (client) => {
        const all = [untilUp, list(), inTurn(({ send }) => send('GET', '/pets/1'), list())]
        const at = 3 - (runs % 3)
        runs += 1
        return inTurn(create(), tests(...all.slice(at), ...all.slice(0, at)))(client)
      }
    })(),
    { faults: ['unavailable'], only: ['listPets#3'], jobs: 1 },
    { 'listPets#3=unavailable': 'early?' },
  ],
  'a client that repeats a refused read, and no other call': [
    inTurn(create(), list({ tries: 6, refusals: true })),
    { faults: ['expired'] },
    { 'createPet#1=expired': 'told', 'listPets#1=expired': 'hammers?' },
  ],
  'a test that is run again after an error, and not after a failed check': [
    (client) => {
      const again =
        (test: Suite): Suite =>
        (client) =>
          test(client).catch((error) => (error.name === 'AssertionError' ? Promise.reject(error) : test(client)))
      const createsOne: Suite = ({ send }) => send('POST', '/pets', rex).then((pet) => expect(pet).toMatchObject(rex))
      return inTurn(again(wants([200], 'GET', '/store/orders')), again(inTurn(list(), createsOne)))(client)
    },
    { faults: ['lost-reply', 'rate-limited'], only: ['createPet', 'listPets'] },
    { 'listPets#1=rate-limited': 'early?', 'createPet#1=lost-reply': 'twice?', 'createPet#1=rate-limited': 'early?' },
  ],
  'a fixture or a test that makes a creation again after an error of the service, and says so': [
    async ({ send, say }) => {
      const again = (error: { readonly status?: number }) => {
        if (Number(error.status) < 429) throw error
        say(`Retrying ${error.status ? 'test' : 'fixture'} after ${error}`)
        return send('POST', '/pets', rex)
      }
      expect((await send('POST', '/pets', rex).catch(again)).name).toBe(rex.name)
    },
    { faults: ['lost-reply', 'rate-limited'] },
    { 'createPet#1=lost-reply': 'twice?', 'createPet#1=rate-limited': 'early?' },
  ],
  'an item that is nice to have, which the next test makes again': [
    (client) => {
      let isMade = false
      const seed: Suite = async ({ send }) => {
        if (!isMade)
          isMade = await send('POST', '/pets', rex).then(
            () => true,
            () => false,
          )
      }
      const reads: Suite = ({ send }) => send('GET', '/pets?limit=10').then((pets) => expect(pets).toHaveLength(10))
      return tests(inTurn(seed, reads), inTurn(seed, reads))(client)
    },
    { faults: ['lost-reply', 'rate-limited'], only: ['createPet'] },
    { 'createPet#1=lost-reply': 'twice?', 'createPet#1=rate-limited': 'early?' },
  ],
  'equal calls of several tests': [
    tests(...Array.from({ length: 6 }, () => list())),
    { faults: ['expired', 'outage', 'rate-limited'], runs: 3 },
    { 'listPets#1=rate-limited': 'told', 'listPets#1=outage': 'told', 'listPets#1=expired': 'told' },
  ],
  'equal calls at the same time': [
    ({ send }) => Promise.all(Array.from({ length: 5 }, () => send('GET', '/pets'))),
    { faults: [...WAITS, 'outage'], runs: 3 },
    { 'listPets#1=rate-limited': 'told', 'listPets#1=unavailable': 'told', 'listPets#1=outage': 'told' },
  ],
  'a first test that the runner runs again': [
    rerun(1, list(), '1 rerun'),
    { faults: ['rate-limited'] },
    { 'listPets#1=rate-limited': 'early?' },
  ],
  'a property that is tried with other values after a failure': [
    async ({ send }) => {
      const holds = (categoryId: number) => send('POST', '/pets', { ...rex, categoryId })
      await holds(50).catch(async (error) => {
        for (let categoryId = 0; categoryId < 25; categoryId += 1) await holds(categoryId)
        throw error
      })
    },
    { faults: ['server-error'] },
    { 'createPet#1=server-error': 'told' },
  ],
  'random values that are tried after a failure, the last of them twice': [
    async ({ send }) => {
      const next = () => ({ ...rex, name: `pet-${Math.random()}` })
      await send('POST', '/pets', next()).catch(async () => {
        const last = next()
        for (const body of [next(), next(), last, last]) await send('POST', '/pets', body)
      })
    },
    { faults: ['lost-reply'] },
    { 'createPet#1=lost-reply': 'twice?' },
  ],
  'a loop that waits for any answer of the service with the first call': [
    inTurn(untilUp, create()),
    { faults: ['unavailable'], only: ['listPets'] },
    { 'listPets#1=unavailable': 'early?' },
  ],
  'a loop that waits for any answer of the service, and a later test': [
    inTurn(create(), untilUp, ({ send }) => send('GET', '/pets?limit=3')),
    { faults: ['unavailable', 'outage'], only: ['listPets#1'] },
    { 'listPets#1=unavailable': 'early?', 'listPets#1=outage': 'early?' },
  ],
  'a loop that waits for an item, and ends after a 400': [
    inTurn(create(), async ({ send, pause }) => {
      for (let count = 0; count < 8; count += 1) {
        const ended = await send('GET', '/pets/1').then(
          () => true,
          (error) => error.status === 400 && Promise.reject(error),
        )
        if (ended) return
        await pause(0.05)
      }
      throw new Error('not there')
    }),
    { faults: ['unavailable', 'outage'], only: ['getPet'] },
    { 'getPet#1=unavailable': 'early?', 'getPet#1=outage': 'early?' },
  ],
  'a loop that waits for an item, and ends after any refusal': [
    inTurn(create(), async ({ send, pause }) => {
      for (let count = 0; count < 8; count += 1) {
        const pets = await send<{ name: string }[]>('GET', '/pets').catch((error) => (error.status < 429 ? Promise.reject(error) : []))
        if (pets.some(({ name }) => name === rex.name)) return
        await pause(0.05)
      }
      throw new Error('not there')
    }),
    { faults: ['unavailable', 'outage'], only: ['listPets'] },
    { 'listPets#1=unavailable': 'early?', 'listPets#1=outage': 'early?' },
  ],
  'a loop that waits for the service before each test': [
    inTurn(untilHealthy, list(), untilHealthy, create()),
    { faults: ['rate-limited'], only: ['getPet'] },
    { 'getPet#1=rate-limited': 'ok', 'getPet#2=rate-limited': 'early?' },
  ],
  'a runner that runs tests again after some failures, and says so only when it failed in the end': [
    inTurn(list(), rerunAfterErrors(create())),
    { faults: ['lost-reply', 'rate-limited'], only: ['createPet'] },
    { 'createPet#1=lost-reply': 'twice?', 'createPet#1=rate-limited': 'early?' },
  ],
  'a runner that repeats tests only after errors, and says RSpec::Retry:': [
    rerunAfterErrors(create(), 'RSpec::Retry: 2nd try'),
    { faults: ['lost-reply'], only: ['createPet'] },
    { 'createPet#1=lost-reply': 'twice?' },
  ],
  'a runner that repeats tests only after errors, and says [MinitestRetry]': [
    rerunAfterErrors(create(), '[MinitestRetry] retry'),
    { faults: ['lost-reply'], only: ['createPet'] },
    { 'createPet#1=lost-reply': 'twice?' },
  ],
  'a runner that repeats tests only after errors, and says AUTO-RETRY': [
    rerunAfterErrors(create(), 'AUTO-RETRY SCENARIO (attempt 1)'),
    { faults: ['lost-reply'], only: ['createPet'] },
    { 'createPet#1=lost-reply': 'twice?' },
  ],
  'creations that are sent again with one Idempotency-Key': [
    async ({ url, key }) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'k1' }
      const go = () => fetch(`${url}/pets`, { method: 'POST', headers, body: JSON.stringify(rex) })
      const { status } = await go().catch(go)
      expect(status).toBe(201)
    },
    { faults: ['lost-reply'] },
    { 'createPet#1=lost-reply': 'twice?' },
  ],
  'four values, and tries with other values after a failure': [
    async ({ send }) => {
      for (const categoryId of [1, 2, 3, 4])
        await send('POST', '/pets', { ...rex, categoryId }).catch(async (error) => {
          for (const other of [7, 8, 7]) await send('POST', '/pets', { ...rex, categoryId: other }).catch(() => {})
          throw error
        })
    },
    { faults: ['expired'], only: ['createPet#1'] },
    { 'createPet#1=expired': 'told' },
  ],
  'a loop with equal calls that looks less often while its client waits': [
    inTurn(create(), async (client) => {
      const end = Date.now() + 1000
      for (let count = 0; count < 3 && Date.now() < end; count += 1) await list({ tries: 2, gap: 'asked' })(client)
    }),
    { faults: ['rate-limited', 'truncated'], only: ['listPets#1'] },
    { 'listPets#1=rate-limited': 'ok', 'listPets#1=truncated': 'ok' },
  ],
  'tests that are run again, and want different refusals': [
    inTurn(create(), rerun(1, list()), rerun(1, wants([404], 'GET', '/pets/99'))),
    { faults: ['rate-limited'], only: ['listPets', 'getPet'] },
    { 'listPets#1=rate-limited': 'early?', 'getPet#1=rate-limited': 'early?' },
  ],
  'equal calls at the same time, in a suite that is run again': [
    rerun(1, ({ send }) => Promise.all([send('POST', '/pets', rex), send('POST', '/pets', rex)])),
    { faults: ['outage'], only: ['createPet#1'] },
    { 'createPet#1=outage': 'early?' },
  ],
  'a second request for a slow reply': [
    inTurn(create(), ({ send, pause }) => Promise.any([send('GET', '/pets'), pause(0.3).then(() => send('GET', '/pets'))])),
    { faults: ['slow'], only: ['listPets'] },
    { 'listPets#1=slow': 'ok' },
  ],
  'a client without a time-out': [
    inTurn(list(), create()),
    { faults: ['slow'] },
    { 'listPets#1=slow': 'waited?', 'createPet#1=slow': 'waited?' },
  ],
  'a client with a time-out, and its words': [
    (client) =>
      list({ timeout: 2 })(client).catch(async () => {
        await client.pause(0.3)
        throw new Error('timeout of 2000ms exceeded')
      }),
    { faults: ['slow'], slow: 4 },
    { 'listPets#1=slow': 'told' },
  ],
  'the time limit of a test, and the words of its runner': [
    (client) =>
      list({ timeout: 2 })(client).catch(async () => {
        await client.pause(0.3)
        throw new Error('Timeout of 2000ms exceeded. For async tests and hooks, ensure "done()" is called')
      }),
    { faults: ['slow'], slow: 4 },
    { 'listPets#1=slow': 'unfinished?' },
  ],
  'a test that is ended after its time limit, and run again': [
    inTurn(create(), rerun(1, list({ timeout: 2 })), ({ pause }) => pause(0.3)),
    { faults: ['slow'], only: ['listPets'], slow: 4 },
    { 'listPets#1=slow': 'ok' },
  ],
  'a test that ends together with the time-out of its client': [
    list({ timeout: 2 }),
    { faults: ['slow'], slow: 4 },
    { 'listPets#1=slow': 'told' },
  ],
  'a test after the one that ends with the time-out of its client': [
    tests(list({ timeout: 2 }), create()),
    { faults: ['slow'], slow: 4, only: ['listPets'] },
    { 'listPets#1=slow': 'told' },
  ],
  'a suite that goes on without a call': [
    (client) => list()(client).catch(() => client.pause(60)),
    { faults: ['reset'], timeout: 1 },
    { 'listPets#1=reset': 'unfinished?' },
  ],
  'a test that wants a time-out, which also takes a broken connection': [
    async ({ url, key }) => {
      const slow = new URL('/~slow,delay=2/v1/pets', url)
      const reply = fetch(slow, { headers: { authorization: `Bearer ${key}` }, signal: AbortSignal.timeout(300) })
      await expect(reply).rejects.toThrow()
    },
    { faults: ['reset'] },
    { 'listPets#1=reset': 'ok' },
  ],
  'a queue that does a failed job once more, with another name': [
    async ({ send }) => {
      const jobs = ['one', 'two']
      for (const name of jobs) await send('POST', '/pets', { ...rex, name }).catch(() => jobs.length < 3 && jobs.push('again'))
    },
    { faults: ['server-error'] },
    { 'createPet#1=server-error': 'ok', 'createPet#2=server-error': 'ok' },
  ],
  'a suite that hides what its client did not get in three tries': [
    (client) => list({ tries: 3, gap: 'asked' })(client).catch(() => {}),
    { faults: ['outage'] },
    { 'listPets#1=outage': 'unseen?' },
  ],
  'a suite that hides errors': [
    inTurn(
      (client) => list()(client).catch(() => {}),
      (client) => create()(client).catch(() => {}),
    ),
    { faults: ['server-error', 'lost-reply'] },
    { 'listPets#1=server-error': 'unseen?', 'createPet#1=server-error': 'unseen?', 'createPet#1=lost-reply': 'unseen?' },
  ],
  'a HEAD, which changes nothing and has no body': [
    async ({ url, key }) => {
      if (!(await fetch(`${url}/pets`, { method: 'HEAD', headers: { authorization: `Bearer ${key}` } })).ok) throw new Error('not ok')
    },
    { faults: ['server-error', 'lost-reply', 'truncated'] },
    { 'listPets#1=server-error': 'told' },
  ],
}

test('a run has the name of the test that made its call', async () => {
  const suite: Suite = ({ origin, key }) => fetch(`${origin}/~case=lists/v1/pets`, { headers: { authorization: `Bearer ${key}` } })
  const { runs } = await examine(suite, { faults: ['reset', 'outage'] })
  expect(runs.map((run) => run.case)).toEqual(['lists', 'lists'])
})

test('a campaign tells how far it has come, and how long it still takes', async () => {
  const told: Progress[] = []
  await examine(list(), { faults: ['server-error', 'reset'], jobs: 1, onProgress: (progress) => void told.push(progress) })
  expect(told.map(({ done, planned }) => `${done} of ${planned}`)).toEqual(['0 of 2', '1 of 2', '2 of 2'])
  const [, half, end] = told.map(({ secondsLeft }) => secondsLeft)
  expect(half).toBeGreaterThan(0)
  expect(end).toBe(0)
})

test('a campaign in which no run met its call examined nothing', async () => {
  let runs = 0
  const suite: Suite = (client) => {
    runs += 1
    if (runs > 2) client.say('EADDRINUSE: ')
    return list()(client)
  }
  await expect(examine(suite, { faults: ['reset'] })).rejects.toThrow(`nothing was examined: listPets#1: ${UNMET}`)
})

test.each([
  ['for a moment is started again', [3], { 'listPets#1=server-error': 'told', 'listPets#1=reset': 'told' }, []],
  ['in three tries has no outcome', [3, 4, 5], { 'listPets#1=reset': 'told' }, [`server-error: ${UNMET}`]],
])('a command that cannot be started %s', async (_title, broken, outcomes, leftOut) => {
  let runs = 0
  const suite: Suite = (client) => {
    runs += 1
    return broken.includes(runs) ? Promise.reject(new StartError('npm: cannot be started: EAGAIN')) : list()(client)
  }
  const report = await examine(suite, { faults: ['server-error', 'reset'], jobs: 1 })
  expect(outcomesOf(report)).toEqual(outcomes)
  expect(report.campaign?.leftOut.map(({ fault, reason }) => `${fault}: ${reason}`)).toEqual(leftOut)
})

/** Times, and numbers that depend on them. */
const VARYING = /\d+(?:\.\d+)? (?:s|ms)\b|(?<=sent )(?:more than )?\d+(?= times)/g

async function check([_title, [suite, options, outcomes]]: [string, Row], { expect }: TestContext) {
  const report = await examine(suite, options)
  expect(outcomesOf(report)).toEqual(outcomes)
  const findings = report.findings.map(({ level, title, where, expected, observed, unless, control, fix }) => [
    `${level.toUpperCase()}  ${title} · ${where}`,
    `expected ${expected}${fix ? `; fix: ${fix}` : ''}`,
    [observed, unless && `unless ${unless}`, control && `control ${control}`].filter(Boolean).join('; '),
  ])
  const said = findings.flat().join('\n')
  if (Object.values(outcomes).every((word) => /^[a-z]+$/.test(word))) expect(said).toBe('')
  else expect(said.replaceAll(VARYING, '#')).toMatchSnapshot()
}

test.for(Object.entries(BUSY))('%s', check)

// The others mostly wait, so they are concurrent.
test.concurrent('a run that reached its time limit is replayed with this limit', async ({ expect }) => {
  const { runs } = await examine(list(), { faults: ['slow'], slow: 60, timeout: 1 })
  expect(runs[0]?.replay).toBe("petstore-sandbox exec --inject 'listPets#1=slow' --slow 60 --timeout 1 -- npm test")
})

const PLAYED: readonly [title: string, suite: Suite, options: Partial<InjectOptions>, runs: number][] = [
  ['twice, when one is the control of another', create({ tries: 2 }), { faults: ['lost-reply', 'reset'] }, 6],
  ['as a control of the first read of a run', list({ tries: 2 }), { faults: ['rate-limited'] }, 3],
  ['as a lasting 503 beside an outage', inTurn(create(), list({ tries: 2 })), { faults: ['unavailable', 'outage'], only: ['listPets'] }, 9],
]

test.concurrent.for(PLAYED)('a campaign plays no run %s', async ([_title, suite, options, played], { expect }) => {
  let runs = 0
  const counted: Suite = (client) => {
    runs += 1
    return suite(client)
  }
  await examine(counted, options)
  expect(runs).toBe(played)
})

test.concurrent.for(Object.entries({ ...GUILTY, ...INNOCENT }))('%s', check)
