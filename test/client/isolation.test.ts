// A test may replace the timers and HTTP for its client. The handle in the same test still reaches its sandbox, and a campaign runs.

import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { inject, SandboxError } from '../../src/sandbox.ts'
import { start } from '../support/sandbox.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const REPLACED: readonly [what: string, replace: () => unknown][] = [
  ['the timers are fake', () => vi.useFakeTimers()],
  ['time stands still', () => vi.useFakeTimers({ now: 0, toFake: ['Date', 'performance'] })],
  ['fetch is stubbed', () => vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')))],
  [
    'nock forbids the network',
    async () => {
      // It intercepts from its import on, so the handle is there before it.
      const { default: nock } = await import('nock')
      nock.disableNetConnect()
      onTestFinished(() => nock.restore())
    },
  ],
]

test.each(REPLACED)('a handle works while %s', async (_what, replace) => {
  const sandbox = await start()
  await replace()
  const world = sandbox.world('w1')
  const events = await world.events()
  expect(await world.clock.advance(60)).toMatchObject({ frozen: false })
  expect((await world.data.get()).pets).toHaveLength(15)
  expect(await world.requests.list({ wait: 0.01 })).toEqual([])
  for await (const { type } of events) {
    expect(type).toBe('changed')
    break
  }
  await expect(world.limits.get('gold' as 'free')).rejects.toBeInstanceOf(SandboxError)
  await sandbox.close()
})

test('a campaign runs while the timers are fake', async () => {
  vi.useFakeTimers()
  const call = 'fetch(process.env.PETSTORE_BASE_URL + "/pets", { headers: { authorization: "Bearer sandbox_free" } })'
  const { runs } = await inject({ command: ['node', '-e', call], faults: ['reset'], runs: 1 })
  expect(runs).toMatchObject([{ call: 'listPets#1', fault: 'reset' }])
})

test('the stack of an error begins at the line that called the handle', async () => {
  const sandbox = await start({ controlToken: 'secret' })
  const error = await sandbox
    .world('w1')
    .data.remove('pets', 99)
    .catch((error: unknown) => error as SandboxError)
  const lines = String((error as Error).stack).split('\n')
  expect(lines[0]).toBe('SandboxError: pets has no item with the id 99')
  expect(lines[1]).toContain('isolation.test.ts')
})

test('the stack of a start that fails begins at the line that started the sandbox', async () => {
  const error = await start({ prot: 1 } as never).catch((error: unknown) => error as Error)
  expect(
    String((error as Error).stack)
      .split('\n')
      .slice(0, 2)
      .join(),
  ).toMatch(/^StartError: prot is not in the options.*support\/sandbox\.ts/)
})
