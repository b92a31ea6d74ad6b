// What belongs to the contract of a sandbox: its code and its data.

import type { Choices } from '../contract/assumptions.ts'
import type { Refusal } from '../ground/problem.ts'
import type { Recipes } from '../worlds/fixtures.ts'
import type { Handler } from '../worlds/handler.ts'
import type { Snapshot } from '../worlds/store/store.ts'

/** Everything that knows the subject of the contract. @internal */
export interface Domain {
  /** By operationId. An operation without a handler is answered from the contract alone. */
  readonly handlers: Readonly<Record<string, Handler>>
  readonly recipes: Recipes
  /** Changes the fixtures as these choices want them. Default: no change. */
  readonly chooseIds?: (fixtures: Snapshot, choices: Choices) => Snapshot
  readonly renderProblem: (refusal: Refusal) => unknown
}
