// Which equal calls are one series, and what became of its last call.

import { expect, test } from 'vitest'
import { VirtualSandbox } from '../../bench/judge/virtual-sandbox.ts'

const DOWN = { status: 503, isPlayed: true } as const

test.each<[number, object, number]>([
  [60_000, DOWN, 1],
  [60_001, DOWN, 2],
  [70_000, { ...DOWN, retryAfter: 10 }, 1],
  [70_001, { ...DOWN, retryAfter: 10 }, 2],
])('an equal call %i ms after %j makes %i series', (ms, answer, series) => {
  const sandbox = new VirtualSandbox()
  sandbox.call({}, answer)
  sandbox.sleep(ms)
  sandbox.call({}, DOWN)
  expect(sandbox.report().facts.calls).toHaveLength(series)
})

test.each<[string, object]>([
  ['refused', { status: 404 }],
  ['failed', DOWN],
  ['succeeded', { status: 200 }],
])('equal calls have %s when the last one is answered with %j', (outcome, last) => {
  const sandbox = new VirtualSandbox()
  sandbox.call({}, DOWN)
  sandbox.sleep(250)
  sandbox.call({}, last)
  expect(sandbox.report().facts.calls).toMatchObject([{ outcome, tries: [{ status: 503 }, { gap: 0.25 }] }])
})
