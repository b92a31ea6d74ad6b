// The judge knows the keys that the owner of the sandbox has chosen.

import { expect, test } from 'vitest'
import { createClient, start } from '../support/sandbox.ts'
import { ruleOf } from './rules/standing.ts'

test.each([
  ['a key of one’s own', 'chosen-by-us-all', 'failed'],
  ['of fifteen letters, as words have', 'fifteen-letters', 'clear'],
  ['the plan before it', 'pro', 'clear'],
  ['a key of the sandbox', 'sandbox_free_w1', 'failed'],
  ['another word', 'chosen-by-others', 'clear'],
])('in a URL %s: %s', async (_title, word, verdict) => {
  const sandbox = await start({ keys: ['pro:chosen-by-us-all', 'free:fifteen-letters'] })
  await createClient(sandbox, sandbox.key('free', 'w1'))(`/pets?status=sold&mark=${word}`, { warned: true })
  expect(ruleOf(await sandbox.report(), 'key-not-in-url').verdict).toBe(verdict)
})

test.each([
  ['free:fifteen-letters', 'clear'],
  ['free:chosen-by-us-all', 'failed'],
])('in a cookie, where it may be an ordinary word: %s', async (key, verdict) => {
  const sandbox = await start({ keys: [key] })
  const word = key.slice('free:'.length)
  await createClient(sandbox, sandbox.key('free', 'w1'))('/pets', { headers: { Cookie: `theme=${word}` } })
  expect(ruleOf(await sandbox.report(), 'key-only-in-authorization').verdict).toBe(verdict)
})
