// Renders src/ground/generated/names.ts: the names that the library's types know. They come from the contract, the scenario files, the rules and the
// schema of a step.

import type { Node } from '../src/contract/document.ts'
import { oneOf, renderFields } from './schema-types.ts'

interface NameParts {
  readonly plans: readonly string[]
  readonly operations: readonly string[]
  readonly scenarios: readonly string[]
  readonly faults: readonly string[]
  readonly rules: readonly string[]
  /** spec/scenario.schema.json. */
  readonly format: Node
}

export const renderNames = ({ plans, operations, scenarios, faults, rules, format }: NameParts) => `\
/** The name of a plan. */
export type PlanName = ${oneOf(plans)}

/** The operationId of an operation. */
export type OperationId = ${oneOf(operations)}

/** The name of a scenario: of the catalogue, or of your own directory. */
export type ScenarioName = ${oneOf(scenarios)} | (string & {})

/** The name of a fault of a campaign, or of a group of faults. */
export type FaultName = ${oneOf(faults)}

/** The name of a rule of the report. */
export type RuleName = ${oneOf(rules)}

/** One step of a scenario. */
export interface Step {
${renderFields((format.$defs as Node).step as Node, format)
  .join('\n')
  .replace('readonly (string)[]', 'readonly OperationId[]')}
}
`
