// Options that are hidden from users: another contract, for the tests that show that the engine knows no animal, and the faults of a
// campaign.

import type { Refusal } from '../errors/problem.ts'
import type { Handler } from '../journey/parts.ts'
import { isObject } from '../json/json.ts'
import type { Recipes } from '../worlds/fixtures.ts'
import { FILE, type Option } from './option.ts'
import type { SandboxOptions } from './table.ts'

/** Everything that knows the subject of the contract. @internal */
export interface Domain {
  /** The key is the operationId. An operation without a handler is answered from the contract alone. */
  readonly handlers: Readonly<Record<string, Handler>>
  readonly recipes: Recipes
  readonly renderProblem: (refusal: Refusal) => unknown
}

const OBJECT = { must: 'be an object', fits: isObject }

/** @internal */
export const internal = {
  contract: { rule: FILE, read: ({ contract }: SandboxOptions) => contract, isInternal: true },
  domain: { rule: OBJECT, read: ({ domain }: SandboxOptions) => domain, isInternal: true },
  faults: { rule: OBJECT, read: ({ faults }: SandboxOptions) => faults, isInternal: true },
} satisfies Record<string, Option<SandboxOptions>>
