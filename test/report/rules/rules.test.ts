// Each rule, with clients of known behaviour on a simulated clock: what a client does, and the result of the rule.

import { describe, expect, test } from 'vitest'
import type { Answer, Ask } from '../../../bench/judge/virtual-exchange.ts'
import type { VirtualSandbox } from '../../../bench/judge/virtual-sandbox.ts'
import { judge, type Row, ruleOf, testRule, times } from './standing.ts'

const declared = (id: string, ask: Ask = {}): Ask => ({ ...ask, testCase: { name: 'a', calls: 1, id } })
const asked = (retryAfter: number, more: Answer = {}): Answer => ({ status: 503, retryAfter, passes: 'used-up', ...more })
const LIMITED: Answer = { status: 429, retryAfter: 2, passes: 'used-up', took: 0 }
const DOWN: Answer = { status: 500, passes: 'never' }
const create = (name = 'Rex'): Ask => ({ method: 'POST', body: `{"name":"${name}","categoryId":1}` })
const LOST: Answer = { fault: 'reset', carriedOut: true, passes: 'used-up' }
const CREATED: Answer = { status: 201, body: '{"id":16,"name":"Rex","categoryId":1,"status":"available"}' }

/** Calls with these waits between them, in milliseconds. */
function tries(sandbox: VirtualSandbox, ask: Ask, answer: Answer, waits: readonly number[], last: Answer = answer): void {
  sandbox.call(ask, answer)
  for (const [index, wait] of waits.entries()) {
    sandbox.sleep(wait)
    sandbox.call(ask, index === waits.length - 1 ? last : answer)
  }
}

const rules: Readonly<Record<string, readonly Row[]>> = {
  'honours-retry-after': [
    [
      'waits in two lengths, as asked',
      'passed',
      (one) => {
        tries(one, declared('a'), asked(1), [1000], {})
        tries(one, declared('b'), asked(3), [3000], {})
      },
    ],
    [
      'always waits the same',
      'not-exercised',
      (one) => {
        tries(one, declared('a'), asked(1), [3000], {})
        tries(one, declared('b'), asked(3), [3000], {})
      },
      /one length/,
    ],
    ['comes back 51 ms and a thousandth too early', 'failed', (one) => tries(one, declared('a'), asked(10), [9939]), /asked for 10 s/],
    ['comes back within the tolerance', 'not-exercised', (one) => tries(one, declared('a'), asked(10), [9941])],
    ...[0, 1, 500, 980, 999].flatMap((phase): Row[] => [
      [
        `waits until X-RateLimit-Reset, or half a second less than the 2 s that a 429 asks for, ${phase} ms after a full second`,
        'not-exercised',
        (one) => {
          one.now = 5000 + phase
          tries(one, declared('a'), LIMITED, [2000 - phase], {})
          one.now = 10_000 + phase
          tries(one, declared('b'), LIMITED, [1500], {})
        },
      ],
      [
        `comes back after 0.9 s of 2 s that a 429 asks for, ${phase} ms after a full second`,
        'failed',
        (one) => {
          one.now = 5000 + phase
          tries(one, declared('a'), LIMITED, [900], {})
        },
      ],
    ]),
    [
      'comes back at once after a 429 that asks for 1 s',
      'not-exercised',
      (one) => tries(one, declared('a'), { ...LIMITED, retryAfter: 1 }, [10], {}),
      /^The waits were too short to judge.*retry-after=2 and retry-after=4/,
    ],
    [
      'comes back at once after a 503 that asks for 1 s, although a limit is nearly over',
      'failed',
      (one) => tries(one, declared('a'), asked(1, { headers: { 'X-RateLimit-Reset': '0' } }), [10], {}),
    ],
    ['comes back early, without a sign', 'advised', (one) => tries(one, {}, asked(10), [5000]), /^Looks like/],
    [
      'comes back early with an announced error, in a declared test',
      'failed',
      (one) => tries(one, { testCase: { name: 'a', calls: 1, id: 'a', expect: [503] } }, asked(10), [5000]),
    ],
    [
      'comes back early with an announced error',
      'not-exercised',
      (one) => tries(one, { testCase: { name: 'a', expect: [503] } }, asked(10), [5000]),
    ],
    [
      'repeats a success in a declared test',
      'advised',
      (one) => {
        one.call(declared('a'))
        one.call(declared('a'))
        tries(one, declared('a'), asked(10), [10])
      },
    ],
    ['waits for more than a day less than asked', 'not-exercised', (one) => tries(one, declared('a'), asked(90_000), [10])],
    [
      'waits on a clock that a test moved',
      'not-exercised',
      (one) => {
        for (const [id, wait] of [
          ['a', 1],
          ['b', 5],
        ] as const) {
          one.call(declared(id), asked(wait))
          one.advance(wait)
          one.call(declared(id))
        }
      },
      /a test moved the clock/,
    ],
    [
      'reads the date of a world in 2030',
      'not-exercised',
      (one) => {
        one.setClock(Date.UTC(2030, 0))
        tries(one, declared('a'), asked(10, { form: 'date' }), [10])
      },
    ],
    [
      'calls in parallel',
      'not-exercised',
      (one) => {
        const first = one.begin(declared('a'))
        const second = one.begin(declared('a'))
        one.sleep(5)
        one.end(first, asked(10))
        one.end(second, asked(10))
      },
    ],
    [
      'counts its tries',
      'failed',
      (one) =>
        [0, 1].forEach((index) => {
          one.call({ headers: { 'X-Retry-Count': String(index) } }, asked(10))
          one.sleep(100)
        }),
    ],
    [
      'counts something else',
      'not-exercised',
      (one) =>
        [0, 0, 0].forEach((index) => {
          one.call({ headers: { 'X-Retry-Count': String(index) } }, asked(10))
          one.sleep(100)
        }),
    ],
    [
      'counts from another start',
      'advised',
      (one) =>
        [4, 5].forEach((index) => {
          one.call({ headers: { 'X-Retry-Count': String(index) } }, asked(10))
          one.sleep(100)
        }),
    ],
    [
      'had its scenario changed in between',
      'not-exercised',
      (one) => {
        one.call(declared('a'), asked(10))
        one.putScenarios('flaky')
        one.call(declared('a'), asked(10))
      },
    ],
  ],
  'reads-retry-after': [
    [
      'reads both forms',
      'passed',
      (one) => {
        tries(one, declared('a'), asked(1), [1000], {})
        tries(one, declared('b'), asked(4, { form: 'date' }), [4000], {})
      },
    ],
    [
      'reads only seconds',
      'failed',
      (one) => {
        tries(one, declared('a'), asked(1), [1000], {})
        tries(one, declared('b'), asked(10, { form: 'date' }), [1000])
      },
    ],
    ['saw only seconds', 'not-exercised', (one) => tries(one, declared('a'), asked(1), [1000], {})],
  ],
  'backs-off': [
    ['waits longer each time', 'passed', (one) => tries(one, declared('a'), DOWN, [100, 200, 400, 800])],
    ['tries at once', 'failed', (one) => tries(one, declared('a'), DOWN, times7(2))],
    ['tries at once on a busy machine', 'failed', (one) => tries(one, declared('a'), DOWN, [2, 90, 2, 2, 400, 2, 2, 30, 2])],
    ['waits 19 ms', 'failed', (one) => tries(one, declared('a'), DOWN, times7(19))],
    ['waits 9 ms, but once 20 ms', 'advised', (one) => tries(one, declared('a'), DOWN, [9, 9, 9, 20, 9, 9, 9])],
    ['waits longer each time, but never 20 ms', 'advised', (one) => tries(one, declared('a'), DOWN, [8, 8, 9, 14, 16, 18])],
    ['tries at once five times', 'advised', (one) => tries(one, declared('a'), DOWN, [2, 2, 2, 2, 2])],
    ['tries at once without a sign', 'advised', (one) => tries(one, {}, DOWN, [19, 19, 19])],
    ['tries twice at once', 'not-exercised', (one) => tries(one, declared('a'), DOWN, [2, 2])],
    ['waits 21 ms', 'not-exercised', (one) => tries(one, declared('a'), DOWN, [21, 21, 21, 21])],
    ['was told to come back at once', 'not-exercised', (one) => tries(one, declared('a'), asked(0), times7(1))],
    ['waits the same nine times', 'advised', (one) => tries(one, {}, DOWN, Array(9).fill(100)), /fixed wait/],
  ],
  'gives-up': [
    [
      'stops and goes on with other calls',
      'passed',
      (one) => {
        tries(one, declared('a'), DOWN, [100, 200])
        one.sleep(50)
        one.call({ query: 'limit=2' })
      },
    ],
    [
      'stops after one call',
      'not-exercised',
      (one) => {
        one.call(declared('a'), DOWN)
        one.sleep(50)
        one.call({ query: 'limit=2' })
      },
    ],
    ['tries 21 times within a minute', 'failed', (one) => tries(one, declared('a'), DOWN, Array(20).fill(1000))],
    ['tries 20 times within a minute', 'not-exercised', (one) => tries(one, declared('a'), DOWN, Array(19).fill(1000))],
    ['runs 25 tests of one error', 'advised', (one) => tries(one, {}, DOWN, Array(24).fill(300))],
    [
      'tries five times and makes no further call, after another call that failed once',
      'not-exercised',
      (one) => {
        one.call({ ...declared('a'), query: 'limit=3' }, DOWN)
        tries(one, declared('b'), DOWN, [100, 200, 400, 800])
      },
      /^A failed call was tried 5 times\. .* ask with ended=true/,
    ],
  ],
  'gives-up-on-refusals': [
    [
      'does not try again',
      'passed',
      (one) => {
        one.call(declared('a'), { status: 401, passes: 'never' })
        one.sleep(50)
        one.call()
      },
    ],
    ['tries four times more', 'failed', (one) => tries(one, declared('a'), { status: 401, passes: 'never' }, [100, 100, 100, 100])],
    ['tries three times more', 'not-exercised', (one) => tries(one, declared('a'), { status: 401, passes: 'never' }, [100, 100, 100])],
    ['declares nothing', 'not-exercised', (one) => one.call({}, { status: 401, passes: 'never' }), /^Nothing shows .* send Sandbox-Case/],
    [
      'makes no call after the refusal, in a declared test',
      'not-exercised',
      (one) => one.call(declared('a'), { status: 401, passes: 'never' }),
      /let it make another call with the same key/,
    ],
    [
      'announces the refusal',
      'not-exercised',
      (one) => {
        one.call({ testCase: { name: 'a', calls: 1, id: 'a', expect: [401] } }, { status: 401, passes: 'never' })
        one.sleep(50)
        one.call()
      },
      /^The test announces .* leave out expect/,
    ],
    ['polls for an item', 'not-exercised', (one) => tries(one, declared('a'), { status: 404, passes: 'never' }, Array(9).fill(100))],
  ],
  'no-blind-create-retry': [
    [
      'leaves a lost creation alone',
      'passed',
      (one) => {
        one.call(declared('a', create()), LOST)
        one.sleep(50)
        one.call({ path: '/v1/pets/1' })
      },
    ],
    ['creates again', 'failed', (one) => tries(one, declared('a', create()), LOST, [100], CREATED), /without a look at the list/],
    ['creates again without a sign', 'advised', (one) => tries(one, create(), LOST, [100], CREATED), /^Looks like a blind retry/],
    [
      'lists before',
      'not-exercised',
      (one) => {
        one.call(declared('a', create()), LOST)
        one.call()
        one.call(declared('a', create()), CREATED)
      },
      /sent another creation/,
    ],
    [
      'makes no call after the lost reply',
      'not-exercised',
      (one) => one.call(declared('a', create()), LOST),
      /let it make another call with the same key/,
    ],
    [
      'gave up and creates again',
      'failed',
      (one) => tries(one, declared('a', create()), { gaveUp: true, carriedOut: true, took: 500 }, [100], CREATED),
      /The client gave up a creation after 0.5 s/,
    ],
    [
      'changes the body',
      'advised',
      (one) => {
        one.call(declared('a', create()), LOST)
        one.call(declared('a', create('Bo')), CREATED)
      },
    ],
    [
      'lost a creation that was not carried out',
      'not-exercised',
      (one) => tries(one, declared('a', create()), { fault: 'reset', passes: 'used-up' }, [100], CREATED),
    ],
  ],
  'no-duplicates': [
    [
      'creates a twin, even after a look',
      'failed',
      (one) => {
        one.call(declared('a', create()), LOST)
        one.call()
        one.call(declared('a', create()), CREATED)
      },
    ],
    [
      'makes no call after the lost reply',
      'not-exercised',
      (one) => one.call(declared('a', create()), LOST),
      /let it make another call with the same key/,
    ],
    ['creates once', 'not-exercised', (one) => one.call(declared('a', create()), CREATED)],
  ],
  'keeps-int64': [
    [
      'sends ids back exactly',
      'passed',
      (one) => {
        one.call({}, { body: '[{"id":9007199254740993}]' })
        one.call({ path: '/v1/pets/9007199254740993' })
      },
    ],
    [
      'rounds two ids',
      'failed',
      (one) => {
        one.call({}, { body: '[{"id":9007199254740997},{"id":9007199254741001}]' })
        for (const id of ['9007199254740996', '9007199254741000']) one.call({ path: `/v1/pets/${id}` }, { status: 404 })
      },
    ],
    [
      'rounds one id',
      'advised',
      (one) => {
        one.call({}, { body: '[{"id":9007199254740993}]' })
        one.call({ path: '/v1/pets/9007199254740992' }, { status: 404 })
      },
    ],
    [
      'sends a big id before any was given out',
      'not-exercised',
      (one) => {
        one.call({ path: '/v1/pets/9007199254740992' }, { status: 404 })
        one.call({}, { body: '[{"id":9007199254740993}]' })
      },
    ],
    [
      'got its own category back',
      'not-exercised',
      (one) => {
        one.call({}, { body: '[{"id":1,"categoryId":9007199254740993}]' })
        one.call({ path: '/v1/pets/9007199254740992' }, { status: 404 })
      },
    ],
  ],
  'times-out': [
    ['ends a call that hangs', 'passed', (one) => one.call({}, { fault: 'hang', took: 5000, passes: 'never' })],
    ['waits more than a minute', 'advised', (one) => one.call({}, { fault: 'hang', took: 60_001, passes: 'never' })],
    ['meets a slow reply', 'not-exercised', (one) => one.call({}, { took: 70_000 })],
  ],
  'valid-requests': [
    ['keeps the contract', 'clear', (one) => one.call()],
    ['always breaks one place', 'failed', (one) => times(3, (index) => one.call({ query: `limit=${200 + index}` }, { status: 400 }))],
    ['sends one wrong request often', 'advised', (one) => times(9, () => one.call({ query: 'limit=200' }, { status: 400 }))],
    [
      'sends a valid one too',
      'advised',
      (one) => {
        one.call()
        times(3, (index) => one.call({ query: `limit=${200 + index}` }, { status: 400 }))
      },
    ],
    [
      'breaks a place in two ways',
      'advised',
      (one) => [-1, 200, 300].forEach((limit) => void one.call({ query: `limit=${limit}` }, { status: 400 })),
    ],
    [
      'announces its mistakes',
      'not-exercised',
      (one) => times(3, (index) => one.call({ query: `limit=${200 + index}`, testCase: { name: 'a', expect: [400] } }, { status: 400 })),
    ],
  ],
  'meets-expectation': [
    ['gets its status', 'passed', (one) => one.call({ testCase: { name: 'a', expect: [404] } }, { status: 404 })],
    ['gets another one', 'failed', (one) => one.call({ testCase: { name: 'a', expect: [404] } })],
    [
      'runs into the real limit',
      'not-exercised',
      (one) => one.call({ testCase: { name: 'a', expect: [200] } }, { status: 429, isReal: true }),
    ],
    ['gives up itself', 'not-exercised', (one) => one.call({ testCase: { name: 'a', expect: [200] } }, { gaveUp: true })],
    ['announces nothing', 'not-exercised', (one) => one.call({ testCase: { name: 'a' } })],
  ],
  authenticates: [
    ['sends its key', 'passed', (one) => one.call()],
    ['never sends one', 'failed', (one) => times(3, () => one.call({}, { status: 401 }, { userAgent: 'x/1' }))],
    ['calls twice without', 'not-exercised', (one) => times(2, () => one.call({}, { status: 401 }, { userAgent: 'x/1' }))],
    [
      'sends different wrong keys',
      'advised',
      (one) => times(3, (index) => one.call({}, { status: 401 }, { key: `k${index}`, hasWrongKey: true })),
    ],
    [
      'forgets it with one operation',
      'advised',
      (one) => {
        one.call()
        times(3, () => one.call({ path: '/v1/store/orders' }, { status: 401 }, { userAgent: 'pet-client/1.2' }))
      },
    ],
  ],
  recovers: [
    ['comes back after a 429', 'passed', (one) => tries(one, {}, asked(1), [1000], {})],
    [
      'never comes back',
      'advised',
      (one) => {
        times(3, (index) => one.call({ query: `limit=${index + 1}` }, asked(1)))
        one.sleep(7000)
        one.call()
      },
    ],
    ['ends before the wait is over', 'not-exercised', (one) => times(3, (index) => one.call({ query: `limit=${index + 1}` }, asked(1)))],
  ],
  'retries-safe-calls': [
    ['tries a GET again', 'passed', (one) => tries(one, {}, { status: 500, passes: 'used-up' }, [100], {})],
    [
      'never tries again',
      'advised',
      (one) => {
        times(3, (index) => one.call({ query: `limit=${index + 1}` }, { status: 500, passes: 'used-up' }))
        one.sleep(6000)
        one.call()
      },
    ],
    [
      'meets only errors for good',
      'not-exercised',
      (one) => {
        times(3, (index) => one.call({ query: `limit=${index + 1}` }, DOWN))
        one.sleep(6000)
        one.call()
      },
    ],
    [
      'tries an error for good again',
      'not-exercised',
      (one) => tries(one, declared('a'), DOWN, [100, 200, 400, 800]),
      /its failure did not pass: play flaky/,
    ],
  ],
  'no-removed-calls': [
    [
      'makes other calls after the removal',
      'clear',
      (one) => {
        one.setClock(Date.UTC(2031, 0))
        one.call()
        one.call({ query: 'limit=2' })
      },
      /^Nothing against it in 2 calls/,
    ],
    ['calls before the removal only', 'not-exercised', (one) => one.call({ path: '/v1/pets/1' }), /Set the clock of the world/],
    [
      'calls after the removal, on a clock that was set',
      'advised',
      (one) => {
        one.setClock(Date.UTC(2031, 0))
        one.call({ path: '/v1/pets/1' }, { status: 404 })
      },
    ],
    [
      'announces it',
      'not-exercised',
      (one) => {
        one.setClock(Date.UTC(2031, 0))
        one.call({ path: '/v1/pets/1', testCase: { name: 'a', expect: [404] } }, { status: 404 })
      },
    ],
  ],
  'no-deprecated-calls': [
    ['calls other operations', 'clear', (one) => one.call()],
    ['calls a deprecated one', 'advised', (one) => one.call({ path: '/v1/pets/1' })],
    [
      'announces its only calls',
      'not-exercised',
      (one) => one.call({ path: '/v1/pets/1', testCase: { name: 'a', expect: [404] } }, { status: 404 }),
      /announced/,
    ],
  ],
  'known-fields': [
    ['sends known ones', 'clear', (one) => one.call({ query: 'limit=2' })],
    ['sends unknown ones', 'advised', (one) => one.call({ query: 'limt=2' })],
  ],
  'watches-limits': [
    [
      'runs into the limit in two windows',
      'advised',
      (one) =>
        times(2, (index) => {
          one.call({}, { remaining: 0, reset: 100 + index })
          one.sleep(300)
          one.call({}, { status: 429, isReal: true, reset: 100 + index })
        }),
    ],
    [
      'waits for two windows',
      'passed',
      (one) =>
        times(3, (index) => {
          one.call({}, { remaining: 0, reset: 100 + index })
          one.sleep(3000)
        }),
    ],
    ['never uses a window up', 'not-exercised', (one) => one.call()],
  ],
  'follows-paging': [
    [
      'makes up two cursors',
      'advised',
      (one) => ['a', 'b'].forEach((cursor) => void one.call({ query: `cursor=${cursor}` }, { status: 400 })),
    ],
    ['makes up one', 'not-exercised', (one) => one.call({ query: 'cursor=a' }, { status: 400 })],
    [
      'makes up two, and follows a Link',
      'passed',
      (one) => {
        for (const cursor of ['a', 'b']) one.call({ query: `cursor=${cursor}` }, { status: 400 })
        one.call({ query: 'cursor=AAAAAAAAAAI' })
      },
    ],
  ],
  'reuses-connections': [
    ['keeps one open', 'passed', (one) => times(25, () => one.call())],
    [
      'opens one for each call',
      'advised',
      (one) => times(25, () => one.call({}, {}, { key: 'sandbox_free_w1', userAgent: 'x/1', reconnects: true })),
    ],
    [
      'is a command that runs 25 times',
      'not-exercised',
      (one) =>
        times(25, () => {
          one.sleep(6)
          one.call({}, {}, { key: 'sandbox_free_w1', userAgent: 'x/1', reconnects: true })
        }),
    ],
  ],
  'identifies-itself': [
    ['names itself', 'passed', (one) => times(3, () => one.call())],
    [
      'names itself behind its library',
      'passed',
      (one) => times(3, () => one.call({}, {}, { key: 'sandbox_free_w1', userAgent: 'axios/1.7.0 shop/2.1' })),
    ],
    [
      'has the name of its library',
      'advised',
      (one) => times(3, () => one.call({}, {}, { key: 'sandbox_free_w1', userAgent: 'python-requests/2.32' })),
    ],
    ['has none', 'advised', (one) => times(3, () => one.call({}, {}, { key: 'sandbox_free_w1', userAgent: '' }))],
    ['is a person who tries curl', 'not-exercised', (one) => one.call({}, {}, { key: 'sandbox_free_w1', userAgent: 'curl/8' })],
  ],
  'key-not-in-url': [
    ['keeps it out', 'clear', (one) => one.call()],
    ['has it in the query', 'failed', (one) => one.call({ query: 'key=sandbox%5Ffree' })],
    ['has it in the path', 'failed', (one) => one.call({ path: '/v1/pets/sandbox_free_w1' }, { status: 404 })],
  ],
}

function times7(gap: number): number[] {
  return Array(7).fill(gap)
}

describe.each(Object.entries(rules))('%s', (name, rows) => testRule(name, rows))

test('a creation that is sent again is not excused by a mocked sleep, because waiting does not matter', () => {
  const report = judge((one) => {
    one.call(declared('a', create()), LOST)
    one.call(declared('a', create()), CREATED)
  })
  for (const name of ['no-blind-create-retry', 'no-duplicates'])
    expect(ruleOf(report, name).findings[0]?.dismissedBy).toBe('the test itself sends the call again: leave out calls=1')
})
