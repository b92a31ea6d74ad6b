// The pauses before equal calls, and what became of the last one.

import { expect, test } from 'vitest'
import { VirtualSandbox } from '../../bench/judge/virtual-sandbox.ts'

const DOWN = { status: 503, isPlayed: true } as const
const ASKED = { ...DOWN, retryAfter: 10 } as const
const DATED = { ...DOWN, retryAfter: 3, form: 'date' } as const

/** What is said of one wait between two tries. */
function waitedAfter(ms: number, answer: object = DOWN, between = (_sandbox: VirtualSandbox) => {}): unknown[] {
  const sandbox = new VirtualSandbox()
  sandbox.call({}, answer)
  between(sandbox)
  sandbox.sleep(ms)
  sandbox.call({}, DOWN)
  return [...sandbox.report().facts.waited.on]
}

test.each<[number, object, object[]]>([
  [19, DOWN, []],
  [20, DOWN, [{ what: 'pause', seconds: 0.02, times: 1 }]],
  [60_000, DOWN, [{ what: 'pause', seconds: 60, times: 1 }]],
  [60_001, DOWN, []],
  [9900, ASKED, [{ what: 'pause', seconds: 9.9, times: 1 }]],
  [9960, ASKED, [{ what: 'pause after Retry-After', seconds: 9.96, times: 1 }]],
  [12_000, ASKED, [{ what: 'pause after Retry-After', seconds: 12, times: 1 }]],
  [1900, DATED, [{ what: 'pause', seconds: 1.9, times: 1 }]],
  [2100, DATED, [{ what: 'pause after Retry-After', seconds: 2.1, times: 1 }]],
  [5000, { status: 404 }, []],
])('%i ms after %j', (ms, answer, waited) => {
  expect(waitedAfter(ms, answer)).toEqual(waited)
})

test.each<[string, object]>([
  ['refused', { status: 404 }],
  ['failed', DOWN],
  ['succeeded', { status: 200 }],
])('equal calls have %s when the last one is answered with %j', (outcome, last) => {
  const sandbox = new VirtualSandbox()
  sandbox.call({}, DOWN)
  sandbox.call({}, last)
  expect(sandbox.report().facts.calls).toMatchObject([{ outcome, tries: { length: 2 } }])
})
