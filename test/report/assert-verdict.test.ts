// assertVerdict() in a test runner.

import { AssertionError } from 'node:assert'
import { expect, test } from 'vitest'
import { assertVerdict } from '../../src/report/assert-verdict.ts'
import { bad, empty, good } from '../support/reports.ts'

test('a client that passed passes, by the policy too', () => {
  expect(() => assertVerdict(good)).not.toThrow()
  expect(() => assertVerdict(bad, { ignore: { 'honours-retry-after': 'known' } })).not.toThrow()
})

test('an error names a forgotten await', () => {
  expect(() => assertVerdict(Promise.resolve(good) as never)).toThrow(/write await sandbox\.report\(\)$/)
})

test.each([[undefined], [null], [{}], ['report'], [() => good]])('an error refuses a value that is no report: %j', (given) => {
  expect(() => assertVerdict(given as never)).toThrow(
    /^assertVerdict takes a report, got .*: write assertVerdict\(await sandbox\.report\(\)\)$/,
  )
})

test('a client that failed throws an error with the reasons and findings', () => {
  const judge = () => assertVerdict(bad)
  expect(judge).toThrow(AssertionError)
  expect(judge).toThrow(
    /^The client failed\.\n- honours-retry-after is broken in createPet: .*\n\nFAIL {4}honours-retry-after · POST \/v1\/pets · "creates a pet" · 3 times/,
  )
  expect(judge).toThrow('fix       Wait as long as Retry-After says.')
  expect(() => assertVerdict(good, { minCoverage: 100 })).toThrow('- Coverage is 66.6 %, but 100 % is required')
  expect(() => assertVerdict(empty)).toThrow('No client called the sandbox')
})
