// Finds the mistakes in a scenario: mistakes of format, which its JSON Schema finds, mistakes that the schema cannot find, and steps
// that can never take a call.

import { isObject } from '../contract/json/json.ts'

/** A step as the file has it, before its parameters are filled in. */
export type StepTemplate = Readonly<Record<string, unknown>>

/** One mistake in a scenario. */
export interface Mistake {
  /** The path to the place, for example `['steps', 0, 'fault']`. */
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Finds all mistakes in the value of a scenario file, each with its own place. */
export type CheckFile = (value: unknown) => readonly Mistake[]

/** Finds unknown variables and operations, and fields that do not fit together. The JSON Schema finds wrong types. */
export function findSemanticMistakes(value: unknown, operations: readonly string[]): Mistake[] {
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
function combinationsIn(step: StepTemplate): string[] {
  if (Object.keys(step).length === 0) return ['an empty step does nothing: give it an effect, or times to let calls pass']
  if (!('fault' in step))
    return ['gap', 'at', 'commit'].flatMap((field) => (field in step ? [`${field} does nothing without fault: add fault to the step`] : []))
  return 'respond' in step ? ['respond and fault cannot be combined: a fault breaks the real reply, or the example'] : []
}

/** The steps that can never take a call, whatever the parameters are. Nobody would notice such a mistake otherwise. */
export const findUnreachable = (steps: readonly StepTemplate[]): Mistake[] =>
  steps.flatMap((step, index) => {
    const idle = TAKES_NOTHING.find(([field, value]) => step[field] === value)?.join(' is ')
    const earlier = steps.slice(0, index).findIndex((one) => takesForGood(one) && takesAll(one, step)) + 1
    const reason = idle ?? (earlier > 0 ? `step ${earlier} takes all its calls and is never used up` : undefined)
    return reason === undefined ? [] : [{ path: ['steps', index], message: `step ${index + 1} never takes a call: ${reason}` }]
  })

/** A step with one of these values takes no call. */
const TAKES_NOTHING = [
  ['when', false],
  ['times', 0],
  ['probability', 0],
] as const

/** Whether a step takes every call that it applies to and is never used up, whatever the parameters are. */
const takesForGood = ({ times, probability = 1, when = true }: StepTemplate) => times === undefined && probability === 1 && when === true

/** A step without operations also takes calls of unknown paths. Steps with operations do not take these calls. */
function takesAll({ operations: taken }: StepTemplate, { operations: wanted }: StepTemplate): boolean {
  if (!Array.isArray(taken)) return true
  return Array.isArray(wanted) && wanted.every((operation) => taken.includes(operation))
}
