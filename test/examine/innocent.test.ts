// Test suites and clients that did nothing wrong, in many styles. None of them may fail. Advice is allowed: it says "Looks like".

import { expect, test } from 'vitest'
import { head, sendRaw } from '../support/raw.ts'
import { failing, playSuite, REPEATS, REX, type Suite, scenario } from './suite.ts'

const THROTTLED = scenario('throttled-then-ok;times=1')
const LOST = scenario('lost-reply')

const suites: Readonly<Record<string, (suite: Suite) => Promise<unknown>>> = {
  'a failed test that runs again, with a client without retries': async ({ call, times }) => {
    await times(2, () => call('/pets', { headers: THROTTLED }))
    await times(3, () => call('/pets', { headers: { ...THROTTLED, 'sandbox-case': '"maps 429"' } }))
  },
  'two tests that create the same fixture under lost-reply': async ({ call, times }) => {
    await times(2, () => call('/pets', { body: REX, headers: LOST }))
  },
  'the same header value on all calls': async ({ call, times }) => {
    const headers = { 'x-api-version': '2024-01-01-preview', 'x-tenant': '3f2504e0-4f89-11d3-9a0c-0305e82c3301' }
    const trace = { 'x-request-id': 'a-run-1234567890', traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }
    await times(8, () => call('/pets', { headers: { ...headers, ...trace, ...scenario('server-error') } }))
    await times(4, () => call('/pets', { headers: { ...headers, ...trace, ...scenario('rate-limited;retry-after=30') } }))
  },
  'an index of tests in a header': async ({ call, times }) => {
    await times(3, (index) => call('/pets', { headers: { 'x-test-index': String(index), ...scenario('rate-limited;retry-after=9') } }))
  },
  'a named test that calls several times, and a person who clicks "try again"': async ({ call, times }) => {
    await times(3, () => call('/pets', { headers: { 'sandbox-case': '"asks twice"', ...scenario('unavailable;retry-after=4') } }))
    await times(3, () => call('/pets', { headers: scenario('server-error') }))
  },
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
  'a world whose clock is not real time, with HTTP dates': async ({ sandbox, call, times }) => {
    await sandbox.world('w1').clock.set({ now: '2030-01-01T00:00:00Z' })
    await times(3, () => call('/pets', { headers: scenario('retry-after-date') }))
  },
  '25 parametrised tests of one error, quick tries and polls': async ({ call, times }) => {
    await times(25, () => call('/pets/999'))
    await times(24, (index) => call('/pets', { headers: { 'sandbox-case': `"t${Math.floor(index / 4)}"`, ...scenario('server-error') } }))
    await times(12, () => call('/pets', { headers: scenario('unavailable;retry-after=5') }))
  },
  'workers that share a key, and jobs with a User-Agent each': async ({ call, times, wait }) => {
    const ask = (agent: string) => ({
      agent,
      headers: { connection: 'close', ...scenario('throttled-then-ok;times=1;retry-after=1;run=x') },
    })
    await Promise.all([1, 2, 3].map(() => call('/pets', ask('worker/1'))))
    await wait(1050)
    await Promise.all([1, 2, 3].map(() => call('/pets', ask('worker/1'))))
    await times(25, (index) => call('/pets', { agent: `job-${index}/1`, headers: scenario('rate-limited') }))
  },
  'negative tests without a key and with wrong keys, and one ordinary call': async ({ call, times }) => {
    await times(3, () => call('/pets', { key: null }))
    await times(3, (index) => call('/pets', { key: `wrong-${index}` }))
    await call('/pets')
  },
  'a test of a key in the query, which is refused': async ({ sandbox, call }) => {
    await call(`/pets?api_key=${sandbox.key('free', 'w1')}`, { key: null })
    await call('/pets')
  },
  'a wait loop of the test, with the counter of a job queue': async ({ call, times }) => {
    await times(30, (index) =>
      call('/pets', { headers: { 'x-retry-count': String(index), ...scenario('unavailable;retry-after=1;run=queue') } }),
    )
  },
  'a test that wants a ban': async ({ sandbox, call, times, wait }) => {
    await sandbox.world('w1').limits.set('free', { minute: { limit: 1, seconds: 30 } })
    await times(2, () => call('/pets'))
    await wait(1050)
    await times(12, () => call('/pets'))
  },
  'a fixture that is shared lazily, and created again by the next test after a failure': async ({ call, times }) => {
    await times(2, async (index) => {
      await call('/pets', { body: REX, headers: LOST })
      await call(`/pets?limit=${index + 1}`)
    })
  },
  'tests that announce what they want, in headers and in the base URL': async ({ call }) => {
    await call('/pets', { body: {}, headers: { 'sandbox-case': '"refuses no name";expect=400' } })
    await call('/pets/999', { prefix: '/~case=gone,expect=404' })
    await call('/pets', { key: null, prefix: '/~case=locked,expect=401' })
    await call('/pets')
  },
  'fake timers in a client whose test declares nothing': async ({ retry }) => {
    await retry('/pets', { headers: { ...scenario('throttled-then-ok;times=2;retry-after=60') } }, 3)
    await retry('/pets', { headers: { ...scenario('flaky;failures=8') } }, 9)
  },
  'tests of a removed operation in a world whose clock a test has set': async ({ sandbox, call, times }) => {
    await sandbox.world('w1').clock.set({ now: '2031-01-01T00:00:00Z' })
    await times(3, () => call('/pets/1'))
    await call('/pets')
  },
  'a shard of CI with one negative test only': async ({ call, times }) => {
    await times(3, () => call('/pets', { body: { name: 'Rex' } }))
  },
  'three pipelined requests for one call': async ({ sandbox }) => {
    const get = `${head('GET', '/v1/pets')}Sandbox-Scenario: rate-limited;retry-after=9\r\n`
    await sendRaw(sandbox.origin, `${get}\r\n${get}\r\n${get}Connection: close\r\n\r\n`)
  },
  'a literal 2^53 after a big id': async ({ sandbox, call }) => {
    await sandbox.world('w1').assumptions.put({ ids: 'big' })
    await call('/pets', { body: REX })
    await call('/pets/9007199254740992')
  },
  '100 single calls that run into the limit and a ban': async ({ sandbox, call, times, wait }) => {
    await sandbox.world('w1').limits.set('free', { minute: { limit: 2, seconds: 30 } })
    await call()
    await call()
    await call()
    await wait(1050)
    await times(40, (index) => call(`/pets?limit=${index + 1}`))
  },
  'a client that waits until X-RateLimit-Reset, a little before Retry-After is over': async ({ sandbox, call, wait }) => {
    await sandbox.world('w1').limits.set('free', { minute: { limit: 1, seconds: 2 } })
    await call('/pets')
    const url = `${sandbox.url}/pets?limit=3`
    const ask = { headers: { authorization: `Bearer ${sandbox.key('free', 'w1')}`, 'user-agent': 'shop/1.0' } }
    const refused = await fetch(url, ask)
    await refused.text()
    await wait(Number(refused.headers.get('x-ratelimit-reset')) * 1000 - Date.now() + 5)
    expect((await fetch(url, ask)).status).toBe(200)
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
  'a lost creation that the client leaves alone: no advice of no-blind-create-retry': async ({ call }) => {
    await call('/pets', { body: REX, headers: LOST })
    await call('/pets')
  },
}

test.each(Object.entries(unadvised))('%s', REPEATS, async (title, play) => {
  const report = await playSuite(play)
  expect(report.findings.filter(({ rule }) => title.endsWith(` ${rule}`))).toEqual([])
})
