// What the client waited for between its tries.

import { expect, test } from 'vitest'
import { VirtualSandbox } from '../../bench/judge/virtual-sandbox.ts'

const DOWN = { status: 503, passes: 'never' } as const
const ASKED = { ...DOWN, retryAfter: 10 } as const

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
  [5000, { status: 404 }, []],
])('%i ms after %j', (ms, answer, waited) => {
  expect(waitedAfter(ms, answer)).toEqual(waited)
})
