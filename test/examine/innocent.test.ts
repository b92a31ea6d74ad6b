// Test suites and clients that did nothing wrong, in many styles. None of them may fail. Advice is allowed: it says "Looks like".

import { expect, test } from 'vitest'
import { failing, playSuite, REPEATS, REX, type Suite, scenario } from './suite.ts'

const suites: Readonly<Record<string, (suite: Suite) => Promise<unknown>>> = {
  'property tests that send many different wrong values unannounced, and also valid ones': async ({ call, times }) => {
    await times(30, (index) => call(`/pets?limit=${index % 2 === 0 ? -index : 101 + index}`))
    await call('/pets?limit=5')
    const wrong = [
      {},
      { name: 5 },
      { name: 'a' },
      { name: 'a', categoryId: 'b' },
      { name: 'a', categoryId: 1.5 },
      { name: null, categoryId: 1 },
    ]
    for (const body of wrong) await call('/pets', { body })
    await call('/pets', { body: REX })
    await times(12, () => call('/pets', { body: {}, agent: 'other/1' }))
  },
  '25 parametrised tests of one error, quick tries and polls': async ({ call, times }) => {
    await times(25, () => call('/pets/999'))
    await times(24, (index) => call('/pets', { headers: { 'sandbox-case': `"t${Math.floor(index / 4)}"`, ...scenario('server-error') } }))
    await times(12, () => call('/pets', { headers: scenario('unavailable;retry-after=5') }))
  },
  'negative tests without a key and with wrong keys, and one ordinary call': async ({ call, times }) => {
    await times(3, () => call('/pets', { key: null }))
    await times(3, (index) => call('/pets', { key: `wrong-${index}` }))
    await call('/pets')
  },
  'tests of the keys that are always refused': async ({ call, times }) => {
    for (const key of ['sandbox_expired', 'sandbox_revoked_w1']) await times(3, () => call('/pets', { key }))
  },
  'a shard of CI with tests of the key only': async ({ call }) => {
    for (const key of [null, 'wrong', 'wrong-too']) await call('/pets', { key })
  },
  'a test of a key in the query, which is refused': async ({ sandbox, call }) => {
    await call(`/pets?api_key=${sandbox.key('free', 'w1')}`, { key: null })
    await call('/pets')
  },
  'tests that announce what they want, in headers and in the base URL': async ({ call }) => {
    await call('/pets', { body: {}, headers: { 'sandbox-case': '"refuses no name";expect=400' } })
    await call('/pets/999', { prefix: '/~case=gone,expect=404' })
    await call('/pets', { key: null, prefix: '/~case=locked,expect=401' })
    await call('/pets')
  },
  'tests of a removed operation in a world whose clock a test has set': async ({ sandbox, call, times }) => {
    await sandbox.world('w1').clock.set({ now: '2031-01-01T00:00:00Z' })
    await times(3, () => call('/pets/1'))
    await call('/pets')
  },
  'a shard of CI with one negative test only': async ({ call, times }) => {
    await times(3, () => call('/pets', { body: { name: 'Rex' } }))
  },
  'a literal 2^53 after a big id': async ({ sandbox, call }) => {
    await sandbox.world('w1').assumptions.put({ ids: 'big' })
    await call('/pets', { body: REX })
    await call('/pets/9007199254740992')
  },
}

test.each(Object.entries(suites))('%s: no failure', REPEATS, async (_title, play) => {
  const report = await playSuite(play)
  expect(failing(report)).toEqual([])
  expect(report.verdict).toBe('passed')
})

/** What deserves no advice. */
const unadvised: typeof suites = {
  'a client that waits as it was asked: no advice of honours-retry-after': async ({ retry }) =>
    retry('/pets', { headers: scenario('throttled-then-ok;times=2;retry-after=2') }, 3, () => 2000),
  'callers in parallel that all wait: no advice of honours-retry-after': async ({ call, wait }) => {
    const both = () =>
      Promise.all([1, 2, 3].map(() => call('/pets', { headers: scenario('throttled-then-ok;times=3;retry-after=1;run=x') })))
    await both()
    await wait(1050)
    await both()
  },
}

test.each(Object.entries(unadvised))('%s', REPEATS, async (title, play) => {
  const report = await playSuite(play)
  expect(report.findings.filter(({ rule }) => title.endsWith(` ${rule}`))).toEqual([])
})
