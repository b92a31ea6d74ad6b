// The judge stays within its bounds, and judges correctly also after very many exchanges.

import { expect, test } from 'vitest'
import { VirtualSandbox } from '../../bench/judge/virtual-sandbox.ts'
import { checkReport, findingsOf, ruleOf, times } from './rules/standing.ts'

const DOWN = { status: 503, retryAfter: 1, isPlayed: true } as const

const inCase = (name: number) => ({ testCase: { name: String(name) } })

test('facts beyond the bound are refused and counted, what was seen stays, and no rule passes by the missing facts', () => {
  const sandbox = new VirtualSandbox()
  times(6000, (index) => times(2, () => sandbox.call({ query: `limit=${index % 100}`, ...inCase(index) }, DOWN)))
  const report = checkReport(sandbox.report())
  const { dropped, exchanges } = report.facts
  expect(exchanges).toBe(12_000)
  expect(dropped).toBeGreaterThan(500)
  expect(report.notices[0]).toMatch(/^[\d,]+ facts could not be kept/)
  expect(findingsOf(report, 'honours-retry-after')).toMatchObject([
    { count: Math.floor((exchanges - dropped) / 2), evidence: { length: 20 } },
  ])
  expect(ruleOf(report, 'meets-expectation').verdict).toBe('not-exercised')
  expect(ruleOf(report, 'authenticates').verdict).toBe('shown')
  sandbox.judge.clear()
  sandbox.call({}, DOWN)
  expect(sandbox.report().facts).toMatchObject({ exchanges: 1, dropped: 0, calls: { length: 1 } })
})

test('a call that failed once takes no memory for its later successes, and a mistake after them is found', () => {
  const sandbox = new VirtualSandbox()
  sandbox.call({}, DOWN)
  times(15_000, () => sandbox.call())
  times(40, () => sandbox.call(inCase(1), DOWN))
  const report = checkReport(sandbox.report())
  expect(report.facts.dropped).toBe(0)
  expect(report.facts.calls.map(({ outcome, tries }) => [outcome, tries.length])).toEqual([
    ['succeeded', 2],
    ['failed', 40],
  ])
  expect(findingsOf(report, 'gives-up')).toMatchObject([{ observed: expect.stringMatching(/^40 equal calls within 39 ms/) }])
})

test.each([
  ['long texts', { prefix: `/~${'x'.repeat(100_000)}` }],
  ['many large integers', { method: 'POST', body: `[${'9007199254740993,'.repeat(3000)}1]` }],
])('%s of a client count in the memory of facts', (_title, ask) => {
  const sandbox = new VirtualSandbox()
  times(300, (index) => sandbox.call({ ...inCase(index), ...ask }, DOWN))
  expect(checkReport(sandbox.report()).facts.dropped).toBeGreaterThan(100)
})

test('a call that is tried thousands of times keeps its tries', () => {
  const sandbox = new VirtualSandbox()
  times(4000, () => sandbox.call({}, DOWN))
  const report = checkReport(sandbox.report())
  expect(findingsOf(report, 'gives-up')).toMatchObject([{ observed: '4,000 equal calls within 4 s: req_v_1 to req_v_4000' }])
  const [call] = report.facts.calls
  expect([call?.tries.length, call?.tries[0]?.request, call?.tries.at(-1)?.request]).toEqual([4000, 'req_v_1', 'req_v_4000'])
})

test('worlds beyond the bound are counted and not judged, and nobody fails for it', () => {
  const sandbox = new VirtualSandbox()
  times(1200, (index) => {
    sandbox.world = `w${index}`
    sandbox.session = index + 1
    sandbox.call()
  })
  expect(checkReport(sandbox.report())).toMatchObject({ verdict: 'passed', facts: { dropped: 200, worlds: { length: 1000 } } })
  expect(() => sandbox.report('w1100')).toThrow('There is no report on the world w1100: 1000 other worlds have one.')
  expect(checkReport(sandbox.report('w3'))).toMatchObject({ verdict: 'passed', facts: { world: 'w3', exchanges: 1 } })
})

test('a report can be asked for at any time, and changes nothing', () => {
  const sandbox = new VirtualSandbox()
  const counts: number[] = []
  times(3, () => {
    sandbox.call({}, DOWN)
    sandbox.report()
    counts.push(findingsOf(sandbox.report(), 'honours-retry-after')[0]?.evidence.length ?? 0)
  })
  expect(counts).toEqual([0, 2, 3])
})

test('one finding stands for all worlds and programs, and each piece of evidence has its own numbers', () => {
  const sandbox = new VirtualSandbox()
  times(30, (index) => {
    sandbox.world = `w${index}`
    sandbox.session = index + 1
    const client = { key: `sandbox_free_w${index}`, userAgent: `job/${index}` }
    times(2, () => sandbox.call({}, { ...DOWN, retryAfter: index + 1 }, client))
  })
  const findings = findingsOf(checkReport(sandbox.report()), 'honours-retry-after')
  expect(findings).toMatchObject([{ count: 30, where: 'GET /v1/pets · 30 times · 10 worlds' }])
  expect(findings[0]?.evidence.map(({ world, program }) => `${world} ${program}`).slice(0, 3)).toEqual(['w0 job/0', 'w0 job/0', 'w1 job/1'])
})

test('calls outside of the base URL are counted until the report is cleared, and explain why nothing was judged', () => {
  const sandbox = new VirtualSandbox()
  const unmatched = (path: string, fits: boolean) => sandbox.judge.unmatched({ method: 'GET', path, fits })
  unmatched(`/${'x'.repeat(300)}`, false)
  const strange = checkReport(sandbox.report())
  expect(strange.facts.unmatched).toEqual({ count: 1, method: 'GET', path: `/${'x'.repeat(300)}`, basePath: '/v1', fits: false })
  expect(strange.reasons).toEqual([
    expect.stringMatching(/^1 call came to paths outside the base URL, for example GET \/x+: the base URL ends with \/v1$/),
  ])
  unmatched('/pets', true)
  unmatched('/pets/1', true)
  expect(checkReport(sandbox.report()).reasons).toEqual([
    '3 calls came to paths outside the base URL, for example GET /pets: add /v1 to the base URL of the client',
  ])
  expect(sandbox.report('w3').reasons).toEqual([expect.stringMatching(/^No call of a client has ended in the world w3,/)])
  sandbox.call()
  expect(checkReport(sandbox.report())).toMatchObject({ verdict: 'passed', facts: { unmatched: { count: 3 } } })
  sandbox.judge.clear('w1')
  expect(sandbox.report().facts.unmatched).toMatchObject({ count: 3 })
  sandbox.judge.clear()
  expect(sandbox.report().facts).not.toHaveProperty('unmatched')
})
