// What is wrong with a scenario as somebody wrote it: by its format, and by what the format cannot say.

import { isObject } from '../json/json.ts'
import { CODES } from '../replies/problem.ts'
import type { CheckFile, Mistake, StepTemplate } from './check-file.ts'
import { effects } from './effects/table.ts'
import { findMistake, type ParameterRule, variablesIn } from './parameters.ts'

type Path = Mistake['path']

/** Every mistake once, each at its own place. */
export const findMistakes = (value: unknown, check: CheckFile, operations: readonly string[]): Mistake[] => [
  ...checkFormat(value, check),
  ...findMeaningless(value, operations),
]

/** The mistakes of format. Where a place may hold one of several things, there is a mistake per thing: one of them is enough. */
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

/** Nothing else is wrong with an object than what is wrong inside it. */
const DENIES_CONTENT = /, not an (object|array)$/

const keyOf = (path: Path) => path.map((step) => `${step}/`).join('')

/** A field that is missing is a mistake of its own, whatever else is wrong further in. */
const isLack = ({ message }: Mistake) => / needs [\w-]+$/.test(message)

/** What the format cannot say: variables, operations, codes and defaults must be known ones, and fields must fit together. */
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

/** Defaults for another parameter's values: there must be such a parameter, and they must be values of this one. */
function defaultsIn(rule: ParameterRule, path: Path, known: readonly string[]): Mistake[] {
  if (!isObject(rule.defaultFor)) return []
  return Object.entries(rule.defaultFor).flatMap(([other, defaults]) => {
    if (!known.includes(other)) return [{ path: [...path, other], message: `${other} is no parameter: there are ${known.join(', ')}` }]
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
    ...strange.map((name) => ({ path, message: `$${name} is no parameter: there are ${parameters.join(', ') || 'none'}` })),
    ...textsIn(step.operations)
      .filter((operation) => !operations.includes(operation))
      .map((operation) => ({
        path: [...path, 'operations'],
        message: `${operation} is no operation: there are ${operations.join(', ')}`,
      })),
    ...textsIn([isObject(step.respond) ? step.respond.code : undefined])
      .filter((code) => !Object.hasOwn(CODES, code))
      .map((code) => ({ path: [...path, 'respond', 'code'], message: `${code} is no code: there are ${Object.keys(CODES).join(', ')}` })),
  ]
}

/** Parts of a step that are nothing without another, or nothing beside it. */
function combinationsIn(step: StepTemplate): string[] {
  const has = (name: string) => name in step
  return [
    ...(Object.keys(step).length === 0 ? ['an empty step does nothing: give it an effect, or times to let calls pass'] : []),
    ...(has('respond') && has('fault') ? ['respond and fault exclude each other: a fault breaks the real reply, or the example'] : []),
    ...effects.flatMap(({ fields: [first = '', ...others] }) =>
      has(first) ? [] : others.filter(has).map((field) => `${field} is nothing without ${first}: give the step ${first}, too`),
    ),
  ]
}

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [])
