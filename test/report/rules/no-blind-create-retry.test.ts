// A lost reply to a creation.

import type { VirtualSandbox } from '../../../bench/judge/virtual-sandbox.ts'
import { testRule } from './standing.ts'

const CREATE = { method: 'POST', body: '{"name":"Rex","categoryId":1}' }
const LOST = { fault: 'reset', carriedOut: true, passes: 'used-up' } as const
const DONE = { status: 201 }

const retry =
  (ms: number, ask: object = CREATE, lost: object = LOST) =>
  (sandbox: VirtualSandbox) => {
    sandbox.call(ask, lost)
    sandbox.sleep(ms)
    sandbox.call(ask, DONE)
  }

/** The same creation again right after the loss, on another connection of the pool that was idle. */
const retryOverPool =
  (ask: object, lost: object = LOST) =>
  (sandbox: VirtualSandbox) => {
    const pending = [1, 2].map((limit) => sandbox.begin({ query: `limit=${limit}` }))
    const [idle, next] = pending
    sandbox.sleep(1)
    if (next) sandbox.end(next)
    const lose = sandbox.begin(ask)
    if (idle) sandbox.end(idle)
    sandbox.sleep(3)
    sandbox.end(lose, lost)
    sandbox.sleep(2)
    sandbox.call(ask, DONE)
  }

/** Lists at another time than between the two creations. */
const listing = (when: 'before' | 'meanwhile' | 'after') => (sandbox: VirtualSandbox) => {
  // Reads are noted only of a caller that lost a creation before.
  sandbox.call({ ...CREATE, body: '{"name":"Mia","categoryId":1}' }, LOST)
  sandbox.sleep(70_000)
  if (when === 'before') sandbox.call()
  sandbox.sleep(1000)
  const pending = sandbox.begin(CREATE)
  sandbox.sleep(10)
  if (when === 'meanwhile') sandbox.call()
  sandbox.sleep(10)
  sandbox.end(pending, LOST)
  sandbox.sleep(500)
  sandbox.call(CREATE, DONE)
  if (when === 'after') sandbox.call()
}

/** Lists, and then reads one animal so many times. */
const readMany = (count: number) => (sandbox: VirtualSandbox) => {
  sandbox.call(CREATE, LOST)
  sandbox.call()
  for (let read = 0; read < count; read += 1) sandbox.call({ path: '/v1/pets/1' })
  sandbox.sleep(300)
  sandbox.call(CREATE, DONE)
}

testRule('no-blind-create-retry', [
  ['sends the creation again', 'failed', retry(100), /101 ms|100 ms|0.1 s later/],
  ['sends it again after half of a 201', 'failed', retry(100, CREATE, { ...LOST, status: 201, fault: 'truncated' })],
  [
    'leaves before the reply and sends it again',
    'failed',
    retry(100, { ...CREATE, testCase: { name: 'a' } }, { gaveUp: true, carriedOut: true, took: 900 }),
  ],
  ['sends it again at once on another connection of the pool', 'failed', retryOverPool(CREATE)],
  ['does so in a named test', 'failed', retryOverPool({ ...CREATE, testCase: { name: 'a' } }, { ...LOST, passes: 'never' })],
  [
    'does so, and nothing shows that it is a retry',
    'not-exercised',
    retryOverPool(CREATE, { ...LOST, passes: 'never' }),
    /nothing shows that this was a retry/,
  ],
  [
    'lists first',
    'passed',
    (sandbox) => {
      sandbox.call(CREATE, LOST)
      sandbox.call()
      sandbox.sleep(100)
      sandbox.call(CREATE, DONE)
    },
  ],
  ['gives up', 'passed', (sandbox) => void sandbox.call(CREATE, LOST)],
  ['sends it again after a minute', 'failed', retry(60_000)],
  ['sends it again after more than a minute', 'passed', retry(60_001)],
  ['lists before the loss only', 'failed', listing('before')],
  ['lists after its second creation only', 'failed', listing('after')],
  ['lists while the creation is lost', 'passed', listing('meanwhile')],
  ['reads 201 times after the loss, the list first', 'failed', readMany(200)],
  ['reads 200 times after the loss, the list first', 'passed', readMany(199)],
  ['was not carried out', 'not-exercised', retry(100, CREATE, { fault: 'reset', passes: 'used-up' })],
  [
    'lists as another caller only',
    'failed',
    (sandbox) => {
      sandbox.call(CREATE, LOST)
      sandbox.call({}, {}, { key: 'sandbox_free_w1', userAgent: 'other/1' })
      sandbox.call(CREATE, DONE)
    },
  ],
  [
    'gets one animal instead of a list',
    'failed',
    (sandbox) => {
      sandbox.call(CREATE, LOST)
      sandbox.call({ path: '/v1/pets/1' })
      sandbox.call(CREATE, DONE)
    },
  ],
  [
    'creates the same three at once',
    'not-exercised',
    (sandbox) => {
      const pending = [1, 2, 3].map(() => sandbox.begin(CREATE))
      sandbox.sleep(1)
      for (const [index, one] of pending.entries()) sandbox.end(one, index === 0 ? LOST : DONE)
    },
  ],
  [
    'creates the same two at once',
    'passed',
    (sandbox) => {
      const pending = [1, 2].map(() => sandbox.begin(CREATE))
      sandbox.sleep(1)
      for (const [index, one] of pending.entries()) sandbox.end(one, index === 0 ? LOST : DONE)
    },
  ],
  [
    'creates the same two at once, and the second arrives after the first is lost',
    'not-exercised',
    (sandbox) => {
      const opened = sandbox.now
      const first = sandbox.begin(CREATE, undefined, opened)
      sandbox.sleep(1)
      sandbox.end(first, LOST)
      sandbox.sleep(1)
      sandbox.end(sandbox.begin(CREATE, undefined, opened), DONE)
    },
  ],
  [
    'creates another one',
    'passed',
    (sandbox) => {
      sandbox.call(CREATE, LOST)
      sandbox.call({ ...CREATE, body: '{"name":"Mia","categoryId":1}' }, DONE)
    },
  ],
  [
    'creates the same again and again, as fixtures do',
    'not-exercised',
    (sandbox) => {
      sandbox.call(CREATE, LOST)
      sandbox.call(CREATE, DONE)
      sandbox.call(CREATE, DONE)
    },
  ],
  ['loses no reply', 'not-exercised', (sandbox) => void sandbox.call(CREATE, DONE)],
])
