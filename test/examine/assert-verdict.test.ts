// assertVerdict() in a test runner.

import { AssertionError } from 'node:assert'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assertVerdict } from '../../src/examine/assert-verdict.ts'
import { loadPolicy } from '../../src/examine/policy.ts'
import { createDirectory } from '../support/command.ts'
import { bad, empty, good } from '../support/reports.ts'

const exempt = (['valid-requests', 'no-blind-create-retry'] as const).map((rule) => ({ rule, reason: 'known' }))

test('a client that passed passes, by the policy too', () => {
  expect(() => assertVerdict(good)).not.toThrow()
  expect(() => assertVerdict(bad, { exempt })).not.toThrow()
})

test('a client that failed throws an error with the reasons and findings', () => {
  const judge = () => assertVerdict(bad)
  expect(judge).toThrow(AssertionError)
  expect(judge).toThrow(
    /^The client failed\.\n- valid-requests · POST \/v1\/pets .*\n- no-blind.*\n\nFAIL {4}valid-requests · POST \/v1\/pets · body \/name · 3 times/,
  )
  expect(judge).toThrow(expect.objectContaining({ actual: undefined, expected: undefined }))
  expect(judge).not.toThrow(expect.objectContaining({ diff: expect.anything() }))
  expect(judge).toThrow('fix       Correct the request at this place.')
  expect(() => assertVerdict(good, { minCoverage: 100 })).toThrow('- Coverage is 66.6 %, but 100 % is required')
  expect(() => assertVerdict(empty)).toThrow('No call of a client has ended')
})

test('the policy file is the policy of an assertion too, and what the test says wins', async () => {
  const file = join(await createDirectory(), 'petstore-report.yaml')
  await writeFile(
    file,
    'min-coverage: 100\nexempt: [{ rule: valid-requests, reason: known }, { rule: no-blind-create-retry, reason: known }]',
  )
  const policy = await loadPolicy(file)
  expect(() => assertVerdict(bad, policy)).toThrow('- Coverage is 66.6 %, but 100 % is required')
  expect(() => assertVerdict(bad, { ...policy, minCoverage: 60 })).not.toThrow()
  expect(await loadPolicy()).toEqual({})
  await expect(loadPolicy(`${file}.gone`)).rejects.toThrow('there is no such file')
})
