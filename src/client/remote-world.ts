// A world of a running sandbox. Each call of the handle is one call of the control API, in one line. The sandbox checks the
// arguments. This file checks only arguments that could not be sent or would be misunderstood.

import { Problem } from '../errors/problem.ts'
import type { ActiveScenario, ClockState, Collections, LimitState, WorldHandle, WorldState } from '../handle/handles.ts'
import { readLimitChange } from '../handle/limit-input.ts'
import { readScenarioRequests } from '../handle/scenario-request-input.ts'
import { copyData, readClock, readCollection, readFields, readItemId, readPlan, readSeconds, readWorldName } from '../handle/world-input.ts'
import type { Report } from '../report/report.ts'
import type { Item } from '../worlds/collection.ts'
import type { Asking, Parts } from './asking.ts'
import type { Streams } from './remote-events.ts'
import { createRemoteRequests } from './remote-requests.ts'

export interface RemoteParts {
  readonly asking: Asking
  readonly streams: Streams
  readonly plans: readonly string[]
  readonly collections: readonly string[]
}

export function createRemoteWorld(name: string, { asking, streams, plans, collections }: RemoteParts): WorldHandle {
  const world = withWorld(name, asking)
  const { ask } = world
  /** The path for calls that do not create the world. */
  const inPath = () => ({ path: { world: readWorldName(name) } })
  const toPlan = (plan: string) => ({ plan: readPlan(plan, plans) })
  const toCollection = (collection: string) => ({ collection: readCollection(collection, collections) })
  return {
    name,
    get: () => ask<WorldState>('getWorld'),
    reset: () => ask<WorldState>('resetWorld'),
    delete: async () => asking.ask<void>('deleteWorld', inPath()).catch(ignoreMissing),
    clock: {
      get: () => ask<ClockState>('getClock'),
      set: async (change) => {
        const { now, frozen } = readClock(change)
        return ask<ClockState>('putClock', { body: { ...(now !== undefined && { now: new Date(now).toISOString() }), frozen } })
      },
      advance: async (seconds) => ask<ClockState>('advanceClock', { body: { seconds: readSeconds(seconds) } }),
    },
    data: {
      get: () => ask<Collections>('getData'),
      put: async (given) => ask<Collections>('putData', { body: copyData('data', given) }),
      add: async (collection, item) => ask<Item>('addItem', { path: toCollection(collection), body: readFields('the item', item) }),
      patch: async (collection, id, fields) => {
        const path = { ...toCollection(collection), id: readItemId(id) }
        return ask<Item>('patchItem', { path, body: readFields('the change', fields) })
      },
      remove: async (collection, id) => ask<void>('deleteItem', { path: { ...toCollection(collection), id: readItemId(id) } }),
    },
    limits: {
      get: async (plan) => ask<LimitState>('getLimits', { path: toPlan(plan) }),
      set: async (plan, change) => ask<LimitState>('putLimits', { path: toPlan(plan), body: readLimitChange(change) }),
    },
    scenarios: {
      get: () => ask<ActiveScenario[]>('getActiveScenarios'),
      put: async (scenarioRequests) => ask<ActiveScenario[]>('putActiveScenarios', { body: readScenarioRequests(scenarioRequests) }),
      clear: () => ask<void>('deleteActiveScenarios'),
    },
    requests: createRemoteRequests(world, {
      list: 'listWorldRequests',
      find: 'getWorldRequest',
      clear: 'deleteWorldRequests',
      har: 'exportWorldRequests',
    }),
    report: async () => asking.ask<Report>('getWorldReport', inPath()),
    clearReport: async () => asking.ask<void>('deleteWorldReport', inPath()).catch(ignoreMissing),
    events: (query) => streams.open(query, (headers) => world.open('followWorldEvents', headers)),
  }
}

/** Calls about one world. Over HTTP a missing world cannot be read, so the handle creates the world and calls again. */
function withWorld(name: string, asking: Asking): Asking {
  async function inWorld<Result>(act: (parts: Parts) => Promise<Result>, { path, ...parts }: Parts = {}): Promise<Result> {
    const whole = { ...parts, path: { ...path, world: readWorldName(name) } }
    try {
      return await act(whole)
    } catch (error) {
      if (!isMissing(error)) throw error
      await asking.ask('createWorld', { path: { world: name } })
      return act(whole)
    }
  }
  return {
    ask: (operationId, parts) => inWorld((whole) => asking.ask(operationId, whole), parts),
    open: (operationId, parts) => inWorld((whole) => asking.open(operationId, whole), parts),
  }
}

export const isMissing = (error: unknown) => error instanceof Problem && error.code === 'not_found'

export function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
  return undefined
}
