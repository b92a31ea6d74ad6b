// Finds the mistakes in a scenario: mistakes of format, which its JSON Schema finds, and mistakes that the schema cannot find.

import { CODES } from '../errors/problem.ts'
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

/** Checks a value against the format of scenario files. */
export type CheckFile = (value: unknown) => readonly Mistake[]

/** Returns the mistakes that the schema finds. `subject` names the part that the message is about, and is empty for the whole file. */
type Validate = (value: unknown) => readonly (Mistake & { readonly subject: string })[]

/** Creates the check from the check of the schema. */
export const createCheckFile =
  (validate: Validate): CheckFile =>
  (value) =>
    validate(value).map(({ path, subject, message }) => ({ path, message: `${subject || 'the file'} ${message}` }))

type Path = Mistake['path']

/** All mistakes, each with its own place. */
export const findMistakes = (value: unknown, check: CheckFile, operations: readonly string[]): Mistake[] => [
  ...checkFormat(value, check),
  ...findMeaningless(value, operations),
]

/** The mistakes of format. When a place may hold several types, the check finds a mistake for each type. Only the first is returned. */
export function checkFormat(value: unknown, check: CheckFile): Mistake[] {
  const places = new Map<string, Mistake[]>()
  for (const mistake of check(value)) places.set(keyOf(mistake.path), [...(places.get(keyOf(mistake.path)) ?? []), mistake])
  const keys = [...places.keys()]
  return [...places].flatMap(([key, there]) => {
    const lacking = there.filter(isLack)
    if (lacking.length > 0) return lacking
    const isSaidBetter = keys.some((other) => other !== key && other.startsWith(key))
    return there.filter(({ message }) => !(isSaidBetter && DENIES_CONTENT.test(message))).slice(0, 1)
  })
}

/** A message that a value must not be an object or an array. It is left out when there is a mistake inside the value, which says more. */
const DENIES_CONTENT = /, not an (object|array)$/

const keyOf = (path: Path) => path.map((step) => `${step}/`).join('')

/** A missing field is always returned, whatever other mistakes there are inside the object. */
const isLack = ({ message }: Mistake) => / needs [\w-]+$/.test(message)

/** Finds unknown variables, operations, codes and defaults, and fields that do not fit together. */
function findMeaningless(value: unknown, operations: readonly string[]): Mistake[] {
  if (!isObject(value)) return []
  const parameters = isObject(value.parameters) ? value.parameters : {}
  const steps = Array.isArray(value.steps) ? value.steps : []
  return [
    ...Object.entries(parameters).flatMap(([name, rule]) =>
      isObject(rule) ? defaultsIn(rule as unknown as ParameterRule, ['parameters', name, 'defaultFor'], Object.keys(parameters)) : [],
    ),
    ...steps.flatMap((step: unknown, index) =>
      isObject(step) ? mistakesInStep(step, ['steps', index], Object.keys(parameters), operations) : [],
    ),
  ]
}

/** Checks the defaults for the values of another parameter. That parameter must exist, and each default must be a valid value. */
function defaultsIn(rule: ParameterRule, path: Path, known: readonly string[]): Mistake[] {
  if (!isObject(rule.defaultFor)) return []
  return Object.entries(rule.defaultFor).flatMap(([other, defaults]) => {
    if (!known.includes(other))
      return [{ path: [...path, other], message: `${other} is not a parameter; the parameters are ${known.join(', ')}` }]
    return Object.entries(isObject(defaults) ? defaults : {}).flatMap(([value, preset]) => {
      const mistake = findMistake(rule, preset)
      return mistake === undefined ? [] : [{ path: [...path, other, value], message: `${value} ${mistake}` }]
    })
  })
}

function mistakesInStep(step: StepTemplate, path: Path, parameters: readonly string[], operations: readonly string[]): Mistake[] {
  const strange = [...new Set(variablesIn(step))].filter((name) => !parameters.includes(name))
  return [
    ...combinationsIn(step).map((message) => ({ path, message })),
    ...strange.map((name) => ({
      path,
      message: `$${name} is not a parameter of this scenario; known parameters: ${parameters.join(', ') || 'none'}`,
    })),
    ...textsIn(step.operations)
      .filter((operation) => !operations.includes(operation))
      .map((operation) => ({
        path: [...path, 'operations'],
        message: `${operation} is not an operation; the operations are ${operations.join(', ')}`,
      })),
    ...textsIn([isObject(step.respond) ? step.respond.code : undefined])
      .filter((code) => !Object.hasOwn(CODES, code))
      .map((code) => ({
        path: [...path, 'respond', 'code'],
        message: `${code} is not a code; the codes are ${Object.keys(CODES).join(', ')}`,
      })),
  ]
}

/** Fields of a step that need another field, or that exclude another field. */
function combinationsIn(step: StepTemplate): string[] {
  const has = (name: string) => name in step
  return [
    ...(Object.keys(step).length === 0 ? ['an empty step does nothing: give it an effect, or times to let calls pass'] : []),
    ...(has('respond') && has('fault') ? ['respond and fault cannot be combined: a fault breaks the real reply, or the example'] : []),
    ...effects.flatMap(({ schema }) => {
      const [first = '', ...others] = Object.keys(schema)
      return has(first) ? [] : others.filter(has).map((field) => `${field} does nothing without ${first}: add ${first} to the step`)
    }),
  ]
}

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [])
