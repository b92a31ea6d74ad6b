// Finds the mistakes in a scenario: mistakes of format, which its JSON Schema finds, mistakes that the schema cannot find, and steps
// that can never take a call.

import { isObject } from '../json/json.ts'
import { effects } from './effects/table.ts'
import { findMistake, type ParameterRule, variablesIn } from './parameters.ts'

/** A step as the file has it, before its parameters are filled in. */
export type StepTemplate = Readonly<Record<string, unknown>>

/** One mistake in a scenario. */
export interface Mistake {
  /** The path to the place, for example `['steps', 0, 'fault']`. */
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Checks a value against the format of scenario files. `subject` names the part that the message is about; empty for the whole file. */
export type CheckFile = (value: unknown) => readonly (Mistake & { readonly subject: string })[]

/** All mistakes, each with its own place. */
export const findMistakes = (value: unknown, check: CheckFile, operations: readonly string[]): Mistake[] => [
  ...checkFormat(value, check),
  ...findMeaningless(value, operations),
]

export const checkFormat = (value: unknown, check: CheckFile): Mistake[] =>
  check(value).map(({ path, subject, message }) => ({ path, message: `${subject || 'the file'} ${message}` }))

/** Finds unknown variables, operations and defaults, and fields that do not fit together. Another check has looked at the types. */
function findMeaningless(value: unknown, operations: readonly string[]): Mistake[] {
  if (!isObject(value)) return []
  const parameters = isObject(value.parameters) ? value.parameters : {}
  const names = Object.keys(parameters)
  const steps: readonly unknown[] = Array.isArray(value.steps) ? value.steps : []
  return [
    ...names.flatMap((name) => defaultsIn(parameters[name], ['parameters', name, 'defaultFor'], names)),
    ...steps.flatMap((step, index) => (isObject(step) ? mistakesInStep(step, ['steps', index], names, operations) : [])),
  ]
}

/** Checks the defaults for the values of another parameter. That parameter must exist, and each default must be a valid value. */
function defaultsIn(rule: unknown, path: Mistake['path'], known: readonly string[]): Mistake[] {
  if (!isObject(rule) || !isObject(rule.defaultFor)) return []
  return Object.entries(rule.defaultFor).flatMap(([other, defaults]) => {
    if (!known.includes(other))
      return [{ path: [...path, other], message: `${other} is not a parameter; the parameters are ${known.join(', ')}` }]
    return Object.entries(isObject(defaults) ? defaults : {}).flatMap(([value, preset]) => {
      const mistake = findMistake(rule as unknown as ParameterRule, preset)
      return mistake === undefined ? [] : [{ path: [...path, other, value], message: `${value} ${mistake}` }]
    })
  })
}

function mistakesInStep(
  step: StepTemplate,
  path: Mistake['path'],
  parameters: readonly string[],
  operations: readonly string[],
): Mistake[] {
  const variables = new Set(variablesIn(step).filter((name) => !parameters.includes(name)))
  const named: readonly unknown[] = Array.isArray(step.operations) ? step.operations : []
  const strange = named.filter((name) => typeof name === 'string' && !operations.includes(name))
  const known = parameters.join(', ') || 'none'
  return [
    ...combinationsIn(step).map((message) => ({ path, message })),
    ...[...variables].map((name) => ({ path, message: `$${name} is not a parameter of this scenario; known parameters: ${known}` })),
    ...strange.map((name) => ({
      path: [...path, 'operations'],
      message: `${name} is not an operation; the operations are ${operations.join(', ')}`,
    })),
  ]
}

/** Fields of a step that need another field, or that exclude another field. */
function combinationsIn(step: StepTemplate): string[] {
  if (Object.keys(step).length === 0) return ['an empty step does nothing: give it an effect, or times to let calls pass']
  const alone = effects.flatMap(({ schema }) => {
    const [first = '', ...others] = Object.keys(schema)
    const given = first in step ? [] : others.filter((field) => field in step)
    return given.map((field) => `${field} does nothing without ${first}: add ${first} to the step`)
  })
  if ('respond' in step && 'fault' in step)
    alone.push('respond and fault cannot be combined: a fault breaks the real reply, or the example')
  return alone
}

/** The steps that can never take a call, whatever the parameters are. Nobody would notice such a mistake otherwise. */
export const findUnreachable = (steps: readonly StepTemplate[]): Mistake[] =>
  steps.flatMap((step, index) => {
    const reason = neverTakes(step) ?? describeTaker(step, steps.slice(0, index))
    return reason === undefined ? [] : [{ path: ['steps', index], message: `step ${index + 1} never takes a call: ${reason}` }]
  })

function neverTakes({ times, probability, when }: StepTemplate): string | undefined {
  if (when === false) return 'when is false'
  if (times === 0) return 'times is 0'
  return probability === 0 ? 'probability is 0' : undefined
}

/** Names an earlier step that takes every call of this step. Undefined when there is none. */
function describeTaker({ operations }: StepTemplate, earlier: readonly StepTemplate[]): string | undefined {
  const wanted = operations as readonly string[] | undefined
  const takesAll = (taker: StepTemplate) => {
    const taken = taker.operations as readonly string[] | undefined
    // A step without operations also takes calls of unknown paths. Steps with operations do not take these calls.
    return taken === undefined || (wanted?.every((operation) => taken.includes(operation)) ?? false)
  }
  const at = earlier.findIndex((one) => takesForGood(one) && takesAll(one))
  return at === -1 ? undefined : `step ${at + 1} takes all its calls and is never used up`
}

/** Whether a step takes every call that it applies to and is never used up, whatever the parameters are. */
const takesForGood = ({ times, probability, when }: StepTemplate) =>
  times === undefined && (probability === undefined || probability === 1) && (when === undefined || when === true)
