// The handle on a running sandbox. Each method is one call of the control API (spec/control.yaml). The sandbox checks the arguments.

import { type CaseOptions, renderCase } from '../ground/case-header.ts'
import type { Assumption, CatalogueEntry, Health, Versions, WorldState } from '../ground/generated/control.ts'
import type { PlanName } from '../ground/generated/names.ts'
import { renderKnownKey } from '../ground/world-name.ts'
import { createApi, ignoreMissing, path } from './call-api.ts'
import { type EventsHandle, openEvents } from './events.ts'
import { createRequests, type ReportHandle, type RequestsHandle } from './requests-handle.ts'
import { withCallers } from './sandbox-error.ts'
import type { Transport } from './transport.ts'
import { createWorldHandle, type WorldHandle } from './world-handle.ts'

/** The handle of a sandbox for your tests. */
export interface SandboxHandle extends EventsHandle, ReportHandle, AsyncDisposable {
  /** The base URL for clients, for example `http://127.0.0.1:4010/v1`. */
  readonly url: string
  /** The address of the sandbox without a path. */
  readonly origin: string
  /** The names of all plans, for example `free`. The first plan is the default of `key`. */
  readonly plans: readonly PlanName[]
  /** The API key of a plan in a world. Default: the first plan, and the world `default`. */
  key(plan?: PlanName, world?: string): string
  /** The header that names a test: `fetch(url, { headers: sandbox.case('refuses no name', { expect: 400 }) })`. */
  case(name: string, options?: CaseOptions): { 'Sandbox-Case': string }
  /** A world by its name. The world is created at its first use. Default: the world `default`. Throws a SandboxError for a wrong name. */
  world(name?: string): WorldHandle
  readonly worlds: {
    /** The worlds in memory and in the store, sorted by name. */
    list(): Promise<WorldState[]>
    /** Resets data and session of all worlds. */
    reset(): Promise<WorldState[]>
    /** Whether a world of this name is in memory or in the store. */
    has(name: string): Promise<boolean>
  }
  /** The journals of all worlds. */
  readonly requests: RequestsHandle
  /** The catalogue of scenarios. */
  scenarios(): Promise<CatalogueEntry[]>
  /** The gaps in the service's document, and what the sandbox does about each gap. */
  assumptions(): Promise<readonly Assumption[]>
  /** Rejects when the store cannot keep a change. */
  health(): Promise<Health>
  /** The version of the sandbox and of its contract. */
  versions(): Promise<Versions>
  /** Closes what this handle has opened: the sandbox of `startSandbox`, or the connection of `connectSandbox`. */
  close(): Promise<void>
}

/** @internal */
export interface HandleParts extends Pick<SandboxHandle, 'url' | 'origin'> {
  readonly plans: readonly string[]
  readonly transport: Transport
}

/** @internal */
export function createHandle({ url, origin, plans, transport }: HandleParts): SandboxHandle {
  const api = createApi(transport)
  const { ask } = api
  const close = async () => transport.close()
  const handle = withCallers({
    url,
    origin,
    plans: plans as readonly PlanName[],
    case: renderCase,
    key: (plan, world) => renderKnownKey(plans, plan, world),
    world: (name = 'default') => createWorldHandle(name, api),
    worlds: {
      list: () => ask('GET', '/worlds'),
      reset: () => ask('POST', '/worlds/reset'),
      has: async (name: string) => (await ask('GET', path`/worlds/${{ name }}`).catch(ignoreMissing)) !== undefined,
    } satisfies SandboxHandle['worlds'],
    requests: createRequests(api),
    report: () => ask('GET', '/report'),
    clearReport: () => ask('DELETE', '/report'),
    events: () => openEvents(api),
    scenarios: () => ask('GET', '/scenarios'),
    assumptions: () => ask('GET', '/assumptions'),
    health: () => ask('GET', '/health'),
    versions: () => ask<Versions>('GET', '/').then(({ sandbox, contract }) => ({ sandbox, contract })),
    close,
  } satisfies Omit<SandboxHandle, typeof Symbol.asyncDispose>)
  return { ...handle, [Symbol.asyncDispose]: close }
}
