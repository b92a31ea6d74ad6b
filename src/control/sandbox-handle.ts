// The handle of a sandbox in this process: everything that is not about one world. The control API and the library use the
// same object.

import type { Contract } from '../contract/contract.ts'
import { messageOf, Problem } from '../errors/problem.ts'
import type { Catalogue } from '../scenarios/catalogue.ts'
import { createBodyChecks } from './body-checks.ts'
import { createEventsHandle } from './events.ts'
import type { LocalSandbox } from './local-handles.ts'
import { createReportHandle } from './report.ts'
import { createRequestsHandle } from './requests.ts'
import { createWorldHandle, type HandleParts } from './world-handle.ts'
import { createWorldsHandle } from './worlds.ts'

export interface SandboxParts extends Omit<HandleParts, 'setUpAll' | 'operations'> {
  readonly contract: Contract
  readonly catalogue: Catalogue
}

export function createSandboxHandle(parts: SandboxParts): LocalSandbox {
  const { worlds, catalogue, contract, version, plans, collections } = parts
  const operations = contract.operations.map(({ id }) => id)
  const handleParts = { ...parts, operations, setUpAll: catalogue.setUpAll }
  const world = (name = 'default') => createWorldHandle(name, handleParts)
  return {
    served: { basePath: contract.basePath, plans, collections },
    bodyChecks: createBodyChecks(handleParts),
    liveWorlds: () => worlds.liveNames,
    world,
    worlds: createWorldsHandle(parts),
    requests: createRequestsHandle(undefined, handleParts),
    ...createEventsHandle(undefined, parts),
    ...createReportHandle(undefined, parts),
    scenarios: async () => catalogue.list().map(({ steps, ...entry }) => entry),
    assumptions: async () => contract.assumptions,
    health: async () => {
      await worlds.checkStore().catch((error) => {
        throw new Problem('unavailable', `the store cannot be written: ${messageOf(error)}`)
      })
      // A sandbox with damaged worlds still works. Only a store that accepts no change makes the sandbox unhealthy.
      const { damaged, liveNames } = worlds
      return { status: 'ok', sandbox: version, worlds: liveNames.length, ...(damaged.length > 0 && { damaged }) }
    },
    versions: async () => ({ sandbox: version, contract: { title: contract.title, version: contract.version } }),
  }
}
