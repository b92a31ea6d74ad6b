// The judge stays within its bounds, and judges correctly also after very many exchanges.

import { expect, test } from 'vitest'
import { VirtualSandbox } from '../../bench/judge/virtual-sandbox.ts'
import { checkReport, ruleOf, times } from './rules/standing.ts'

const DOWN = { status: 503, retryAfter: 1, passes: 'never' } as const

test('failed calls beyond the bound are judged too', () => {
  const sandbox = new VirtualSandbox()
  times(700, (index) => {
    const ask = { query: `status=sold&limit=${index}`, testCase: { name: `case ${index}` } }
    sandbox.call(ask, DOWN)
    sandbox.call(ask, DOWN)
  })
  const report = checkReport(sandbox.report())
  expect(ruleOf(report, 'honours-retry-after').findings).toMatchObject([{ count: 700 }])
  expect(report.calls).toHaveLength(200)
  expect(report.callsLeftOut).toBe(500)
})

test('a call that is tried thousands of times keeps its first and its last tries', () => {
  const sandbox = new VirtualSandbox()
  times(5000, () => sandbox.call({}, DOWN))
  const report = checkReport(sandbox.report())
  expect(ruleOf(report, 'gives-up').findings).toMatchObject([{ message: expect.stringMatching(/5000 times/) }])
  expect(report.calls).toMatchObject([{ triesLeftOut: 4980 }])
  expect(report.calls[0]?.tries[0]?.request).toBe('req_v_1')
  expect(report.calls[0]?.tries.at(-1)?.request).toBe('req_v_5000')
})

test('worlds beyond the bound are judged together', () => {
  const sandbox = new VirtualSandbox()
  times(1500, (index) => {
    sandbox.world = `w${index}`
    sandbox.session = index + 1
    times(2, () => sandbox.call({ testCase: { name: 'a' } }, DOWN))
  })
  const report = checkReport(sandbox.report())
  expect(report.worlds).toHaveLength(1500)
  expect(ruleOf(report, 'honours-retry-after').findings).toMatchObject([{ count: 1500 }])
})

test('a report can be asked for at any time, and changes nothing', () => {
  const sandbox = new VirtualSandbox()
  const counts: number[] = []
  times(3, () => {
    sandbox.call({ testCase: { name: 'a' } }, DOWN)
    sandbox.report()
    counts.push(ruleOf(sandbox.report(), 'honours-retry-after').findings[0]?.count ?? 0)
  })
  expect(counts).toEqual([0, 1, 2])
})

test('findings of one rule and one operation are grouped over worlds', () => {
  const sandbox = new VirtualSandbox()
  times(30, (index) => {
    sandbox.world = `w${index}`
    sandbox.session = index + 1
    sandbox.call({ query: 'limit=0' }, { status: 400 })
  })
  const { findings } = ruleOf(checkReport(sandbox.report()), 'valid-requests')
  expect(findings).toMatchObject([{ operation: 'listPets', count: 30, world: 'w0' }])
  expect(findings[0]?.requests).toHaveLength(20)
})

test('the waits of a client are added up by their reasons', () => {
  const sandbox = new VirtualSandbox()
  const waits = (gap: number, answer: object) => {
    sandbox.call({ query: `limit=${gap % 100}` }, answer)
    sandbox.sleep(gap)
    sandbox.call({ query: `limit=${gap % 100}` })
  }
  waits(1003, { status: 503, retryAfter: 1, passes: 'used-up' })
  waits(404, { status: 500, passes: 'used-up' })
  waits(5, { status: 500, passes: 'used-up' })
  sandbox.call({ query: 'limit=50' }, { took: 2000 })
  sandbox.call({ query: 'limit=51' }, { fault: 'hang', took: 700, passes: 'never' })
  sandbox.call({ query: 'limit=52' }, { status: 500, passes: 'never' })
  sandbox.sleep(9000)
  sandbox.call({ query: 'limit=53' })
  sandbox.call({ query: 'limit=52' }, { status: 500, passes: 'never' })
  expect(checkReport(sandbox.report()).waited).toEqual({
    total: 4.107,
    on: [
      { what: 'Retry-After', seconds: 1.003, times: 1 },
      { what: 'back-off', seconds: 0.404, times: 1 },
      { what: 'slow reply', seconds: 2, times: 1 },
      { what: 'no reply', seconds: 0.7, times: 1 },
    ],
  })
})

test('the report of a world says that it was judged with others, or that nobody called it', () => {
  const sandbox = new VirtualSandbox()
  times(1001, (index) => {
    sandbox.world = `w${index}`
    sandbox.session = index + 1
    sandbox.call()
  })
  expect(checkReport(sandbox.report('w1000'))).toMatchObject({
    ...{ world: 'w1000', judgedTogether: true, exchanges: 0, verdict: 'failed' },
    reasons: [expect.stringMatching(/^The world w1000 was judged together with others/)],
  })
  const never = checkReport(sandbox.report('w3000'))
  expect(never.reasons).toEqual([expect.stringMatching(/^No client called the world w3000,/)])
  expect(never).not.toHaveProperty('judgedTogether')
  expect(checkReport(sandbox.report('w3'))).toMatchObject({ world: 'w3', exchanges: 1, verdict: 'passed' })
})

test('calls outside of the base URL are counted until the report is cleared, and explain why nothing was judged', () => {
  const sandbox = new VirtualSandbox()
  const unmatched = (path: string, fits: boolean) => sandbox.judge.unmatched({ method: 'GET', path, fits })
  unmatched(`/${'x'.repeat(300)}`, false)
  const strange = checkReport(sandbox.report())
  expect(strange.unmatched).toEqual({ count: 1, method: 'GET', path: `/${'x'.repeat(99)}`, basePath: '/v1', fits: false })
  expect(strange.reasons).toEqual([
    expect.stringMatching(/^1 call came to paths outside the base URL, for example GET \/x+: the base URL ends with \/v1$/),
  ])
  unmatched('/pets', true)
  unmatched('/pets/1', true)
  expect(checkReport(sandbox.report()).reasons).toEqual([
    '3 calls came to paths outside the base URL, for example GET /pets: add /v1 to the base URL of the client',
  ])
  expect(sandbox.report('w3').reasons).toEqual([expect.stringMatching(/^No client called the world w3,/)])
  sandbox.call()
  expect(checkReport(sandbox.report())).toMatchObject({ verdict: 'passed', unmatched: { count: 3 } })
  sandbox.judge.clear('w1')
  expect(sandbox.report().unmatched).toMatchObject({ count: 3 })
  sandbox.judge.clear()
  expect(sandbox.report()).not.toHaveProperty('unmatched')
})

test('a scenario that is put again and again is met once a call met it', () => {
  const sandbox = new VirtualSandbox()
  const unmet = () => sandbox.report().unmetScenarios.map(({ scenario }) => scenario)
  sandbox.putScenarios('played')
  sandbox.putScenarios('played')
  expect(unmet()).toEqual(['played'])
  sandbox.call({}, { status: 500, passes: 'never' })
  expect(unmet()).toEqual([])
  sandbox.putScenarios('played', 'other')
  expect(unmet()).toEqual(['other'])
})
