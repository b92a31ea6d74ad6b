// Renders src/contract/names.ts: the names that the library's types know. They come from the contract, the scenario files, the rules
// and the schema of a step. `UPDATE_DOCS=1 npm test` writes the file again.

import { isNode, type Node, resolve } from '../src/contract/document.ts'

export const NAMES = 'src/contract/names.ts'

export interface NameParts {
  readonly plans: readonly string[]
  readonly operations: readonly string[]
  readonly scenarios: readonly string[]
  readonly faults: readonly string[]
  readonly rules: readonly string[]
  /** spec/scenario.schema.json. */
  readonly format: Node
}

export const renderNames = ({ plans, operations, scenarios, faults, rules, format }: NameParts) => `\
// The names of the contract, the catalogue and the rules, and the fields of a step, as types of the library. Only types: the engine
// knows none of these names. Written by UPDATE_DOCS=1 npm test from the documents, the tables and the scenario files.

/** The name of a plan. */
export type PlanName = ${oneOf(plans)}

/** The operationId of an operation. */
export type OperationId = ${oneOf(operations)}

/** The name of a scenario: of the catalogue, or of your own directory. */
export type ScenarioName = ${oneOf(scenarios)} | (string & {})

/** The name of a fault of a campaign. */
export type FaultName = ${oneOf(faults)}

/** The name of a rule of the report. */
export type RuleName = ${oneOf(rules)}

/** One step of a scenario. */
export interface Step {
${Object.entries(stepOf(format))
  .map(([name, schema]) => renderField(name, schema, format))
  .join('\n')}
}
`

const oneOf = (names: readonly unknown[]) => names.map((name) => `'${name}'`).join(' | ')

const stepOf = (format: Node) => ((format.$defs as Node).step as Node).properties as Readonly<Record<string, Node>>

const renderField = (name: string, schema: Node, format: Node) =>
  `  /** ${schema.description} */\n  readonly ${name}?: ${name === 'operations' ? 'readonly OperationId[]' : typeOf(schema, format)}`

/** The TypeScript type of a JSON Schema. The steps of a file may name a parameter as `$name`; those of the library have no parameters. */
function typeOf(given: Node, format: Node): string {
  const { anyOf, enum: values, type, items, properties, required = [], additionalProperties } = resolve(format, given)
  const inside = (schema: unknown) => (isNode(schema) ? typeOf(schema, format) : 'unknown')
  if (Array.isArray(anyOf))
    return anyOf
      .filter((one) => one.$ref !== '#/$defs/variable')
      .map(inside)
      .join(' | ')
  if (Array.isArray(values)) return oneOf(values)
  if (Array.isArray(type)) return [...new Set(type.map((one) => inside({ type: one })))].join(' | ')
  if (isNode(properties)) {
    const fields = Object.entries(properties).map(
      ([name, schema]) => `readonly ${name}${(required as string[]).includes(name) ? '' : '?'}: ${inside(schema)}`,
    )
    return `{ ${fields.join('; ')} }`
  }
  if (type === 'object') return `Readonly<Record<string, ${inside(additionalProperties)}>>`
  if (type === 'array') return `readonly (${inside(items)})[]`
  return type === 'integer' ? 'number' : typeof type === 'string' ? type : 'unknown'
}
