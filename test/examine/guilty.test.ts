// Clients that do something wrong. The report sees it: a failure where it is a fact, else advice. And what no run shows is not
// called proven.

import { expect, test } from 'vitest'
import type { Level } from '../../spec/report.ts'
import { declared, expectLikely, failing, playSuite, REPEATS, REX, type Suite, scenario } from './suite.ts'

type Play = (suite: Suite) => Promise<unknown>

const declaredWith = (id: string, text: string) => ({ ...declared(id), ...scenario(text) })

/** By level and rule: what the client does. */
const GUILTY: Readonly<Record<Level, Readonly<Record<string, Readonly<Record<string, Play>>>>>> = {
  fail: {
    'not-banned': {
      'whose key was banned by the tries of one call': async ({ sandbox, call, times, wait }) => {
        await sandbox.world('w1').limits.set('free', { minute: { limit: 1, seconds: 30 } })
        await call('/pets?limit=2')
        await call('/pets', { headers: declared('b') })
        await wait(1050)
        await times(11, () => call('/pets', { headers: declared('b') }))
      },
    },
    'no-blind-create-retry': {
      'that sends a creation again after its own time-out': async ({ leave, times }) =>
        times(2, () => leave('/pets', { body: REX, headers: declaredWith('t', 'slow;delay=60') }, 1500)),
    },
    'no-duplicates': {
      'that creates twice in a declared test': async ({ retry }) =>
        retry('/pets', { body: REX, headers: declaredWith('c', 'lost-reply') }, 3),
    },
    'keeps-int64': {
      'that rounds the ids of big-ids': async ({ sandbox, call }) => {
        const url = `${sandbox.origin}/~big-ids/v1/pets`
        const text = await (
          await fetch(url, { headers: { authorization: `Bearer ${sandbox.key('free', 'w1')}`, 'user-agent': 'shop/1.0' } })
        ).text()
        for (const { id } of (JSON.parse(text) as { id: number }[]).slice(0, 2)) expect(await call(`/pets/${id}`)).toBe(404)
      },
    },
    'key-not-in-url': {
      'that shows its key in a query': async ({ sandbox, call }) => call(`/pets?api_key=${sandbox.key('free', 'w1')}`),
    },
    'backs-off': {
      // Six gaps must be under 8 ms, and a busy machine holds up some of them.
      'that tries at once, again and again': async ({ retry }) => retry('/pets', { headers: declaredWith('h', 'server-error') }, 20),
    },
    'honours-retry-after': {
      'that comes back too early in a declared test': async ({ retry }) =>
        retry('/pets', { headers: declaredWith('e', 'unavailable;retry-after=5') }, 2, () => 850),
      'that counts its tries and comes back too early': async ({ call, wait }) => {
        for (const count of [0, 1]) {
          await call('/pets', {
            headers: { 'x-stainless-retry-count': String(count), ...scenario('throttled-then-ok;times=1;retry-after=5') },
          })
          await wait(100)
        }
      },
      'that hides its retries by opening a connection for each of them': async ({ retry }) =>
        retry('/pets', { headers: { connection: 'close', ...declaredWith('n', 'throttled-then-ok;times=3;retry-after=5') } }, 4),
    },
    'gives-up': {
      'that never gives up': async ({ retry }) => retry('/pets', { headers: declaredWith('g', 'server-error') }, 24),
    },
    'gives-up-on-refusals': {
      'that tries a refused call again': async ({ retry }) => retry('/pets', { headers: declaredWith('r', 'unauthorized') }, 6),
    },
    'valid-requests': {
      'that always breaks the same place': async ({ call, times }) =>
        times(4, (index) => call('/pets', { body: { name: `Rex ${index}`, categoryId: `${index}` } })),
    },
    authenticates: {
      'that never has a valid key': async ({ call, times }) => times(3, () => call('/pets', { key: 'wrong' })),
    },
    'meets-expectation': {
      'whose test does not get its status': async ({ call }) => call('/pets', { headers: { 'sandbox-case': '"x";expect=404' } }),
    },
  },
  advice: {
    'not-banned': {
      'whose key was banned by many calls': async ({ sandbox, call, times, wait }) => {
        await sandbox.world('w1').limits.set('free', { minute: { limit: 1, seconds: 30 } })
        await times(2, () => call())
        await wait(1050)
        await times(12, (index) => call(`/pets?limit=${index + 1}`))
      },
    },
    'no-blind-create-retry': {
      'that retries a lost creation, in any test': async ({ retry }) => retry('/pets', { body: REX, headers: scenario('lost-reply') }, 3),
    },
    'key-only-in-authorization': {
      'that shows its key in a Referer': async ({ sandbox, call }) =>
        call('/pets', { headers: { referer: `https://shop.example/?key=${sandbox.key('free', 'w1')}` } }),
      'that shows its key in a cookie': async ({ sandbox, call }) =>
        call('/pets', { headers: { cookie: `a=b; k=${sandbox.key('free', 'w1')}` } }),
      'that shows its key in a path outside the contract': async ({ sandbox, call }) => {
        await call()
        await fetch(`${sandbox.origin}/hook/${sandbox.key('free', 'w1')}`)
      },
    },
    'backs-off': {
      'that tries at once, ten times': async ({ retry }) => retry('/pets', { headers: scenario('server-error') }, 10),
    },
    'honours-retry-after': {
      // The margin is for a busy machine, on which the client comes back later than it wants.
      'that comes back after 90 % of Retry-After': async ({ retry }) =>
        retry('/pets', { headers: scenario('unavailable;retry-after=5') }, 2, () => 4500),
      'that changes the call in a declared test': async ({ call }) => {
        await call('/pets?limit=1', { headers: declaredWith('v', 'throttled-then-ok;times=1;retry-after=5') })
        await call('/pets?limit=2', { headers: declaredWith('v', 'throttled-then-ok;times=1;retry-after=5') })
      },
    },
  },
}

const guilty = Object.entries(GUILTY).flatMap(([level, rules]) =>
  Object.entries(rules).flatMap(([rule, clients]) =>
    Object.entries(clients).map(([title, play]) => [title, rule, level as Level, play] as const),
  ),
)

test.each(guilty)('a client %s: %s', REPEATS, async (_title, rule, level, play) => {
  const report = await playSuite(play)
  const found = report.rules.find((one) => one.rule === rule)
  expect(found?.findings.map((finding) => finding.level)).toContain(level)
  expect(report.verdict).toBe(level === 'fail' ? 'failed' : report.verdict)
  if (level === 'advice') expect(failing(report)).not.toContain(rule)
  expectLikely(report)
})

test('big-ids gives odd ids that are never rounded to one another, and its own ids are answered afterwards', async () => {
  const report = await playSuite(async ({ sandbox, call }) => {
    const headers = { authorization: `Bearer ${sandbox.key('free', 'w1')}`, 'user-agent': 'shop/1.0' }
    const text = await (await fetch(`${sandbox.origin}/~big-ids/v1/pets`, { headers })).text()
    const ids = [...text.matchAll(/"id":(\d+)/g)].map(([, id = '']) => id)
    expect(ids.every((id) => BigInt(id) % 2n === 1n && !ids.includes(String(BigInt(Number(id)))))).toBe(true)
    expect(await call(`/pets/${ids[3]}`)).toBe(200)
    expect(await call(`/pets/${ids[0]}`, { headers: scenario('big-ids') })).toBe(200)
  })
  expect(report.rules.find(({ rule }) => rule === 'keeps-int64')?.verdict).toBe('passed')
})

/** What shows nothing, and the rules that it could seem to show. */
const UNPROVEN: Readonly<Record<string, Play>> = {
  'a wait that only the clock of the test made: honours-retry-after watches-limits recovers': async ({ sandbox, call, times }) => {
    const world = sandbox.world('w1')
    await world.limits.set('free', { minute: { limit: 1, seconds: 30 } })
    await times(3, async () => {
      await call('/pets', { headers: declared('k') })
      await call('/pets', { headers: declared('k') })
      await world.clock.advance(31)
    })
  },
  'calls that were announced with expect: no-deprecated-calls honours-retry-after gives-up': async ({ call, times }) => {
    await times(2, () => call('/pets/999', { headers: { 'sandbox-case': '"x";expect=404' } }))
    await times(2, () => call('/pets', { headers: { 'sandbox-case': '"x";expect=429;calls=1;id=9', ...scenario('rate-limited') } }))
  },
  'windows that all end in a 429: watches-limits': async ({ sandbox, call, times }) => {
    const world = sandbox.world('w1')
    await world.limits.set('free', { minute: { limit: 1, seconds: 2 } })
    await times(2, () => call())
    await world.clock.advance(2)
    await times(2, () => call())
  },
  'a fixed wait of one second where one second was asked: honours-retry-after': async ({ retry }) => {
    for (const id of ['a', 'b'])
      await retry('/pets', { headers: declaredWith(id, 'throttled-then-ok;times=1;retry-after=1') }, 2, () => 1010)
  },
  'a body that differs in each try: no-blind-create-retry no-duplicates': async ({ call }) => {
    for (const name of ['Rex', 'Bo']) await call('/pets', { body: { ...REX, name }, headers: declaredWith('d', 'lost-reply') })
    await call()
  },
  'one call that failed: gives-up backs-off recovers': async ({ call }) => {
    await call('/pets', { headers: declaredWith('o', 'server-error') })
    await call()
  },
}

test.each(Object.entries(UNPROVEN))('not proven by %s', REPEATS, async (title, play) => {
  const report = await playSuite(play)
  for (const rule of title.split(': ')[1]?.split(' ') ?? [])
    expect([rule, report.rules.find((one) => one.rule === rule)?.verdict]).not.toEqual([rule, 'passed'])
})

test('waits in two lengths that follow what was asked prove that a client reads Retry-After', async () => {
  const report = await playSuite(async ({ retry }) => {
    for (const seconds of [1, 2])
      await retry(
        '/pets',
        { headers: declaredWith(`w${seconds}`, `throttled-then-ok;times=1;retry-after=${seconds}`) },
        2,
        () => seconds * 1000 + 20,
      )
  })
  expect(report.rules.find(({ rule }) => rule === 'honours-retry-after')?.verdict).toBe('passed')
})
