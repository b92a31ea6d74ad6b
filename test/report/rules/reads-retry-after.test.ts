// Retry-After has two forms, and a client has to read both.

import { expect, test } from 'vitest'
import type { VirtualSandbox } from '../../../bench/judge/virtual-sandbox.ts'
import { judge, ruleOf, testRule } from './standing.ts'

const limited = (retryAfter: number, form: 'seconds' | 'date' = 'seconds') =>
  ({ status: 429, retryAfter, form, passes: 'used-up' }) as const

const waits = (name: string, ms: number, answer: object) => (sandbox: VirtualSandbox) => {
  const ask = { testCase: { name } }
  sandbox.call(ask, answer)
  sandbox.sleep(ms)
  sandbox.call(ask)
}

const both =
  (...appliedSteps: ((sandbox: VirtualSandbox) => void)[]) =>
  (sandbox: VirtualSandbox) => {
    for (const play of appliedSteps) play(sandbox)
  }

const secondsOnly = both(waits('a', 3000, limited(3)), waits('b', 100, limited(3, 'date')))

testRule('reads-retry-after', [
  ['waits out two waits of different length', 'passed', both(waits('a', 2000, limited(2)), waits('b', 5000, limited(5)))],
  ['waits out both forms', 'passed', both(waits('a', 3000, limited(3)), waits('b', 3000, limited(3, 'date')))],
  ['waits out one wait only', 'not-exercised', waits('a', 3000, limited(3))],
  ['honours seconds and runs past a date', 'failed', secondsOnly, /asked for 3 s with a date/],
  ['honours a date and runs past seconds', 'failed', both(waits('a', 3000, limited(3, 'date')), waits('b', 100, limited(3)))],
  ['runs past a short date', 'not-exercised', both(waits('a', 3000, limited(3)), waits('b', 100, limited(2, 'date')))],
  ['runs past both', 'not-exercised', both(waits('a', 100, limited(3)), waits('b', 100, limited(3, 'date')))],
  ['never gets a Retry-After', 'not-exercised', (sandbox) => void sandbox.call()],
])

test('one event is one finding', () => {
  expect(ruleOf(judge(secondsOnly), 'honours-retry-after').findings).toEqual([])
  const runsPastBoth = judge(both(waits('a', 100, limited(3)), waits('b', 100, limited(3, 'date'))))
  expect(ruleOf(runsPastBoth, 'honours-retry-after').findings).toMatchObject([{ count: 2 }])
})
