// Finds the mistakes in a scenario: mistakes of format, which its JSON Schema finds, and mistakes that the schema cannot
// find.

import type { ValueViolation } from '../contract/describe-errors.ts'
import { isObject } from '../contract/json/json.ts'

/** Finds all mistakes in the value of a scenario file, each with its own place. */
export type CheckFile = (value: unknown) => readonly ValueViolation[]

/** Finds unknown variables and operations, and fields that do not fit together. The JSON Schema finds wrong types. */
export function findSemanticMistakes(value: unknown, operations: readonly string[]): ValueViolation[] {
  if (!isObject(value) || !Array.isArray(value.steps)) return []
  const parameters = Object.keys(isObject(value.parameters) ? value.parameters : {})
  const known = parameters.join(', ') || 'none'
  return value.steps.flatMap((step, index) => {
    if (!isObject(step)) return []
    const path = ['steps', index]
    const variables = new Set(variablesIn(step).filter((name) => !parameters.includes(name)))
    const named: readonly unknown[] = Array.isArray(step.operations) ? step.operations : []
    const unknown = named.filter((name) => typeof name === 'string' && !operations.includes(name))
    const message = (name: unknown) => `${name} is not an operation; the operations are ${operations.join(', ')}`
    return [
      ...combinationsIn(step).map((message) => ({ path, message })),
      ...[...variables].map((name) => ({ path, message: `$${name} is not a parameter of this scenario; known parameters: ${known}` })),
      ...unknown.map((name) => ({ path: [...path, 'operations'], message: message(name) })),
    ]
  })
}

/** The names of the variables in a template. A name may come several times. */
function variablesIn(template: unknown): string[] {
  if (typeof template === 'string') return /^\$[a-z][a-z0-9-]*$/.test(template) ? [template.slice(1)] : []
  return typeof template === 'object' && template !== null ? Object.values(template).flatMap(variablesIn) : []
}

/** Fields of a step that need another field, or that exclude another field. */
function combinationsIn(step: object): string[] {
  if (Object.keys(step).length === 0) return ['an empty step does nothing: give it an effect, or times to let calls pass']
  if (!('fault' in step))
    return ['gap', 'at', 'commit'].flatMap((field) => (field in step ? [`${field} does nothing without fault: add fault to the step`] : []))
  return 'respond' in step ? ['respond and fault cannot be combined: a fault breaks the real reply, or the example'] : []
}
