// The helper that names tests gives a header that the sandbox reads back.

import { expect, test } from 'vitest'
import { connectSandbox } from '../../src/sandbox.ts'
import { start } from '../support/sandbox.ts'

test.each([
  ['creates a pet', {}, { name: 'creates a pet' }],
  ['größe', { expect: 404 }, { name: 'größe', expect: [404] }],
  ['"quoted" \\ 100 %', { expect: [200, 429] }, { name: '"quoted" \\ 100 %', expect: [200, 429] }],
  ['日本 100% "x"', {}, { name: '日本 100% "x"' }],
] as const)('%s', async (name, options, testCase) => {
  const sandbox = await start()
  await using remote = await connectSandbox(sandbox.origin)
  for (const handle of [sandbox, remote]) {
    const headers = { authorization: `Bearer ${sandbox.key('free', 'w1')}`, ...handle.case(name, options) }
    expect((await fetch(`${sandbox.url}/pets`, { headers })).status).toBe(200)
    expect((await sandbox.requests.list()).at(-1)?.testCase).toEqual(testCase)
  }
  expect(() => sandbox.case(name, { calls: 1 } as object)).toThrow('calls was removed in 0.3: use inject')
})
