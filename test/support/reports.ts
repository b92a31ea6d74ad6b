// Reports that are made by hand: of a good client, of a bad client, of no client, and of a client whose texts are all attacks.

import type { Evidence, Finding, Report, RuleReport } from '../../spec/report.ts'
import { applyPolicy } from '../../src/examine/apply-policy.ts'

type Draft = Omit<Report, 'verdict' | 'reasons' | 'notices'>

const evidence = (request: string, status: number, note: string): Evidence => ({
  ...{ request, method: 'POST', target: '/v1/pets', at: '2026-11-21T10:00:00.000Z', status, world: 'w1', operation: 'createPet', note },
})

export const finding = (change: Partial<Finding> = {}): Finding => ({
  level: 'fail',
  operation: 'createPet',
  message: 'The client came back 0.8 s after a 429 that asked for 5 s.',
  advice: 'Wait as long as Retry-After says.',
  confidence: 'certain',
  sign: 'calls=1;id=7f: this run makes the call once',
  dismissedBy: 'sleep is mocked: leave out calls=1',
  expected: 'back 5 s after the 429',
  observed: 'back after 0.8 s',
  evidence: [evidence('req_a_1', 429, 'asked for 5 s'), evidence('req_a_2', 201, 'back after 0.8 s of 5 s')],
  requests: ['req_a_1', 'req_a_2'],
  count: 3,
  world: 'w1',
  ...change,
})

/** A finding whose requests all belong to one test. */
function inCase(name: string): Finding {
  const one = finding({ case: name })
  return { ...one, evidence: one.evidence.map((request) => ({ ...request, case: name })) }
}

const rule = (name: string, change: Partial<RuleReport> = {}): RuleReport => ({
  rule: name,
  level: 'fail',
  since: '2026-11',
  ground: 'RFC 9110',
  asks: `A client keeps ${name}.`,
  verdict: 'passed',
  findings: [],
  ...change,
})

const GOOD: Draft = {
  version: 2,
  ruleSet: '2026-11',
  balance: [{ items: 'pets', world: 'w1', told: 8, untold: 1, duplicates: 0, gone: 0 }],
  dropped: 0,
  judgedBy: {
    sandbox: '0.1.0',
    contract: { title: 'Pet Store', version: '1.0.0', sha256: 'ab'.repeat(32) },
    seed: 1,
    from: '2026-11-21T10:00:00.000Z',
    to: '2026-11-21T10:05:00.000Z',
  },
  worlds: ['default', 'w1'],
  exchanges: 120,
  rules: [
    rule('honours-retry-after'),
    rule('valid-requests'),
    rule('gives-up', { verdict: 'not-exercised', hint: 'Name tests with Sandbox-Case.' }),
    rule('backs-off', { verdict: 'not-exercised', hint: 'Name tests with Sandbox-Case.' }),
    rule('recovers', { level: 'advice' }),
  ],
  calls: [
    {
      world: 'w1',
      operation: 'createPet',
      method: 'POST',
      target: '/v1/pets',
      case: 'creates a pet',
      outcome: 'recovered',
      tries: [
        { request: 'req_a_1', at: '2026-11-21T10:00:00.000Z', took: 0.01, status: 429, cause: 'rate-limit;window=minute', asked: 5 },
        { request: 'req_a_2', at: '2026-11-21T10:00:05.100Z', gap: 5.09, took: 0.01, status: 201, cause: 'handler' },
      ],
      triesLeftOut: 0,
    },
  ],
  callsLeftOut: 0,
  waited: { total: 5.09, on: [{ what: 'Retry-After', seconds: 5.09, times: 1 }] },
  unmetScenarios: [],
  assumptions: [{ id: 'paging', choice: 'A Link header with a cursor.', exchanges: 12 }],
  coverage: {
    percent: 66.67,
    natural: 33.33,
    operations: [
      {
        operationId: 'listPets',
        deprecated: false,
        responses: [
          { status: '200', met: 4, natural: 4, optional: false },
          { status: '401', met: 0, natural: 0, optional: false, reachWith: 'Sandbox-Scenario: unauthorized' },
        ],
      },
      {
        operationId: 'getPet',
        deprecated: true,
        responses: [
          { status: '200', met: 1, natural: 1, optional: false },
          { status: '404', met: 0, natural: 0, optional: true, reachWith: 'Sandbox-Scenario: not-found' },
        ],
      },
    ],
  },
}

export const good = applyPolicy(GOOD)

export const bad = applyPolicy({
  ...GOOD,
  rules: GOOD.rules.map((one) => {
    if (one.rule === 'honours-retry-after')
      return {
        ...one,
        verdict: 'failed' as const,
        findings: [inCase('creates a pet'), finding({ operation: 'listPets', count: 1 })],
      }
    if (one.rule === 'recovers')
      return {
        ...one,
        verdict: 'failed' as const,
        findings: [
          finding({ level: 'advice', confidence: 'likely', message: 'Looks like a call that was not tried again.', advice: 'Try again.' }),
        ],
      }
    return one
  }),
  calls: [
    { ...(GOOD.calls[0] as Report['calls'][number]), outcome: 'gave up', triesLeftOut: 3 },
    {
      world: 'default',
      method: 'GET',
      target: '/v1/pets',
      outcome: 'refused',
      tries: [
        { request: 'req_a_9', at: '2026-11-21T10:00:00.000Z', took: 3, status: 0, cause: 'scenario;name=hang;step=1', endedBy: 'client' },
      ],
      triesLeftOut: 0,
    },
  ],
  unmetScenarios: [{ world: 'w1', scenario: 'flaky' }],
})

/** Nobody called. */
export const empty = applyPolicy({
  ...GOOD,
  worlds: ['default'],
  exchanges: 0,
  rules: GOOD.rules.map((one) => ({ ...one, verdict: 'not-exercised' as const, hint: 'The sandbox was never called.' })),
  calls: [],
  waited: { total: 0, on: [] },
  assumptions: [],
  coverage: { percent: 0, natural: 0, operations: GOOD.coverage.operations },
})

/** Every kind of attack that a client can put into a name, a path or a header. */
export const ATTACK = [
  '\u001b[31mred\u001b]0;title\u0007',
  '\u009b2J',
  '\r\n::error title=x::forged',
  '##[add-mask]secret',
  '##vso[task.setvariable]secret',
  ']]>',
  '<script>alert(1)</script>',
  '&lt;"\'',
  '| a | b |',
  '`code` ```',
  '[link](http://evil.test) ![x](y) www.evil.test https://evil.test',
  '@everyone #1 *bold* __x__ ~~y~~ $z$',
  '%0A%25',
  '\u202Egnp.exe\u2066 \u200b\u2028\ufeff',
  '\u0000\u000b\ud800 \udc00\uffff',
  '<!-- comment',
  '</details></testsuite>',
].join(' ')

/** Fields whose texts the sandbox chooses. No client can change them. */
const OWN = new Set(
  'version verdict level confidence ruleSet since outcome endedBy what rule at from to sha256 in optional deprecated'.split(' '),
)

/** The report in which each text that comes from a client, a scenario or a contract is the attack. */
export const hostile = applyPolicy(poison(bad))

function poison<T>(value: T, key = ''): T {
  if (typeof value === 'string') return (OWN.has(key) ? value : `${value} ${ATTACK}`) as T
  if (Array.isArray(value)) return value.map((item) => poison(item, key)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, poison(item, name)])) as T
}
