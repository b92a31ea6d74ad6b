// The judge knows the keys that the owner of the sandbox has chosen.

import { expect, test } from 'vitest'
import { createClient, start } from '../support/sandbox.ts'
import { ruleOf } from './rules/standing.ts'

test.each([
  ['a key of one’s own', 'chosen-by-us', 'failed'],
  ['of eight letters', 'eight-of', 'failed'],
  ['of seven letters, as words have', 'seven-o', 'passed'],
  ['the plan before it', 'pro', 'passed'],
  ['a key of the sandbox', 'sandbox_free_w1', 'failed'],
  ['another word', 'chosen-by-others', 'passed'],
])('in a URL %s: %s', async (_title, word, verdict) => {
  const sandbox = await start({ keys: ['pro:chosen-by-us', 'free:eight-of', 'free:seven-o'] })
  await createClient(sandbox, sandbox.key('free', 'w1'))(`/pets?status=sold&mark=${word}`, { warned: true })
  expect(ruleOf(await sandbox.report(), 'key-not-in-url').verdict).toBe(verdict)
})
