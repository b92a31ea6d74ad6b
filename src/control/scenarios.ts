// The scenarios over the control API: the catalogue, and what is put on a world.

import type { Catalogue } from '../scenarios/catalogue.ts'
import type { Wish } from '../scenarios/wish.ts'
import type { WorldHandle } from './world-handle.ts'

export const listCatalogue = (catalogue: Catalogue) =>
  catalogue.list().map(({ name, summary, parameters }) => ({ name, summary, parameters }))

/** Puts a list of scenarios on a world; a wrong one changes nothing. */
export const putScenarios = (world: WorldHandle, body: unknown) => world.scenarios.put(body as Wish[])
