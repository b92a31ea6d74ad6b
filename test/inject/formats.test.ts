// The formats of two campaigns that are made by hand: a small one that passes, and one with everything that a campaign can have.

import { expect, test } from 'vitest'
import type { InjectReport, RunReport } from '../../spec/inject.ts'
import { INJECT_FORMATS } from '../../src/inject/formats/formats.ts'

const run = (call: string, fault: string, outcome: RunReport['outcome'], change: Partial<RunReport> = {}): RunReport => ({
  ...{
    call,
    fault,
    outcome,
    world: 'default',
    target: `${/^(new|big)/.test(call) ? '*' : call.startsWith('create') ? 'POST' : 'GET'} /v1/pets`,
  },
  ...{
    level: 'pass',
    also: [],
    confirmed: 'yes',
    exitCode: 0,
    carriedOut: false,
    seconds: 1.5,
    tries: [{ status: 500, certainty: 'certain' }],
  },
  ...{ message: `What happened: ${outcome}.`, replay: `petstore-sandbox exec --inject '${call}=${fault}' -- npm test` },
  ...change,
})

const retried = { tries: Array(2).fill({ status: 500, certainty: 'certain' }) }
const bad = { level: 'fail' } as const
const early = { ...bad, rule: 'honours-retry-after' }
const advice = { level: 'advice' } as const

const SMALL: InjectReport = {
  ...{ version: 1, verdict: 'passed', suiteRepeatsTests: false, reasons: [], leftOut: [], unstable: [], rules: [], isInterrupted: false },
  reference: { seconds: 2.04, calls: 1, operations: ['createPet'] },
  runs: [run('createPet#1', 'server-error', 'recovered', retried)],
  seconds: 7.6,
}

const LARGE: InjectReport = {
  ...SMALL,
  ...{ verdict: 'failed', suiteRepeatsTests: true, isInterrupted: true, reasons: ['a', 'The exemption of gives-up is stale'] },
  reference: { seconds: 9.96, calls: 12, operations: ['createPet', 'listPets'] },
  runs: [
    ...['rate-limited', 'server-error', 'unavailable', 'reset', 'lost-reply', 'truncated'].map((fault) =>
      run('listPets#1', fault, 'hammered', { ...bad, rule: fault === 'reset' ? 'gives-up' : 'honours-retry-after', confirmed: 'no' }),
    ),
    ...[2, 3, 4, 5].map((at) => run(`listPets#${at}`, 'rate-limited', 'hammered', { ...early, confirmed: 'not-met' })),
    run('getPet#1', 'rate-limited', 'recovered'),
    run('createPet#1', 'server-error', 'recovered', retried),
    run('createPet#1', 'lost-reply', 'duplicate', { ...bad, message: 'Two lines:\n`one` | two' }),
    run('createPet#1', 'slow', 'waited', { ...advice, exempted: 'a worker waits' }),
    run('createPet#2', 'lost-reply', 'reported', { exitCode: 1 }),
    run('createPet#2', 'outage', 'lost', { ...bad, exempted: 'a worker waits' }),
    run('big-ids', 'drift', 'broke', advice),
    run('new-fields', 'drift', 'recovered'),
  ],
  leftOut: [
    ...['reset', 'outage'].map((fault) => ({ call: 'getPet#1', fault, reason: 'interrupted' })),
    ...[1, 2, 3, 4, 5, 6].map((at) => ({ call: `listOrders#${at}`, fault: '*', reason: 'more than 18 runs' })),
  ],
  unstable: Array.from({ length: 11 }, (_, at) => `listPets#${at}`),
}

test('all formats of these campaigns stand in shown.txt', async () => {
  const interrupted = { ...SMALL, isInterrupted: true, leftOut: LARGE.leftOut, unstable: ['createPet#1'], runs: [] }
  const drift = { ...SMALL, runs: [run('new-fields', 'drift', 'recovered'), run('big-ids', 'drift', 'reported')] }
  const shown = Object.entries({ SMALL, LARGE, interrupted, drift }).flatMap(([name, report]) =>
    Object.entries(INJECT_FORMATS).map(([format, render]) => `===== ${name}, ${format}\n${format === 'json' ? '' : render(report)}`),
  )
  expect(INJECT_FORMATS.json(LARGE)).toBe(`${JSON.stringify(LARGE, null, 2)}\n`)
  await expect(shown.join('\n')).toMatchFileSnapshot('shown.txt')
})
