// The policy that the owner of a client applies to a report.

import { describe, expect, test } from 'vitest'
import schema from '../../spec/policy.schema.json' with { type: 'json' }
import type { Policy } from '../../spec/policy.ts'
import type { Report } from '../../spec/report.ts'
import { applyPolicy, failsByCoverageOnly } from '../../src/examine/apply-policy.ts'
import { bad, empty, good } from '../support/reports.ts'

const advised: Report = applyPolicy({ ...bad, rules: bad.rules.filter(({ rule }) => rule !== 'honours-retry-after') })

describe('the verdict', () => {
  test.each<[string, Report, Policy, RegExp[]]>([
    ['a good client passes', good, {}, []],
    ['advice alone fails nobody', advised, {}, []],
    [
      'advice fails where that is wished',
      advised,
      { failOn: 'advice' },
      [/^recovers is broken in createPet: Looks like a call that was not tried again$/],
    ],
    [
      'a broken rule fails, and the reason counts the findings',
      bad,
      {},
      [/^honours-retry-after is broken in createPet: .* 5 s; 1 more finding$/],
    ],
    ['a rule that is ignored does not count', bad, { ignore: { 'honours-retry-after': 'known' } }, []],
    ['nor does its advice', advised, { ignore: { recovers: 'known' }, failOn: 'advice' }, []],
    ['a sandbox that nobody called fails', empty, {}, [/^No call of a client has ended.*PETSTORE_BASE_URL/]],
    ['coverage is as high as asked for', good, { minCoverage: 66.67 }, []],
    ['coverage is lower', good, { minCoverage: 66.7 }, [/^Coverage is 66.6 %, but 66.7 % is required$/]],
    ['all at once', bad, { minCoverage: 80, failOn: 'advice' }, [/^honours-retry-after/, /^recovers/, /^Coverage/]],
  ])('%s', (_title, report, policy, reasons) => {
    const judged = applyPolicy(report, policy)
    expect(judged.reasons).toEqual(reasons.map((reason) => expect.stringMatching(reason)))
    expect(judged.verdict).toBe(reasons.length === 0 ? 'passed' : 'failed')
  })

  test('a policy does not change the report; an ignored rule keeps its findings and has the reason', () => {
    const before = structuredClone(bad)
    const judged = applyPolicy(bad, { ignore: { 'honours-retry-after': 'known' }, minCoverage: 100 })
    expect(bad).toEqual(before)
    expect(judged.rules[0]).toEqual({ ...bad.rules[0], ignored: 'known' })
  })

  test.each<[Report, Policy, boolean]>([
    [good, { minCoverage: 80 }, true],
    [bad, { minCoverage: 80 }, false],
    [bad, { minCoverage: 80, ignore: { 'honours-retry-after': 'known' } }, true],
    [advised, { minCoverage: 80, failOn: 'advice' }, false],
    [empty, { minCoverage: 80 }, false],
    [good, { minCoverage: 10 }, false],
  ])('%# whether only the coverage fails', (report, policy, expected) => {
    expect(failsByCoverageOnly(applyPolicy(report, policy), policy)).toBe(expected)
  })
})

describe('a wrong policy is refused', () => {
  test.each<[unknown, string]>([
    [{ ignore: { 'honour-retry-after': 'x' } }, 'ignore must name a rule, got "honour-retry-after": did you mean honours-retry-after?'],
    [
      { ignore: { zebra: 'x' } },
      'ignore must name a rule, got "zebra": known are honours-retry-after, valid-requests, gives-up, backs-off, recovers',
    ],
    [{ ignore: { recovers: ' ' } }, 'ignore must give the reason, for example recovers=we cannot change it before May'],
    [{ ignore: { recovers: 3 } }, 'ignore must give the reason, for example recovers=we cannot change it before May'],
    [{ ignore: ['recovers'] }, 'ignore must be an object: { rule: why }, got an array'],
    [{ ignore: 'recovers' }, 'ignore must be an object: { rule: why }, got "recovers"'],
    [null, 'the policy must be an object with rules, failOn, ignore, exempt, minCoverage, minNatural, got null'],
    [['recovers'], 'the policy must be an object with rules, failOn, ignore, exempt, minCoverage, minNatural, got an array'],
    [{ ignored: {} }, 'ignored is not known here: did you mean ignore?'],
    [{ coverage: 80 }, 'coverage is not known here: known are rules, failOn, ignore, exempt, minCoverage, minNatural'],
    [{ failOn: 'warning' }, 'failOn must be one of fail, advice, got "warning"'],
    [{ minCoverage: 101 }, 'minCoverage must be a percentage from 0 to 100, got 101'],
    [{ rules: '2020-01' }, 'rules must be one of 2026-11, got "2020-01"'],
    [{ exempt: [null] }, 'exempt[0] must be an object with rule, operation, case, words, reason, until, sometimes, at, got null'],
    [
      { exempt: ['recovers'] },
      'exempt[0] must be an object with rule, operation, case, words, reason, until, sometimes, at, got "recovers"',
    ],
    [{ exempt: [{ rule: 7, reason: 'x' }] }, 'exempt[0].rule must be a string, got 7'],
    [{ exempt: [{ rule: 'recovers', reason: ' ' }] }, 'exempt[0].reason must say why the finding is accepted, got " "'],
    [{ exempt: [{ rule: 'recovers', reason: 'x', case: '' }] }, 'exempt[0].case must be a string, got ""'],
    [{ exempt: [{ rule: 'recovers' }] }, 'exempt[0] needs rule and reason'],
    [{ exempt: [{ rule: 'recovers', reason: 'x', until: 'May' }] }, 'exempt[0].until must be a day such as 2027-03-01, got "May"'],
    [
      { exempt: [{ rule: 'recovers', reason: 'x', until: '2027-02-30' }] },
      'exempt[0].until must be a day such as 2027-03-01, got "2027-02-30"',
    ],
    [{ minCoverage: Number.NaN }, 'minCoverage must be a percentage from 0 to 100, got NaN'],
  ])('%j', (policy, message) => {
    expect(() => applyPolicy(good, policy as Policy)).toThrow(message)
  })
})

test('the newest rule set is the last one of the schema', () => {
  expect(schema.$defs.policy.properties.rules.enum.at(-1)).toBe(applyPolicy(good).ruleSet)
})

test('a rule that is newer than the rule set of the policy fails nobody, and is named', () => {
  const newer = { ...bad, rules: bad.rules.map((rule) => (rule.rule === 'honours-retry-after' ? { ...rule, since: '2027-03' } : rule)) }
  expect(applyPolicy(newer, { rules: '2026-11' })).toMatchObject({
    verdict: 'passed',
    notices: ['Newer than the rule set 2026-11, so not scored: honours-retry-after'],
  })
  expect(applyPolicy(bad, { rules: '2026-11' })).toMatchObject({ verdict: 'failed', notices: [] })
})
