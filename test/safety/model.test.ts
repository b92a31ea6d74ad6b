// Random calls, compared with a model of the sandbox: no reply and no stored animal may differ, whatever the order of calls,
// changes by the control API, restarts and kills.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { connectSandbox } from '../../src/client/connect.ts'
import { createDirectory, type Running, serve } from '../support/command.ts'
import { createClient, start } from '../support/sandbox.ts'
import { patience, settings } from './length.ts'
import { Model, type Pet } from './model.ts'
import { begin, compareData, type Real, steps, stepsWithRestart } from './steps.ts'

const PLAN = 'enterprise'
const OPTIONS = ['--ban-after', '1000000', '--size', '25', '--log', 'json']

test(
  'a sandbox behaves as its model',
  async () => {
    const sandbox = await start({ banAfter: 1_000_000, size: 25 })
    const fixtures = (await sandbox.world('fixtures').data.get()).pets as unknown as Pet[]
    let count = 0
    await fc.assert(
      fc.asyncProperty(fc.commands(steps, { maxCommands: 60, size: '+1' }), async (commands) => {
        count += 1
        const world = sandbox.world(`w${count}`)
        const current: Real = { call: createClient(sandbox, sandbox.key(PLAN, world.name)), world, restart: async () => {} }
        const model = new Model(fixtures)
        await begin(current)
        await fc.asyncModelRun(() => ({ model, real: { current } }), commands)
        await compareData(model, current)
      }),
      settings(12),
    )
    expect(count).toBeGreaterThan(0)
  },
  patience,
)

test(
  'a sandbox that is restarted and killed behaves as its model',
  async () => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(fc.commands(stepsWithRestart, { maxCommands: 30, size: '+1' }), async (commands) => {
        count += 1
        const data = await createDirectory()
        const real = { current: undefined as unknown as Real }
        let running: Running | undefined
        const open = async () => {
          running = await serve(['--data', data, ...OPTIONS])
          const sandbox = await connectSandbox(running.url)
          const world = sandbox.world('w1')
          real.current = { call: createClient(sandbox, sandbox.key(PLAN, 'w1')), world, restart }
          await begin(real.current)
        }
        const restart = async (signal: 'SIGTERM' | 'SIGKILL') => {
          running?.child.kill(signal)
          await running?.finished
          await open()
        }
        await open()
        const model = new Model((await real.current.world.data.get()).pets as unknown as Pet[])
        await fc.asyncModelRun(() => ({ model, real }), commands)
        await real.current.restart('SIGKILL')
        await compareData(model, real.current)
        running?.child.kill('SIGKILL')
        await running?.finished
      }),
      settings(2),
    )
    expect(count).toBeGreaterThan(0)
  },
  patience,
)
