// Clients that do something wrong, over real HTTP. The report fails a client for facts, and advises where a test could have done it.

import { expect, test } from 'vitest'
import type { Level } from '../../src/ground/generated/report.ts'
import { failing, playSuite, REPEATS, REX, type Suite, scenario } from './suite.ts'

type Play = (suite: Suite) => Promise<unknown>

/** By level and rule: what the client does. */
const GUILTY: Readonly<Record<Level, Readonly<Record<string, Readonly<Record<string, Play>>>>>> = {
  fail: {
    'keeps-int64': {
      'that rounds big ids': async ({ sandbox, call, times }) => {
        await sandbox.world('w1').assumptions.put({ ids: 'big' })
        await times(2, () => call('/pets', { body: REX }))
        for (const id of [9007199254740992, 9007199254740996]) expect(await call(`/pets/${id}`)).toBe(404)
      },
    },
    'key-not-in-url': {
      'that shows its key in a query': async ({ sandbox, call }) => call(`/pets?api_key=${sandbox.key('free', 'w1')}`),
    },
    'valid-requests': {
      'that always breaks the same place': async ({ call, times }) =>
        times(4, (index) => call('/pets', { body: { name: `Rex ${index}`, categoryId: `${index}` } })),
    },
    authenticates: {
      'that never has a valid key': async ({ call }) => {
        for (const key of [null, 'wrong', 'wrong']) await call('/pets', { key })
      },
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
      'that retries a lost creation': async ({ retry }) => retry('/pets', { body: REX, headers: scenario('lost-reply') }, 3),
      'that sends a creation again after its own time-out': async ({ leave, times }) =>
        times(2, () => leave('/pets', { body: REX, headers: scenario('slow;delay=60') }, 1500)),
    },
    'backs-off': {
      // A busy machine holds up some of the tries.
      'that tries at once, thirty times': async ({ retry }) => retry('/pets', { headers: scenario('server-error') }, 30),
    },
    'honours-retry-after': {
      // The margin is for a busy machine, on which the client comes back later than it wants.
      'that comes back after 90 % of Retry-After': async ({ retry }) =>
        retry('/pets', { headers: scenario('unavailable;retry-after=5') }, 2, () => 4500),
      'that opens a connection for each of its tries': async ({ retry }) =>
        retry('/pets', { headers: { connection: 'close', ...scenario('throttled-then-ok;times=3;retry-after=5') } }, 4),
    },
    'gives-up': {
      'that never gives up': async ({ retry }) => retry('/pets', { headers: scenario('server-error') }, 24),
    },
    'gives-up-on-refusals': {
      'that tries a refused call again': async ({ retry }) => retry('/pets', { headers: scenario('unauthorized') }, 6),
    },
    authenticates: {
      'that forgets its key with one operation': async ({ call, times }) => {
        await call('/store/orders')
        await times(3, () => call('/pets', { key: null }))
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
  const found = report.findings.filter((one) => one.rule === rule)
  expect(found.map((finding) => finding.level)).toContain(level)
  expect(failing(report)).toEqual(level === 'fail' ? [rule] : [])
  expect(report.verdict).toBe(level === 'fail' ? 'failed' : 'passed')
})

test('the choice big gives odd ids that are never rounded to one another', async () => {
  const report = await playSuite(
    async ({ sandbox, call }) => {
      const headers = { authorization: `Bearer ${sandbox.key('free', 'w1')}`, 'user-agent': 'shop/1.0' }
      const text = await (await fetch(`${sandbox.url}/pets`, { headers })).text()
      const ids = [...text.matchAll(/"id":(\d+)/g)].map(([, id = '']) => id)
      expect(ids.every((id) => BigInt(id) % 2n === 1n && !ids.includes(String(BigInt(Number(id)))))).toBe(true)
      expect(await call(`/pets/${ids[3]}`)).toBe(200)
    },
    { assume: 'ids=big' },
  )
  expect(report.rules.find(({ rule }) => rule === 'keeps-int64')?.verdict).toBe('shown')
})
