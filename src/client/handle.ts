// The handle on a running sandbox. Each method is one call of the control API. The sandbox checks the arguments; its
// document is spec/control.yaml.

import type { PlanName } from '../contract/names.ts'
import { renderCase } from '../text/case-header.ts'
import { renderKnownKey } from '../text/key.ts'
import { type Api, createApi, createWorldApi, ignoreMissing } from './call-api.ts'
import { createStreams, type Streams } from './events.ts'
import type { ReportHandle, RequestsHandle, SandboxHandle, Time, WorldHandle } from './handles.ts'
import type { Index } from './read-index.ts'
import { withCallers } from './sandbox-error.ts'
import type { Transport } from './transport.ts'

export interface HandleParts extends Pick<SandboxHandle, 'url' | 'origin'> {
  readonly plans: readonly string[]
  readonly transport: Transport
  readonly loadIndex: () => Promise<Index>
}

export function createHandle({ url, origin, plans, transport, loadIndex }: HandleParts): SandboxHandle {
  const api = createApi(transport, loadIndex)
  const { ask } = api
  const streams = createStreams()
  const close = async () => {
    streams.close()
    transport.close()
  }
  const handle = withCallers({
    url,
    origin,
    plans: plans as readonly PlanName[],
    case: renderCase,
    key: (plan, world) => renderKnownKey(plans, plan, world),
    world: (name = 'default') => createWorldHandle(name, api, streams),
    worlds: {
      list: () => ask('listWorlds'),
      reset: () => ask('resetWorlds'),
      has: async (name: string) => (await ask('getWorld', { path: { world: name } }).catch(ignoreMissing)) !== undefined,
    } satisfies SandboxHandle['worlds'],
    requests: createRequests(api),
    report: () => ask('getReport'),
    clearReport: () => ask('deleteReport'),
    events: (query) => streams.open(query, (parts) => api.open('followEvents', parts)),
    scenarios: () => ask('listScenarios'),
    assumptions: () => ask('listAssumptions'),
    health: () => ask('getHealth'),
    versions: async () => {
      const { sandbox, contract } = await loadIndex()
      return { sandbox, contract }
    },
    close,
  } satisfies Omit<SandboxHandle, typeof Symbol.asyncDispose>)
  return { ...handle, [Symbol.asyncDispose]: close }
}

function createWorldHandle(name: string, api: Api, streams: Streams): WorldHandle {
  const world = createWorldApi(name, api)
  const { ask } = world
  return withCallers<WorldHandle>({
    name,
    get: () => ask('getWorld'),
    reset: () => ask('resetWorld'),
    delete: () => api.ask<void>('deleteWorld', { path: { world: name } }).catch(ignoreMissing),
    clock: {
      get: () => ask('getClock'),
      set: (change) => ask('putClock', { body: { ...change, now: renderTime(change?.now) } }),
      advance: (seconds) => ask('advanceClock', { body: { seconds } }),
    },
    data: {
      get: () => ask('getData'),
      put: (collections) => ask('putData', { body: collections }),
      add: (collection, item) => ask('addItem', { path: { collection }, body: item }),
      patch: (collection, id, fields) => ask('patchItem', { path: { collection, id }, body: fields }),
      remove: (collection, id) => ask('deleteItem', { path: { collection, id } }),
    },
    limits: {
      get: (plan) => ask('getLimits', { path: { plan } }),
      set: (plan, change) => ask('putLimits', { path: { plan }, body: change }),
    },
    assumptions: {
      get: () => ask('getChoices'),
      put: (choices) => ask('putChoices', { body: choices }),
      clear: () => ask('deleteChoices'),
    },
    scenarios: {
      get: () => ask('getActiveScenarios'),
      put: (scenarioRequests) => ask('putActiveScenarios', { body: scenarioRequests }),
      clear: () => ask('deleteActiveScenarios'),
    },
    requests: createRequests(world, 'World'),
    ...createReport(name, api),
    events: (query) => streams.open(query, (parts) => world.open('followWorldEvents', parts)),
  })
}

/** A world's report outlives the world, so these calls do not create the world. */
const createReport = (world: string, { ask }: Api): ReportHandle => ({
  report: () => ask('getWorldReport', { path: { world } }),
  clearReport: () => ask<void>('deleteWorldReport', { path: { world } }).catch(ignoreMissing),
})

/** Seconds of silence that are allowed, because a long journal may take a while. */
const PATIENCE = 30

/** The calls about one world have `World` in their operationId: `listRequests` and `listWorldRequests`. */
const createRequests = ({ ask }: Api, of = ''): RequestsHandle => ({
  list: (query = {}) => ask(`list${of}Requests`, { query, patience: PATIENCE + (Number(query.wait) || 0) }),
  find: (id) => ask<undefined>(`get${of}Request`, { path: { request: id } }).catch(ignoreMissing),
  clear: (requests) => ask(`delete${of}Requests`, requests && { body: { requests } }),
  har: (filter = {}) => ask(`export${of}Requests`, { query: filter }),
})

/** A time as the control API takes it. A day such as `2030-12-05` begins at midnight UTC. A text that is no time stays as it is. */
function renderTime(time: Time | undefined): string | undefined {
  if (time === undefined) return undefined
  const isTime = typeof time === 'string' || typeof time === 'number' || time instanceof Date
  const date = new Date(isTime ? time : Number.NaN)
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString()
}
