// The parameters of scenarios. Reads and checks the given values, and puts them into the steps.

import { findNearest } from '../text/nearest.ts'
import { show } from '../text/show.ts'

/** The value of a parameter. */
export type Value = number | boolean | string

/** The rule for a parameter of a scenario. */
export interface ParameterRule {
  /** The type of the value. */
  readonly type: 'integer' | 'number' | 'boolean' | 'string'
  /** The value when nobody gives one. */
  readonly default: Value
  /** Other defaults, which depend on the value of another parameter: `{ window: { day: 21600 } }`. */
  readonly defaultFor?: Readonly<Record<string, Readonly<Record<string, Value>>>>
  /** The smallest value. */
  readonly minimum?: number
  /** The largest value. */
  readonly maximum?: number
  /** The values that may be given. */
  readonly enum?: readonly string[]
  /** The meaning of the parameter, for people. */
  readonly description: string
}

export type ParameterRules = Readonly<Record<string, ParameterRule>>

/** One mistake in a parameter. */
export interface ParameterMistake {
  readonly parameter: string
  readonly message: string
}

/** Turns texts into values of the parameters' types. A text that does not fit its type stays a text, and is refused later. */
export const parseTexts = (rules: ParameterRules, texts: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, parseText(String(text), Object.hasOwn(rules, name) ? rules[name]?.type : 'string')]),
  )

function parseText(text: string, type: ParameterRule['type'] | undefined): Value {
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (type === 'boolean' && /^(true|\?1)$/.test(text)) return true
  if (type === 'boolean' && /^(false|\?0)$/.test(text)) return false
  return text
}

/** The values of all parameters. A parameter that is not given has its default. */
export function readParameters(
  scenario: string,
  rules: ParameterRules,
  given: Readonly<Record<string, unknown>>,
): { values: Readonly<Record<string, Value>>; mistakes: ParameterMistake[] } {
  const unknown = Object.keys(given)
    .filter((parameter) => !Object.hasOwn(rules, parameter))
    .map((parameter) => ({ parameter, message: `${scenario} ${describeUnknown(parameter, Object.keys(rules))}` }))
  const findValue = (parameter: string, rule: ParameterRule) =>
    Object.hasOwn(given, parameter) ? readBoolean(rule, given[parameter]) : findDefault(rule, rules, given)
  const values = Object.entries(rules).map(([parameter, rule]) => [parameter, findValue(parameter, rule)] as const)
  const wrong = values.flatMap(([parameter, value]) => {
    const mistake = findMistake(rules[parameter] as ParameterRule, value)
    return mistake === undefined ? [] : [{ parameter, message: `${scenario}: ${parameter} ${mistake}` }]
  })
  return { values: Object.fromEntries(values) as Record<string, Value>, mistakes: [...unknown, ...wrong] }
}

/** In a header, the words true and false are names, because RFC 9651 writes booleans as `?1` and `?0`. */
const readBoolean = ({ type }: ParameterRule, value: unknown) =>
  type === 'boolean' && typeof value === 'string' ? parseText(value, type) : value

function describeUnknown(parameter: string, known: readonly string[]): string {
  const near = findNearest(parameter, known)
  const has = known.length === 0 ? 'it has none' : `it has ${known.join(', ')}`
  return `has no parameter ${show(parameter)}: ${near ? `did you mean ${near}? ` : ''}${has}`
}

/** The default, or the other default that the value of another parameter asks for. */
function findDefault({ default: plain, defaultFor = {} }: ParameterRule, rules: ParameterRules, given: Readonly<Record<string, unknown>>) {
  for (const [other, defaults] of Object.entries(defaultFor)) {
    const value = String(Object.hasOwn(given, other) ? given[other] : rules[other]?.default)
    if (Object.hasOwn(defaults, value)) return defaults[value]
  }
  return plain
}

/** The mistake in a value, for example `must be from 1 to 5, got 9`. */
export function findMistake(rule: ParameterRule, value: unknown): string | undefined {
  const { type, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = rule
  const isNumber = typeof value === 'number' && Number.isFinite(value) && (type !== 'integer' || Number.isInteger(value))
  const fits =
    type === 'integer' || type === 'number' ? isNumber : type === 'boolean' ? typeof value === 'boolean' : typeof value === 'string'
  if (!fits) return `must be ${type === 'integer' ? 'an integer' : `a ${type}`}, got ${show(value)}`
  if (isNumber && (value < minimum || value > maximum)) return `must be ${boundsOf(rule)}, got ${value}`
  // A step must not take a value for a variable.
  if (String(value).startsWith('$')) return `must not begin with $, got ${show(value)}`
  if (rule.enum && !rule.enum.includes(String(value))) return `must be one of ${rule.enum.join(', ')}, got ${show(value)}`
  return undefined
}

function boundsOf({ minimum, maximum }: ParameterRule): string {
  if (minimum === undefined) return `at most ${maximum}`
  return maximum === undefined ? `at least ${minimum}` : `from ${minimum} to ${maximum}`
}

/** Replaces each text "$name" by the value of that parameter. */
export function fill(template: unknown, values: Readonly<Record<string, Value>>): unknown {
  if (typeof template === 'string' && template.startsWith('$')) {
    const name = template.slice(1)
    return Object.hasOwn(values, name) ? values[name] : template
  }
  if (Array.isArray(template)) return template.map((item) => fill(item, values))
  if (typeof template !== 'object' || template === null) return template
  return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, fill(value, values)]))
}

/** The names of the variables in a template. A name may come several times. */
export function variablesIn(template: unknown): string[] {
  if (typeof template === 'string') return /^\$[a-z][a-z0-9-]*$/.test(template) ? [template.slice(1)] : []
  return typeof template === 'object' && template !== null ? Object.values(template).flatMap(variablesIn) : []
}
