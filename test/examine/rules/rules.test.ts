// Each rule, with clients of known behaviour on a simulated clock: what a client does, and the result of the rule.

import { describe, expect, test } from 'vitest'
import type { Answer, Ask, VirtualClient } from '../../../bench/judge/virtual-exchange.ts'
import type { VirtualSandbox } from '../../../bench/judge/virtual-sandbox.ts'
import { judge, type Row, ruleOf, type Step, testRule } from './standing.ts'

const declared = (id: string, more: Ask['testCase'] = { name: 'a' }): Ask => ({ testCase: { ...more, calls: 1, id } })
const expecting = (...statuses: number[]) => ({ testCase: { name: 'a', expect: statuses } })
const asked = (retryAfter: number, more: Answer = {}): Answer => ({ status: 503, retryAfter, passes: 'used-up', ...more })
const create = (name = 'Rex'): Ask => ({ method: 'POST', body: `{"name":"${name}","categoryId":1}` })
const LIMITED: Answer = { status: 429, retryAfter: 2, passes: 'used-up', took: 0 }
const DOWN: Answer = { status: 500, passes: 'never' }
const UNAUTHORIZED: Answer = { status: 401, passes: 'never' }
const FLAKY: Answer = { status: 500, passes: 'used-up' }
const LOST: Answer = { fault: 'reset', carriedOut: true, passes: 'used-up' }
const CREATED: Answer = { status: 201, body: '{"id":16,"name":"Rex","categoryId":1,"status":"available"}' }

/** A declared test and another one; a creation in a declared test; a list. */
const A = declared('a')
const B = declared('b')
const CREATE: Ask = { ...A, ...create() }
const LIST: Step = [{}]

/** The same call with these waits between, in milliseconds. */
const tries = (ask: Ask, answer: Answer, waits: readonly number[], last = answer): Step[] => [
  [ask, answer],
  ...waits.flatMap((wait, index): Step[] => [wait, [ask, index === waits.length - 1 ? last : answer]]),
]
const times = (count: number, step: (index: number) => readonly Step[]): Step[] =>
  Array.from({ length: count }, (_, index) => step(index)).flat()
/** Calls with these limits. */
const limits =
  (...values: number[]) =>
  (answer: Answer) =>
    values.map((value): Step => [{ query: `limit=${value}` }, answer])
const seven = (gap: number): number[] => Array(7).fill(gap)
const on = (ms: number) => (one: VirtualSandbox) => one.setClock(ms)
const counting = (...counts: number[]) =>
  counts.flatMap((count): Step[] => [[{ headers: { 'X-Retry-Count': String(count) } }, asked(10)], 100])
const as = (more: VirtualClient): VirtualClient => ({ key: 'sandbox_free_w1', ...more })
const IN_2031 = on(Date.UTC(2031, 0))
const GET: Ask = { path: '/v1/pets/1' }
const at = (ms: number) => (one: VirtualSandbox) => {
  one.now = ms
}

const rules: Readonly<Record<string, readonly Row[]>> = {
  'honours-retry-after': [
    ['waits in two lengths, as asked', 'passed', [...tries(A, asked(1), [1000], {}), ...tries(B, asked(3), [3000], {})]],
    ['always waits the same', 'not-exercised', [...tries(A, asked(1), [3000], {}), ...tries(B, asked(3), [3000], {})]],
    ['comes back 51 ms and a thousandth too early', 'failed', tries(A, asked(10), [9939])],
    ['comes back within the tolerance', 'not-exercised', tries(A, asked(10), [9941])],
    ...[0, 1, 500, 980, 999].flatMap((phase): Row[] => [
      [
        `waits until X-RateLimit-Reset, or half a second less than the 2 s that a 429 asks for, ${phase} ms after a full second`,
        'not-exercised',
        [at(5000 + phase), ...tries(A, LIMITED, [2000 - phase], {}), at(10_000 + phase), ...tries(B, LIMITED, [1500], {})],
      ],
      [
        `comes back after 0.9 s of 2 s that a 429 asks for, ${phase} ms after a full second`,
        'failed',
        [at(5000 + phase), ...tries(A, LIMITED, [900], {})],
      ],
    ]),
    ['comes back at once after a 429 that asks for 1 s', 'not-exercised', tries(A, { ...LIMITED, retryAfter: 1 }, [10], {})],
    [
      'comes back at once after a 503 that asks for 1 s, although a limit is nearly over',
      'failed',
      tries(A, asked(1, { headers: { 'X-RateLimit-Reset': '0' } }), [10], {}),
    ],
    ['comes back early, without a sign', 'advised', tries({}, asked(10), [5000])],
    [
      'comes back early with an announced error, in a declared test',
      'failed',
      tries(declared('a', { name: 'a', expect: [503] }), asked(10), [5000]),
    ],
    ['comes back early with an announced error', 'not-exercised', tries(expecting(503), asked(10), [5000])],
    [
      'comes back early with an announced error, and waits once without a sign',
      'not-exercised',
      [...tries(expecting(503), asked(10), [5000]), ...tries({}, asked(1), [1000], {})],
    ],
    ['repeats a success in a declared test', 'advised', [[A], [A], ...tries(A, asked(10), [10])]],
    ['waits for more than a day less than asked', 'not-exercised', tries(A, asked(90_000), [10])],
    [
      'waits on a clock that a test moved',
      'not-exercised',
      [[A, asked(1)], (one) => one.advance(1), [A], [B, asked(5)], (one) => one.advance(5), [B]],
    ],
    ['reads the date of a world in 2030', 'not-exercised', [on(Date.UTC(2030, 0)), ...tries(A, asked(10, { form: 'date' }), [10])]],
    [
      'calls in parallel',
      'not-exercised',
      [
        (one) => {
          const both = [one.begin(A), one.begin(A)]
          one.sleep(5)
          for (const call of both) one.end(call, asked(10))
        },
      ],
    ],
    [
      'calls in parallel, and soon once more over a new connection',
      'not-exercised',
      [
        (one) => {
          const both = [one.begin(A), one.begin(A)]
          one.sleep(5)
          for (const call of both) one.end(call, asked(10))
          one.sleep(100)
          one.end(one.begin(A, undefined, one.now), asked(10))
        },
      ],
    ],
    ['counts its tries', 'failed', counting(0, 1)],
    ['counts something else', 'not-exercised', counting(0, 0, 0)],
    ['counts from another start', 'advised', counting(4, 5)],
    ['had its scenario changed in between', 'not-exercised', [[A, asked(10)], (one) => one.putScenarios('flaky'), [A, asked(10)]]],
  ],
  'reads-retry-after': [
    ['reads both forms', 'passed', [...tries(A, asked(1), [1000], {}), ...tries(B, asked(4, { form: 'date' }), [4000], {})]],
    ['reads only seconds', 'failed', [...tries(A, asked(1), [1000], {}), ...tries(B, asked(10, { form: 'date' }), [1000])]],
    ['saw only seconds', 'not-exercised', tries(A, asked(1), [1000], {})],
  ],
  'backs-off': [
    ['waits longer each time', 'passed', tries(A, DOWN, [100, 200, 400, 800])],
    ['tries at once', 'failed', tries(A, DOWN, seven(2))],
    ['tries at once on a busy machine', 'failed', tries(A, DOWN, [2, 90, 2, 2, 400, 2, 2, 30, 2])],
    ['waits 19 ms', 'failed', tries(A, DOWN, seven(19))],
    ['waits 9 ms, but once 20 ms', 'advised', tries(A, DOWN, [9, 9, 9, 20, 9, 9, 9])],
    ['waits longer each time, but never 20 ms', 'advised', tries(A, DOWN, [8, 8, 9, 14, 16, 18])],
    ['tries at once five times', 'advised', tries(A, DOWN, [2, 2, 2, 2, 2])],
    ['tries at once without a sign', 'advised', tries({}, DOWN, [19, 19, 19])],
    ['waits 60 ms after two short waits, and then 80 ms', 'not-exercised', tries(A, DOWN, [1, 1, 60, 60, 80, 80, 80, 80])],
    ['tries twice at once', 'not-exercised', tries(A, DOWN, [2, 2])],
    ['waits 21 ms', 'not-exercised', tries(A, DOWN, [21, 21, 21, 21])],
    ['was told to come back at once', 'not-exercised', tries(A, asked(0), seven(1))],
    ['waits the same nine times', 'advised', tries({}, DOWN, Array(9).fill(100))],
  ],
  'gives-up': [
    ['stops and goes on with other calls', 'passed', [...tries(A, DOWN, [100, 200]), 50, [{ query: 'limit=2' }]]],
    ['stops after one call', 'not-exercised', [[A, DOWN], 50, [{ query: 'limit=2' }]]],
    ['tries 21 times within a minute', 'failed', tries(A, DOWN, Array(20).fill(1000))],
    ['tries 21 times within a minute, until it succeeds', 'failed', tries(A, DOWN, Array(21).fill(1000), {})],
    ['tries 20 times within a minute', 'not-exercised', tries(A, DOWN, Array(19).fill(1000))],
    ['runs 25 tests of one error', 'advised', tries({}, DOWN, Array(24).fill(300))],
    [
      'tries five times and makes no further call, after another call that failed once',
      'not-exercised',
      [[{ ...A, query: 'limit=3' }, DOWN], ...tries(B, DOWN, [100, 200, 400, 800])],
    ],
  ],
  'gives-up-on-refusals': [
    ['does not try again', 'passed', [[A, UNAUTHORIZED], 50, LIST]],
    ['tries four times more', 'failed', tries(A, UNAUTHORIZED, [100, 100, 100, 100])],
    ['tries five times more, until it succeeds', 'failed', tries(A, UNAUTHORIZED, [100, 100, 100, 100, 100], {})],
    ['tries three times more', 'not-exercised', tries(A, UNAUTHORIZED, [100, 100, 100])],
    ['declares nothing', 'not-exercised', [[{}, UNAUTHORIZED]]],
    ['makes no call after the refusal, in a declared test', 'not-exercised', [[A, UNAUTHORIZED]]],
    ['announces the refusal', 'not-exercised', [[declared('a', { name: 'a', expect: [401] }), UNAUTHORIZED], 50, LIST]],
    ['polls for an item', 'not-exercised', tries(A, { status: 404, passes: 'never' }, Array(9).fill(100))],
  ],
  'no-blind-create-retry': [
    ['leaves a lost creation alone', 'passed', [[CREATE, LOST], 50, [GET]]],
    ['creates again', 'failed', tries(CREATE, LOST, [100], CREATED)],
    ['creates again without a sign', 'advised', tries(create(), LOST, [100], CREATED)],
    ['lists before', 'not-exercised', [[CREATE, LOST], LIST, [CREATE, CREATED]]],
    ['makes no call after the lost reply', 'not-exercised', [[CREATE, LOST]]],
    ['gave up and creates again', 'failed', tries(CREATE, { gaveUp: true, carriedOut: true, took: 500 }, [100], CREATED)],
    [
      'changes the body',
      'advised',
      [
        [CREATE, LOST],
        [{ ...A, ...create('Bo') }, CREATED],
      ],
    ],
    ['lost a creation that was not carried out', 'not-exercised', tries(CREATE, { fault: 'reset', passes: 'used-up' }, [100], CREATED)],
  ],
  'no-duplicates': [
    ['creates a twin, even after a look', 'failed', [[CREATE, LOST], LIST, [CREATE, CREATED]]],
    ['makes no call after the lost reply', 'not-exercised', [[CREATE, LOST]]],
    ['creates once', 'not-exercised', [[CREATE, CREATED]]],
  ],
  'keeps-int64': [
    ['sends ids back exactly', 'passed', [gives('9007199254740993'), [{ path: '/v1/pets/9007199254740993' }]]],
    [
      'rounds two ids',
      'failed',
      [[{}, { body: '[{"id":9007199254740997},{"id":9007199254741001}]' }], asksFor('9007199254740996'), asksFor('9007199254741000')],
    ],
    ['rounds one id', 'advised', [gives('9007199254740993'), asksFor('9007199254740992')]],
    ['sends a big id before any was given out', 'not-exercised', [asksFor('9007199254740992'), gives('9007199254740993')]],
    [
      'got its own category back',
      'not-exercised',
      [[{}, { body: '[{"id":1,"categoryId":9007199254740993}]' }], asksFor('9007199254740992')],
    ],
  ],
  'times-out': [
    ['ends a call that hangs', 'passed', [[{}, { fault: 'hang', took: 5000, passes: 'never' }]]],
    ['waits more than a minute', 'advised', [[{}, { fault: 'hang', took: 60_001, passes: 'never' }]]],
    ['meets a slow reply', 'not-exercised', [[{}, { took: 70_000 }]]],
  ],
  'valid-requests': [
    ['keeps the contract', 'clear', [LIST]],
    ['always breaks one place', 'failed', limits(200, 201, 202)({ status: 400 })],
    ['sends one wrong request often', 'advised', limits(...Array(9).fill(200))({ status: 400 })],
    ['sends a valid one too', 'advised', [LIST, ...limits(200, 201, 202)({ status: 400 })]],
    ['breaks a place in two ways', 'advised', limits(-1, 200, 300)({ status: 400 })],
    [
      'announces its mistakes',
      'not-exercised',
      times(3, (index) => [[{ query: `limit=${200 + index}`, ...expecting(400) }, { status: 400 }]]),
    ],
  ],
  'meets-expectation': [
    ['gets its status', 'passed', [[expecting(404), { status: 404 }]]],
    ['gets another one', 'failed', [[expecting(404)]]],
    ['runs into the real limit', 'not-exercised', [[expecting(200), { status: 429, isReal: true }]]],
    ['gives up itself', 'not-exercised', [[expecting(200), { gaveUp: true }]]],
    ['announces nothing', 'not-exercised', [[{ testCase: { name: 'a' } }]]],
  ],
  authenticates: [
    ['sends its key', 'passed', [LIST]],
    ['never sends one', 'failed', times(3, () => [[{}, { status: 401 }, { userAgent: 'x/1' }]])],
    ['calls twice without', 'not-exercised', times(2, () => [[{}, { status: 401 }, { userAgent: 'x/1' }]])],
    ['sends different wrong keys', 'advised', times(3, (index) => [[{}, { status: 401 }, { key: `k${index}`, hasWrongKey: true }]])],
    [
      'forgets it with one operation',
      'advised',
      [LIST, ...times(3, () => [[{ path: '/v1/store/orders' }, { status: 401 }, { userAgent: 'pet-client/1.2' }]])],
    ],
  ],
  recovers: [
    ['comes back after a 429', 'passed', tries({}, asked(1), [1000], {})],
    ['never comes back', 'advised', [...limits(1, 2, 3)(asked(1)), 7000, LIST]],
    ['ends before the wait is over', 'not-exercised', limits(1, 2, 3)(asked(1))],
  ],
  'retries-safe-calls': [
    ['tries a GET again', 'passed', tries({}, FLAKY, [100], {})],
    ['never tries again', 'advised', [...limits(1, 2, 3)(FLAKY), 6000, LIST]],
    ['meets only errors for good', 'not-exercised', [...limits(1, 2, 3)(DOWN), 6000, LIST]],
    ['tries an error for good again', 'not-exercised', tries(A, DOWN, [100, 200, 400, 800])],
  ],
  'no-removed-calls': [
    ['makes other calls after the removal', 'clear', [IN_2031, LIST, [{ query: 'limit=2' }]]],
    ['calls before the removal only', 'not-exercised', [[GET]]],
    ['calls after the removal, on a clock that was set', 'advised', [IN_2031, [GET, { status: 404 }]]],
    ['announces it', 'not-exercised', [IN_2031, [{ ...GET, ...expecting(404) }, { status: 404 }]]],
  ],
  'no-deprecated-calls': [
    ['calls other operations', 'clear', [LIST]],
    ['calls a deprecated one', 'advised', [[GET]]],
    ['announces its only calls', 'not-exercised', [[{ ...GET, ...expecting(404) }, { status: 404 }]]],
  ],
  'known-fields': [
    ['sends known ones', 'clear', [[{ query: 'limit=2' }]]],
    ['sends unknown ones', 'advised', [[{ query: 'limt=2' }]]],
  ],
  'watches-limits': [
    [
      'runs into the limit in two windows',
      'advised',
      times(2, (index) => [[{}, { remaining: 0, reset: 100 + index }], 300, [{}, { status: 429, isReal: true, reset: 100 + index }]]),
    ],
    ['waits for two windows', 'passed', times(3, (index) => [[{}, { remaining: 0, reset: 100 + index }], 3000])],
    ['never uses a window up', 'not-exercised', [LIST]],
  ],
  'follows-paging': [
    ['makes up two cursors', 'advised', [pages('a'), pages('b')]],
    ['makes up one', 'not-exercised', [pages('a')]],
    ['makes up two, and follows a Link', 'passed', [pages('a'), pages('b'), [{ query: 'cursor=AAAAAAAAAAI' }]]],
  ],
  'reuses-connections': [
    ['keeps one open', 'passed', times(25, () => [LIST])],
    ['opens one for each call', 'advised', times(25, () => [[{}, {}, as({ userAgent: 'x/1', reconnects: true })]])],
    ['is a command that runs 25 times', 'not-exercised', times(25, () => [6, [{}, {}, as({ userAgent: 'x/1', reconnects: true })]])],
  ],
  'identifies-itself': [
    ['names itself', 'passed', times(3, () => [LIST])],
    ['names itself behind its library', 'passed', times(3, () => [[{}, {}, as({ userAgent: 'axios/1.7.0 shop/2.1' })]])],
    ['has the name of its library', 'advised', times(3, () => [[{}, {}, as({ userAgent: 'python-requests/2.32' })]])],
    ['has none', 'advised', times(3, () => [[{}, {}, as({ userAgent: '' })]])],
    ['is a person who tries curl', 'not-exercised', [[{}, {}, as({ userAgent: 'curl/8' })]]],
  ],
  'key-not-in-url': [
    ['keeps it out', 'clear', [LIST]],
    ['has it in the query', 'failed', [[{ query: 'key=sandbox%5Ffree' }]]],
    ['has it in the path', 'failed', [[{ path: '/v1/pets/sandbox_free_w1' }, { status: 404 }]]],
  ],
}

function gives(id: string): Step {
  return [{}, { body: `[{"id":${id}}]` }]
}
function asksFor(id: string): Step {
  return [{ path: `/v1/pets/${id}` }, { status: 404 }]
}
function pages(cursor: string): Step {
  return [{ query: `cursor=${cursor}` }, { status: 400 }]
}

const LIBRARIES =
  `node node.js undici node-fetch axios got ky superagent node-superagent needle deno bun cypress python-requests python-urllib
  python-urllib3 python-httpx python aiohttp urllib3 httpie cpython linux go-http-client go-resty java java-http-client okhttp
  apache-httpclient apache-cxf jersey ktor-client reactornetty spring ruby faraday rest-client typhoeus http.rb guzzlehttp symfony php pear
  reqwest hyper ureq restsharp dart libwww-perl lwp curl wget libcurl powershell darwin postmanruntime insomnia bruno-runtime k6
  openapi-generator swagger-codegen unirest unirest-java alamofire cfnetwork`.split(/\s+/)

test('the default name of each of these libraries and tools names no client', () => {
  const report = judge(LIBRARIES.flatMap((name) => times(3, () => [[{}, {}, as({ userAgent: `${name.toUpperCase()}/1.0` })]])))
  const { findings } = ruleOf(report, 'identifies-itself')
  expect(findings.map(({ observed }) => /User-Agent (\S+)\/1/.exec(observed)?.[1]?.toLowerCase()).sort()).toEqual(LIBRARIES.toSorted())
})

describe.each(Object.entries(rules))('%s', (name, rows) => testRule(name, rows))

test('the findings, hints and timelines of all these clients stand in said.txt', async () => {
  const said = Object.entries(rules).flatMap(([name, rows]) =>
    rows.map(([title, standing, steps]) => {
      const report = judge(steps)
      const { calls, callsLeftOut, waited, balance } = report
      const { hint = '', findings } = ruleOf(report, name)
      const lines = [
        hint,
        ...findings.flatMap(({ evidence, ...finding }) => [finding, ...evidence]),
        ...calls,
        { callsLeftOut, waited, balance },
      ]
      return [`${name}: a client that ${title}: ${standing}`, ...lines.map((line) => JSON.stringify(line)), ''].join('\n')
    }),
  )
  await expect(said.join('\n')).toMatchFileSnapshot('said.txt')
})
