// The judge knows the keys that the owner of the sandbox has chosen.

import { expect, test } from 'vitest'
import { createClient, start } from '../support/sandbox.ts'
import { ruleOf } from './rules/standing.ts'

test.each([
  ['a key of one’s own', 'chosen-by-us-all', 'broken'],
  ['of fifteen letters, as words have', 'fifteen-letters', 'clear'],
  ['the plan before it', 'pro', 'clear'],
  ['a key of the sandbox', 'sandbox_free_w1', 'broken'],
  ['another word', 'chosen-by-others', 'clear'],
])('in a URL %s: %s', async (_title, word, verdict) => {
  const sandbox = await start({ key: ['pro:chosen-by-us-all', 'free:fifteen-letters'] })
  await createClient(sandbox, sandbox.key('free', 'w1'))(`/pets?status=sold&mark=${word}`, { warned: true })
  expect(ruleOf(await sandbox.report(), 'key-not-in-url').verdict).toBe(verdict)
})
