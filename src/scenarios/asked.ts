// What the switches of a request ask for.

import type { TestCase } from '../ground/generated/control.ts'
import type { Problem } from '../ground/problem.ts'
import type { Setup } from './scenario.ts'

/** What a switch asks for, or all switches of a request together. */
export interface Asked {
  /** Only a base URL names a world. */
  readonly world?: string
  readonly testCase?: TestCase
  /** The test has parameters that have no effect any more. */
  readonly isOld?: boolean
  /** One group of scenarios per switch. The strongest switch comes first. The scenarios of one group are played together. */
  readonly groups: readonly (readonly Setup[])[]
  /** A mistake in any switch, even in a switch that a stronger one would replace. */
  readonly problem?: Problem
}
