// The policy that the owner of a client applies to a report.

import { describe, expect, test } from 'vitest'
import { assertVerdict } from '../../src/examine/assert-verdict.ts'
import { applyPolicy, exitCodeOf, INTERRUPTED } from '../../src/examine/policy.ts'
import type { Policy } from '../../src/ground/generated/policy.ts'
import type { Report } from '../../src/ground/generated/report.ts'
import { bad, empty, finding, good, PATTERN } from '../support/reports.ts'

const advised: Report = applyPolicy({ ...bad, findings: [PATTERN] })
const exempt = (['valid-requests', 'no-blind-create-retry'] as const).map((rule) => ({ rule, reason: 'known' }))
const only = (operation?: string, until?: string) => ({
  exempt: [{ rule: 'valid-requests' as const, reason: 'known', ...(operation && { operation }), ...(until && { until }) }],
})
const broken = applyPolicy({ ...bad, findings: [finding()] })
const [mine] = finding().evidence
const campaign = { leftOut: [{ reason: INTERRUPTED }] } as never
const inTwo = applyPolicy({ ...bad, findings: [finding({ evidence: [{ ...mine, operation: 'listPets' } as never, mine as never] })] })

describe('the verdict', () => {
  test.each<[string, Report, Policy, RegExp[]]>([
    ['a good client passes', good, {}, []],
    ['advice alone fails nobody', advised, {}, []],
    ['advice fails where that is wished', advised, { failOn: 'advice' }, [/^Looks like retries before .*: 3 equal calls/]],
    [
      'facts and proofs fail, one reason for each rule',
      bad,
      {},
      [/^valid-requests · .*: name is missing/, /^no-blind-create-retry · createPet#1/],
    ],
    ['a reason counts the findings', { ...broken, findings: [finding(), finding()] }, {}, [/; 1 more finding$/]],
    ['exempted findings do not count', bad, { exempt }, []],
    ['nor does their advice', advised, { exempt: [{ rule: 'honours-retry-after', reason: 'x' }], failOn: 'advice' }, []],
    ['an exemption of another operation, which is unknown', broken, only('getPets'), [/^valid/, /no operation: did you mean getPet\?$/]],
    ['an exemption of the right operation', broken, only('createPet'), []],
    ['a finding in two operations', inTwo, only('listPets'), [/^valid-requests/]],
    ['an exemption that ends later', broken, only(undefined, '2100-01-01'), []],
    [
      'an exemption that has ended',
      broken,
      only('listPets', '2026-01-01'),
      [/^valid-requests/, /^The exemption of valid-requests in listPets ended on 2026-01-01: delete it, or give it a later date$/],
    ],
    ['a sandbox that nobody called fails', empty, {}, [/^No call of a client has ended.*PETSTORE_BASE_URL/]],
    ['coverage is as high as asked for', good, { minCoverage: 66.67 }, []],
    ['an interrupted campaign fails, whatever it covers', { ...good, campaign }, { minCoverage: 66.7 }, [/^The campaign was interrupted/]],
    ['coverage is lower', good, { minCoverage: 66.7 }, [/^Coverage is 66.6 %, but 66.7 % is required$/]],
  ])('%s', (_title, report, policy, reasons) => {
    const judged = applyPolicy(report, policy)
    expect(judged.reasons).toEqual(reasons.map((reason) => expect.stringMatching(reason)))
    expect(judged.verdict).toBe(reasons.length === 0 ? 'passed' : 'failed')
  })

  test('a policy does not change the report; an exempted finding stays and has the reason', () => {
    const before = structuredClone(bad)
    const judged = applyPolicy(bad, { exempt, minCoverage: 100 })
    expect(bad).toEqual(before)
    expect(judged.findings[0]).toEqual({ ...bad.findings[0], exempted: 'known' })
    expect(applyPolicy(judged)).toEqual(bad)
  })

  test('an exemption is for the runs of a campaign too', () => {
    const run = (call: string, rule: string) => ({ call, rule, level: 'fail' as const, fault: 'reset', group: 'errors' as const })
    const runs = [run('w3/createPet#1', 'valid-requests'), run('listPets#2', 'valid-requests'), run('createPet#1', 'gives-up')]
    const judged = applyPolicy({ ...good, runs: runs as never }, only('createPet'))
    expect(judged.runs.map(({ exempted }) => exempted)).toEqual(['known', undefined, undefined])
  })

  test('an outcome without a rule is exempted by its word', () => {
    const runs = [{ call: 'listPets#1', outcome: 'unseen', level: 'advice', fault: 'reset', group: 'errors' }]
    const judged = applyPolicy({ ...good, runs: runs as never }, { exempt: [{ rule: 'unseen', reason: 'a cache answers' }] })
    expect(judged.runs.map(({ exempted }) => exempted)).toEqual(['a cache answers'])
  })

  test.each<[Report, Policy, number]>([
    [good, {}, 0],
    [good, { minCoverage: 80 }, 11],
    [bad, { minCoverage: 80 }, 10],
    [bad, { minCoverage: 80, exempt }, 11],
    [advised, { minCoverage: 80, failOn: 'advice' }, 10],
    [empty, { minCoverage: 80 }, 10],
  ])('%# the exit code', (report, policy, expected) => {
    expect(exitCodeOf(applyPolicy(report, policy), policy)).toBe(expected)
  })
})

test.each<[unknown, string]>([
  [{ ignore: 1 }, 'ignore is not in the policy: did you mean exempt?'],
  [{ minNatural: 40 }, 'minNatural is not in the policy: did you mean minCoverage?'],
  [{ rules: '2026-11' }, 'rules is not in the policy: leave it out (known: failOn, exempt, minCoverage)'],
  [{ exempt: [{ rule: 'gives-up', reason: 'x', case: 'x' }] }, 'exempt[0].case is not in the policy: did you mean operation?'],
  [{ exempt: [{ rule: 'gives-up', reason: 'x', words: 'x' }] }, 'exempt[0].words is not in the policy: did you mean operation?'],
  [{ exempt: [{ rule: 'gives-up', reason: 'x', sometimes: true }] }, 'exempt[0].sometimes is not in the policy: did you mean until?'],
  [{ 'min-coverage': 100 }, 'min-coverage is a name of policy files: write minCoverage'],
])('what a policy does not have is refused: %j', (policy, message) => {
  expect(() => assertVerdict(good, policy as Policy)).toThrow(message)
})

test('a BigInt in a policy is refused', () => {
  expect(() => assertVerdict(good, { minCoverage: 100n as never })).toThrow('minCoverage must be a number, got the BigInt 100n')
})
