// What the client waited for between its tries.

import { expect, test } from 'vitest'
import { VirtualSandbox } from '../../bench/judge/virtual-sandbox.ts'

const DOWN = { status: 503, passes: 'never' } as const
const ASKED = { ...DOWN, retryAfter: 10 } as const
const DATED = { ...DOWN, retryAfter: 3, form: 'date' } as const

/** What is said of one wait between two tries. */
function waitedAfter(ms: number, answer: object = DOWN, between = (_sandbox: VirtualSandbox) => {}): unknown[] {
  const sandbox = new VirtualSandbox()
  sandbox.call({}, answer)
  between(sandbox)
  sandbox.sleep(ms)
  sandbox.call({}, DOWN)
  return [...sandbox.report().waited.on]
}

test.each<[number, object, object[]]>([
  [19, DOWN, []],
  [20, DOWN, [{ what: 'back-off', seconds: 0.02, times: 1 }]],
  [60_000, DOWN, [{ what: 'back-off', seconds: 60, times: 1 }]],
  [60_001, DOWN, []],
  [8999, ASKED, [{ what: 'back-off', seconds: 8.999, times: 1 }]],
  [9000, ASKED, [{ what: 'Retry-After', seconds: 9, times: 1 }]],
  [12_000, ASKED, [{ what: 'Retry-After', seconds: 12, times: 1 }]],
  [1900, DATED, [{ what: 'back-off', seconds: 1.9, times: 1 }]],
  [2100, DATED, [{ what: 'Retry-After', seconds: 2.1, times: 1 }]],
  [5000, { status: 404 }, []],
])('%i ms after %j', (ms, answer, waited) => {
  expect(waitedAfter(ms, answer)).toEqual(waited)
})

test('a client may still be waiting until its program has ended', () => {
  const sandbox = new VirtualSandbox()
  sandbox.call({}, ASKED)
  const outcomeOf = (haveEnded: boolean) => sandbox.judge.report('w1', { haveEnded }).calls[0]?.outcome
  expect([outcomeOf(false), outcomeOf(true)]).toEqual(['under way', 'gave up'])
})

test.each([
  [9999, true],
  [10_000, true],
  [10_001, false],
])('the program calls again %i ms after a reply that asks for 10 s: it may still wait with the first call: %s', (ms, mayWait) => {
  const sandbox = new VirtualSandbox()
  sandbox.call({ testCase: { name: 'a', calls: 1, id: '1' } }, ASKED)
  sandbox.sleep(ms)
  sandbox.call({ query: 'limit=1' })
  const hints = sandbox.report().rules.map(({ hint = '' }) => hint)
  expect(hints.some((hint) => hint.includes('may still have been waiting'))).toBe(mayWait)
})
