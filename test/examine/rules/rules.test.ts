// Each rule, with clients of known behaviour on a simulated clock: what came, and the result of the rule. said.txt lists what the report
// prints of each.

import { describe, expect, test } from 'vitest'
import type { Answer, Ask, VirtualClient } from '../../../bench/judge/virtual-exchange.ts'
import type { VirtualSandbox } from '../../../bench/judge/virtual-sandbox.ts'
import { listFacts } from '../../../src/examine/formats/describe.ts'
import { rules } from '../../../src/examine/rules/table.ts'
import { checkFindings, findingsOf, judge, linesOf, type Row, ruleOf, type Step } from './standing.ts'

const expecting = (...statuses: number[]) => ({ testCase: { name: 'a', expect: statuses } })
const asked = (retryAfter: number, more: Answer = {}): Answer => ({ status: 503, retryAfter, isPlayed: true, ...more })
const create = (name = 'Rex'): Ask => ({ method: 'POST', body: `{"name":"${name}","categoryId":1}` })
const LIMITED: Answer = { status: 429, retryAfter: 2, isPlayed: true, took: 0 }
const DOWN: Answer = { status: 500, isPlayed: true }
const UNAUTHORIZED: Answer = { status: 401, isPlayed: true }
const LOST: Answer = { fault: 'reset', carriedOut: true, isPlayed: true }
/** A scenario made the reply late, and the client did not wait for it. */
const LEFT: Answer = { gaveUp: true, took: 2000, isPlayed: true }
const CREATED: Answer = { status: 201, body: '{"id":16,"name":"Rex","categoryId":1,"status":"available"}' }
const CREATE = create()
const LIST: Step = [{}]
const GET: Ask = { path: '/v1/pets/1' }

/** The same call with these waits between, in milliseconds. */
const tries = (ask: Ask, answer: Answer, waits: readonly number[], last = answer): Step[] => [
  [ask, answer],
  ...waits.flatMap((wait, index): Step[] => [wait, [ask, index === waits.length - 1 ? last : answer]]),
]
const times = (count: number, step: (index: number) => readonly Step[]): Step[] =>
  Array.from({ length: count }, (_, index) => step(index)).flat()
/** Calls with these limits. */
const limits =
  (...values: (number | string)[]) =>
  (answer: Answer) =>
    values.map((value): Step => [{ query: `limit=${value}` }, answer])
const at = (ms: number) => (one: VirtualSandbox) => {
  one.now = ms
}
const on = (ms: number) => (one: VirtualSandbox) => one.setClock(ms)
const IN_2031 = on(Date.UTC(2031, 0))
const KEYLESS: VirtualClient = { userAgent: 'x/1' }
const wrongKey = (key: string): VirtualClient => ({ key, hasWrongKey: true })
const inParallel = (ask: Ask, answer: Answer, count: number) => (one: VirtualSandbox) => {
  const calls = Array.from({ length: count }, () => one.begin(ask))
  one.sleep(5)
  for (const call of calls) one.end(call, answer)
}
const gives = (...ids: string[]): Step => [{}, { body: `[${ids.map((id) => `{"id":${id}}`).join()}]` }]
/** So many big ids that the reply is long. */
const MANY = Array.from({ length: 50 }, (_, index) => String(9007199254740993n + 2n * BigInt(index)))
const asksFor = (id: string): Step => [{ path: `/v1/pets/${id}` }, { status: 404 }]
const inCase = (name: string, ask: Ask = {}): Ask => ({ ...ask, testCase: { name } })

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  'valid-requests': [
    ['right requests', 'clear', [LIST]],
    ['three different requests with the same mistake, and no other', 'broken', limits('a', 'b', 'c')({ status: 400 })],
    [
      'the same mistake by two programs',
      'broken',
      [...limits('a', 'b')({ status: 400 }), [{ query: 'limit=c' }, { status: 400 }, KEYLESS]],
    ],
    ['three numbers out of bounds, which may test the bound', 'advised', limits(200, 201, 202)({ status: 400 })],
    ['one wrong request, whose reply never came', 'advised', limits(200)({ fault: 'reset', isPlayed: true })],
    ['one wrong request, nine times', 'advised', limits(...Array(9).fill(200))({ status: 400 })],
    ['the same mistake, and a right request too', 'advised', [LIST, ...limits('a', 'b', 'c')({ status: 400 })]],
    ['the same mistake, and a right request of another program', 'advised', [[{}, {}, KEYLESS], ...limits('a', 'b', 'c')({ status: 400 })]],
    ['one place that is broken in two ways', 'advised', limits(-1, 200, 300)({ status: 400 })],
    ['announced mistakes', 'not-exercised', times(3, (index) => [[{ query: `limit=${200 + index}`, ...expecting(400) }, { status: 400 }]])],
    [
      'one announced mistake, and three others',
      'advised',
      [[{ query: 'limit=300', ...expecting(400) }, { status: 400 }], ...limits('a', 'b', 'c')({ status: 400 })],
    ],
  ],
  'meets-expectation': [
    ['the announced status', 'shown', [[expecting(404), { status: 404 }]]],
    ['another status', 'broken', [[expecting(404)]]],
    [
      'one of two announced statuses, in one of two calls',
      'shown',
      [
        [expecting(404, 410), { status: 200 }],
        [expecting(404, 410), { status: 410 }],
      ],
    ],
    ['an announced success that does not come', 'not-exercised', [[expecting(201), { status: 404 }]]],
    ['the real limit', 'not-exercised', [[expecting(200), { status: 429, isReal: true }]]],
    ['the end of the connection', 'not-exercised', [[expecting(200), { gaveUp: true }]]],
    ['nothing announced', 'not-exercised', [[inCase('a')]]],
  ],
  authenticates: [
    ['calls with the key', 'shown', [LIST]],
    ['three calls without a key, and no other', 'broken', times(3, () => [[{}, { status: 401 }, KEYLESS]])],
    ['three calls with one wrong key, and no other', 'broken', times(3, () => [[{}, { status: 401 }, wrongKey('k')]])],
    ['three calls with several wrong keys, and no other', 'advised', times(3, (index) => [[{}, { status: 401 }, wrongKey(`k${index}`)]])],
    ['two calls without a key', 'not-exercised', times(2, () => [[{}, { status: 401 }, KEYLESS]])],
    [
      'one announced call without a key, and three others',
      'advised',
      [[expecting(401), { status: 401 }, KEYLESS], ...times(3, (): Step[] => [[{}, { status: 401 }, KEYLESS]])],
    ],
    [
      'an operation without a key, and another one with it',
      'advised',
      [LIST, ...times(3, (): Step[] => [[{ path: '/v1/store/orders' }, { status: 401 }, KEYLESS]])],
    ],
    ['an operation with the key and without it', 'clear', [LIST, ...times(3, (): Step[] => [[{}, { status: 401 }, KEYLESS]])]],
  ],
  'key-not-in-url': [
    ['no key in a URL', 'clear', [LIST]],
    ['a key in the query, beside the header', 'broken', [[{ query: 'key=sandbox%5Ffree' }]]],
    ['a key in the path, beside the header', 'broken', [[{ path: '/v1/pets/sandbox_free_w1' }, { status: 404 }]]],
    ['a key in the query that is refused', 'advised', [[{ query: 'key=sandbox_free' }, { status: 401 }, KEYLESS]]],
    ['an announced refusal', 'clear', [[{ query: 'key=sandbox_free', ...expecting(401) }, { status: 401 }, KEYLESS]]],
  ],
  'honours-retry-after': [
    ['a call that comes back as asked', 'clear', tries({}, asked(1), [1000], {})],
    ['a call that comes 51 ms and a thousandth too early', 'advised', tries({}, asked(10), [9939])],
    ['a call within the tolerance', 'clear', tries({}, asked(10), [9941])],
    ...[0, 999].flatMap((phase): Row[] => [
      [
        `a call at X-RateLimit-Reset, and one after 1.5 s of 2 s, ${phase} ms after a full second`,
        'clear',
        [at(5000 + phase), ...tries({}, LIMITED, [2000 - phase], {}), at(10_000 + phase), ...tries(CREATE, LIMITED, [1500], {})],
      ],
      [`a call after 0.9 s of 2 s, ${phase} ms after a full second`, 'advised', [at(5000 + phase), ...tries({}, LIMITED, [900], {})]],
    ]),
    [
      'a 503 that asks for 1 s, although a limit is nearly over',
      'advised',
      tries({}, asked(1, { headers: { 'X-RateLimit-Reset': '0' } }), [10], {}),
    ],
    ['five calls, with two waits that were long enough', 'advised', tries({}, asked(2), [10, 2010, 10, 2010])],
    ['an announced error', 'not-exercised', tries(expecting(503), asked(10), [5000])],
    ['one second after a 429', 'not-exercised', tries({}, { ...LIMITED, retryAfter: 1, headers: { 'X-RateLimit-Reset': '1' } }, [10], {})],
    ['a wait of more than a day', 'not-exercised', tries({}, asked(90_000), [10])],
    ['a clock that a test moved', 'clear', [[{}, asked(5)], (one) => one.advance(5), LIST]],
    ['the date of a world in 2030', 'not-exercised', [on(Date.UTC(2030, 0)), ...tries({}, asked(10, { form: 'date' }), [10])]],
    ['three calls in parallel', 'clear', [inParallel({}, asked(10), 3)]],
    ['three calls in parallel, and one at once after them', 'advised', [inParallel({}, asked(10), 3), LIST]],
    [
      'two tests',
      'clear',
      [
        [inCase('a'), asked(10)],
        [inCase('b'), asked(10)],
      ],
    ],
    ['other scenarios in between', 'clear', [[{}, asked(10)], (one) => one.putScenarios('flaky'), [{}, asked(10)]]],
    ['a real limit that serves again', 'clear', [[{}, { status: 429, isReal: true, retryAfter: 9 }], 100, LIST]],
  ],
  'backs-off': [
    ['growing waits', 'clear', tries({}, DOWN, [100, 200, 400, 800])],
    ['four calls at once', 'advised', tries({}, DOWN, [2, 2, 2])],
    ['three calls at once', 'clear', tries({}, DOWN, [2, 2])],
    ['waits of 20 ms', 'clear', tries({}, DOWN, [20, 20, 20, 20])],
    ['waits of 19 ms, and a longer one in between', 'advised', tries({}, DOWN, [19, 19, 19, 500, 1])],
    ['calls that were told to come back at once', 'not-exercised', tries({}, asked(0), Array(7).fill(1))],
    ['polls for an item', 'not-exercised', tries(GET, { status: 404 }, Array(7).fill(1))],
    ['eight calls in parallel', 'not-exercised', [inParallel({}, DOWN, 8)]],
  ],
  'gives-up': [
    ['five calls', 'clear', tries({}, DOWN, [100, 200, 400, 800])],
    ['21 calls within a minute', 'advised', tries({}, DOWN, Array(20).fill(1000))],
    ['21 calls in more than a minute', 'clear', tries({}, DOWN, Array(20).fill(3500))],
    [
      '21 calls, every second one with another Prefer',
      'clear',
      times(21, (index): Step[] => [[{ headers: { prefer: `code=${500 + (index % 2)}` } }, DOWN], 1000]),
    ],
    ['21 polls for an item', 'not-exercised', tries(GET, { status: 404 }, Array(20).fill(100))],
  ],
  'gives-up-on-refusals': [
    ['one refused call', 'clear', [[{}, UNAUTHORIZED]]],
    ['four refused calls', 'clear', tries({}, UNAUTHORIZED, [100, 100, 100])],
    ['five refused calls', 'advised', tries({}, UNAUTHORIZED, [100, 100, 100, 100])],
    ['five announced ones', 'not-exercised', tries(expecting(401), UNAUTHORIZED, [100, 100, 100, 100])],
  ],
  'no-blind-create-retry': [
    ['a lost creation that stays alone', 'clear', [[CREATE, LOST], [GET]]],
    ['an equal creation after the lost one', 'advised', tries(CREATE, LOST, [40], CREATED)],
    ['an equal creation after the sender left', 'advised', tries(CREATE, { gaveUp: true, carriedOut: true, took: 500 }, [100], CREATED)],
    ['two equal creations in parallel', 'clear', [inParallel(CREATE, LOST, 2)]],
    [
      'another creation after the lost one',
      'clear',
      [
        [CREATE, LOST],
        [create('Bo'), CREATED],
      ],
    ],
    ['a lost creation that was not carried out', 'not-exercised', tries(CREATE, { fault: 'reset', isPlayed: true }, [100], CREATED)],
  ],
  'keeps-int64': [
    ['a rounded id of a long list', 'advised', [gives(...MANY), asksFor('9007199254740992')]],
    ['ids that come back exactly', 'shown', [gives('9007199254740993'), [{ path: '/v1/pets/9007199254740993' }]]],
    [
      'two ids that come back rounded',
      'broken',
      [gives('9007199254740997', '9007199254741001'), asksFor('9007199254740996'), asksFor('9007199254741000')],
    ],
    ['one id that comes back rounded', 'advised', [gives('9007199254740993'), asksFor('9007199254740992')]],
    [
      'an id that comes back rounded, and exactly',
      'shown',
      [gives('9007199254740993'), asksFor('9007199254740992'), asksFor('9007199254740993')],
    ],
    ['a big id before any was given out', 'not-exercised', [asksFor('9007199254740992'), gives('9007199254740993')]],
  ],
  'not-banned': [
    [
      'a ban after ten early calls',
      'advised',
      [
        [{}, { status: 429, isReal: true }],
        ...times(10, (): Step[] => [[{}, { isReal: true, status: 429, isEarly: true }]]),
        [{}, { status: 429, isBanned: true }],
      ],
    ],
    ['a limit without a ban', 'clear', [[{}, { status: 429, isReal: true }]]],
  ],
  'times-out': [
    ['a call that hangs for 5 s', 'clear', [[{}, { fault: 'hang', took: 5000, isPlayed: true }]]],
    ['a call that hangs for more than a minute', 'advised', [[{}, { fault: 'hang', took: 60_001, isPlayed: true }]]],
    ['a slow reply', 'not-exercised', [[{}, { took: 70_000 }]]],
    ['a slow call that the client left, and then another call', 'shown', [[{}, LEFT], 10, LIST]],
    [
      'a slow call that the client left, then another call, and the end of a call that began before',
      'shown',
      [
        (one) => {
          const first = one.begin(LIST[0])
          one.call({}, LEFT)
          one.sleep(10)
          one.call(LIST[0])
          one.end(first)
        },
      ],
    ],
    ['a slow call that the client left at last', 'not-exercised', [[{}, LEFT]]],
    ['a call that the client left at once, and then another call', 'not-exercised', [[{}, { ...LEFT, took: 99 }], 10, LIST]],
  ],
  'no-removed-calls': [
    ['other calls after the removal', 'not-exercised', [IN_2031, LIST]],
    ['calls before the removal', 'not-exercised', [[GET]]],
    ['a call after the removal, on a clock that was set', 'advised', [IN_2031, [GET, { status: 404 }]]],
    ['a call after the removal', 'broken', [at(Date.UTC(2031, 0) - Date.UTC(2026, 10, 21, 12)), [GET, { status: 404 }]]],
    ['an announced one', 'not-exercised', [IN_2031, [{ ...GET, ...expecting(404) }, { status: 404 }]]],
  ],
  'no-deprecated-calls': [
    ['other operations', 'clear', [LIST]],
    ['a deprecated one', 'advised', [[GET]]],
    ['announced ones', 'not-exercised', [[{ ...GET, ...expecting(404) }, { status: 404 }]]],
  ],
  'known-fields': [
    ['known names', 'clear', [[{ query: 'limit=2' }]]],
    ['an unknown one', 'advised', [[{ query: 'limt=2' }]]],
    ['one of two operations', 'advised', [[{ query: 'limt=2' }], [{ ...CREATE, query: 'limt=2' }, CREATED]]],
    ['a key in the query', 'clear', [[{ query: 'api_key=sandbox_free' }]]],
  ],
}

test('every rule has rows', () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(rules.map(({ name }) => name).toSorted())
})

describe.each(Object.entries(ROWS))('%s', (name, rows) => {
  test.each(rows.map(([title, verdict, steps]) => ({ title, verdict, steps })))('$title: $verdict', ({ verdict, steps }) => {
    const report = judge(steps)
    checkFindings(report)
    expect([ruleOf(report, name).verdict, findingsOf(report, name).length > 0]).toEqual([
      verdict,
      verdict === 'broken' || verdict === 'advised',
    ])
  })
})

/** What the report prints of a rule, without the numbers of requests: the same text stands once. */
const isNew = (seen: Set<string>, text: string) => seen.size < seen.add(text.replaceAll(/req_v_\d+/g, '')).size

test('what the report prints of all these stands in said.txt', async () => {
  const said = Object.entries(ROWS).flatMap(([name, rows]) => {
    const seen = new Set<string>()
    return rows.flatMap(([title, verdict, steps]) => {
      const report = judge(steps)
      const { text = '' } = listFacts(report).find(({ title }) => title === 'Not exercised') ?? {}
      const lines = [...findingsOf(report, name).flatMap(linesOf), ...(new RegExp(`${name} \\(.*?\\)`).exec(text) ?? [])]
      return lines.length > 0 && isNew(seen, lines.join('\n')) ? [`${name}, ${title}: ${verdict}\n${lines.join('\n')}\n`] : []
    })
  })
  await expect(said.join('\n')).toMatchFileSnapshot('said.txt')
})
