// A sandbox as a test suite drives it: all that is not about one world. The control API and the library use the same object.

import type { Assumption } from '../contract/assumptions.ts'
import type { Contract } from '../contract/contract.ts'
import { messageOf, Problem } from '../problem.ts'
import type { Catalogue } from '../scenarios/catalogue.ts'
import type { ParameterRule } from '../scenarios/parameters.ts'
import { createEventsHandle } from './events.ts'
import { createRequestsHandle } from './requests.ts'
import {
  createWorldHandle,
  type EventsHandle,
  type HandleParts,
  type RequestsHandle,
  type WorldHandle,
  type WorldState,
} from './world-handle.ts'
import { createWorldsHandle } from './worlds.ts'

export interface SandboxHandle extends EventsHandle {
  /** A world, by name; it comes to life when first used. No name: `default`. */
  world(name?: string): WorldHandle
  readonly worlds: {
    /** Those in memory or in the store, by name. */
    list(): Promise<WorldState[]>
    /** Makes data and session of all as new. */
    reset(): Promise<WorldState[]>
    has(name: string): Promise<boolean>
  }
  /** The journals of all worlds. */
  readonly requests: RequestsHandle
  /** The catalogue of scenarios. */
  scenarios(): Promise<CatalogueEntry[]>
  /** What the service leaves open, and what the sandbox does there. */
  assumptions(): Promise<readonly Assumption[]>
  /** Rejects with a Problem when no change could be kept. */
  health(): Promise<Health>
  versions(): Promise<Versions>
}

export interface CatalogueEntry {
  readonly name: string
  /** What the client sees. */
  readonly summary: string
  readonly parameters: Readonly<Record<string, ParameterRule>>
}

export interface Health {
  readonly status: 'ok'
  /** Kept worlds that cannot be used; absent when there are none. */
  readonly damaged?: readonly { readonly world: string; readonly reason: string }[]
}

export interface Versions {
  readonly sandbox: string
  readonly contract: { readonly title: string; readonly version: string }
}

/** @internal */
export interface SandboxParts extends Omit<HandleParts, 'setUpAll'> {
  readonly contract: Contract
  readonly catalogue: Catalogue
}

/** @internal */
export function createSandboxHandle(parts: SandboxParts): SandboxHandle {
  const { worlds, catalogue, contract, version } = parts
  const handleParts = { ...parts, setUpAll: catalogue.setUpAll }
  const world = (name = 'default') => createWorldHandle(name, handleParts)
  return {
    world,
    worlds: createWorldsHandle(parts),
    requests: createRequestsHandle(undefined, parts),
    ...createEventsHandle(undefined, parts),
    scenarios: async () => catalogue.list().map(({ name, summary, parameters }) => ({ name, summary, parameters })),
    assumptions: async () => contract.assumptions,
    health: async () => {
      await worlds.checkStore().catch((error) => {
        throw new Problem('unavailable', `the store cannot be written: ${messageOf(error)}`)
      })
      // A sandbox with damaged worlds works: only a store that takes no change makes it unhealthy.
      const { damaged } = worlds
      return { status: 'ok', ...(damaged.length > 0 && { damaged }) }
    },
    versions: async () => ({ sandbox: version, contract: { title: contract.title, version: contract.version } }),
  }
}
