// Reports that are made by hand: of a good client, of a bad client, of no client, and of a client whose texts are all attacks.

import { applyPolicy } from '../../src/examine/policy.ts'
import type { Evidence, Finding, Report, RuleReport } from '../../src/ground/generated/report.ts'

type Draft = Omit<Report, 'verdict' | 'reasons' | 'notices'>

const evidence = (request: string): Evidence => ({
  request,
  method: 'POST',
  target: '/v1/pets',
  at: '2026-11-21T10:00:00.000Z',
  status: 400,
  world: 'w1',
  operation: 'createPet',
  note: 'name is missing',
})

/** A fact. */
export const finding = (change: Partial<Finding> = {}): Finding => ({
  rule: 'valid-requests',
  from: 'fact',
  level: 'fail',
  title: 'valid-requests',
  where: 'POST /v1/pets · body /name · 3 times · world w1',
  expected: 'a request that keeps the contract',
  observed: 'name is missing, in all 3 calls of createPet',
  fix: 'Correct the request at this place.',
  evidence: [evidence('req_a_1'), evidence('req_a_2')],
  count: 3,
  operation: 'createPet',
  ...change,
})

export const PATTERN = finding({
  rule: 'honours-retry-after',
  from: 'pattern',
  level: 'advice',
  title: 'Looks like retries before Retry-After is over',
  where: 'POST /v1/pets · world w1',
  expected: '2 s between tries',
  observed: '3 equal calls within 9 ms: req_a_3 to req_a_5',
  unless: 'several tests or callers made these calls, or a loop in a test',
  prove: 'petstore-sandbox inject --only createPet --faults rate-limited -- <your tests>',
})

const PROOF = finding({
  rule: 'no-blind-create-retry',
  from: 'proof',
  title: 'no-blind-create-retry',
  where: 'createPet#1 × lost-reply',
  expected: 'a GET that looks for the item, before the creation is sent again',
  observed: 'sent again after 0.04 s, and made a second item (id 17)',
  control: 'when the call was refused with 400, it was not sent again',
  replay: "petstore-sandbox exec --inject 'createPet#1=lost-reply' -- npm test",
})

const rule = (name: string, change: Partial<RuleReport> = {}): RuleReport => ({
  rule: name,
  ground: 'RFC 9110',
  asks: `A client keeps ${name}.`,
  verdict: 'shown',
  ...change,
})

const GOOD: Draft = {
  version: 3,
  judgedBy: {
    sandbox: '0.1.0',
    contract: { title: 'Pet Store', version: '1.0.0' },
    seed: 1,
  },
  facts: {
    exchanges: 120,
    dropped: 0,
    worlds: ['default', 'w1'],
    calls: [
      {
        world: 'w1',
        operation: 'createPet',
        method: 'POST',
        target: '/v1/pets',
        case: 'creates a pet',
        outcome: 'succeeded',
        tries: [
          { request: 'req_a_1', status: 429 },
          { request: 'req_a_2', gap: 5.09, status: 201 },
        ],
      },
    ],
    assumptions: ['paging'],
  },
  findings: [],
  rules: [
    rule('valid-requests'),
    rule('honours-retry-after', { verdict: 'clear' }),
    rule('gives-up', { verdict: 'not-exercised' }),
    rule('no-blind-create-retry', { verdict: 'not-exercised' }),
  ],
  runs: [],
  lies: [],
  balance: [{ items: 'pets', world: 'w1', told: 8, untold: 1 }],
  coverage: {
    percent: 66.67,
    operations: [
      { operationId: 'createPet', deprecated: false, responses: [] },
      {
        operationId: 'listPets',
        deprecated: false,
        responses: [
          { status: '200', met: 4, optional: false },
          { status: '401', met: 0, optional: false, reachWith: 'Sandbox-Scenario: unauthorized' },
        ],
      },
      {
        operationId: 'getPet',
        deprecated: true,
        responses: [
          { status: '200', met: 1, optional: false },
          { status: '404', met: 0, optional: true, reachWith: 'Sandbox-Scenario: not-found' },
        ],
      },
    ],
  },
}

export const good = applyPolicy(GOOD)

const VERDICTS: Readonly<Record<string, RuleReport['verdict']>> = {
  'valid-requests': 'broken',
  'no-blind-create-retry': 'broken',
  'honours-retry-after': 'advised',
}

export const bad = applyPolicy({
  ...GOOD,
  findings: [finding(), PROOF, PATTERN],
  rules: GOOD.rules.map((one) => ({ ...one, verdict: VERDICTS[one.rule] ?? one.verdict })),
  facts: {
    ...GOOD.facts,
    calls: [
      { ...(GOOD.facts.calls[0] as Report['facts']['calls'][number]), outcome: 'failed' },
      {
        world: 'default',
        method: 'GET',
        target: '/v1/pets',
        outcome: 'refused',
        tries: [
          { request: 'req_a_9', status: 0 },
          { request: 'req_a_10', status: 404 },
          { request: 'req_a_11', gap: 0.001, status: 404 },
        ],
      },
    ],
  },
})

/** Nobody called. */
export const empty = applyPolicy({
  ...GOOD,
  rules: GOOD.rules.map((one) => ({ ...one, verdict: 'not-exercised' as const, hint: 'The sandbox was never called.' })),
  facts: { ...GOOD.facts, worlds: ['default'], exchanges: 0, calls: [], assumptions: [] },
  coverage: { percent: 0, operations: GOOD.coverage.operations },
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
const OWN = new Set('version verdict level from outcome what rule at to in optional deprecated prove replay'.split(' '))

/** The report in which each text that comes from a client, a scenario or a contract is the attack. */
export const hostile = applyPolicy(poison(bad))

function poison<T>(value: T, key = ''): T {
  if (typeof value === 'string') return (OWN.has(key) ? value : `${value} ${ATTACK}`) as T
  if (Array.isArray(value)) return value.map((item) => poison(item, key)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, poison(item, name)])) as T
}
