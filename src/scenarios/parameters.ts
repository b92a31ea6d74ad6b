// The parameters of scenarios. Reads and checks the given values, and puts them into the steps.

import type { ValueViolation } from '../contract/describe-errors.ts'
import type { CatalogueEntry, ParameterRule, Value } from '../ground/generated/control.ts'
import { didYouMean, hintAboutQuotes, show } from '../ground/words.ts'

type Rules = CatalogueEntry['parameters']
export type Given = Readonly<Record<string, unknown>>

/** A parameter that is not given has its default, and all defaults that it may have are checked. */
export function readParameters(rules: Rules, given: Given, areTexts: boolean) {
  const known = Object.keys(rules).length === 0 ? 'there are none' : `the parameters are ${Object.keys(rules).join(', ')}`
  const mistakes: ValueViolation[] = []
  const note = (name: string, message: string, field = 'default') => mistakes.push({ path: ['parameters', name, field], message })
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(rules, name)) continue
    note(name, `there is no parameter ${show(name)}${didYouMean(name, Object.keys(rules), `: ${known}`)}`)
  }
  const values = Object.entries(rules).map(([name, rule]) => {
    const isGiven = Object.hasOwn(given, name)
    const value = isGiven ? (areTexts ? parseText(given[name], rule) : given[name]) : findDefault(rule, rules, given)
    for (const [index, one] of (isGiven ? [value] : defaultsOf(rule)).entries()) {
      const mistake = findMistake(rule, one)
      if (mistake !== undefined) note(name, `${name} ${mistake}`, index === 0 ? 'default' : 'defaultFor')
    }
    const other = Object.keys(rule.defaultFor ?? {}).find((one) => !Object.hasOwn(rules, one))
    if (other !== undefined) note(name, `${other} is not a parameter; ${known}`, 'defaultFor')
    return [name, value] as const
  })
  return { values: Object.fromEntries(values) as Record<string, Value>, mistakes }
}

/**
 * A base URL has only texts, and in a header the words true and false are texts, because RFC 9651 writes `?1` and `?0`. A text that does
 * not fit its type stays a text, and is refused later.
 */
function parseText(value: unknown, { type }: ParameterRule): unknown {
  if (typeof value !== 'string' || type === 'string') return value
  if (type !== 'boolean') return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  if (value === 'true' || value === '?1') return true
  return value === 'false' || value === '?0' ? false : value
}

/** The default comes first. */
const defaultsOf = ({ default: plain, defaultFor = {} }: ParameterRule) => [plain, ...Object.values(defaultFor).flatMap(Object.values)]

/** The value of another parameter may ask for another default. */
function findDefault({ default: plain, defaultFor = {} }: ParameterRule, rules: Rules, given: Given) {
  for (const [other, defaults] of Object.entries(defaultFor)) {
    const value = String(Object.hasOwn(given, other) ? given[other] : rules[other]?.default)
    if (Object.hasOwn(defaults, value)) return defaults[value]
  }
  return plain
}

/** For example `must be from 1 to 5, got 9`. */
function findMistake(rule: ParameterRule, value: unknown): string | undefined {
  const { type, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = rule
  const fits = type === 'integer' ? Number.isInteger(value) : type === 'number' ? Number.isFinite(value) : typeof value === type
  if (!fits) return `must be ${type === 'integer' ? 'an' : 'a'} ${type}, got ${show(value)}${hintAboutQuotes(value, type)}`
  if (typeof value === 'number' && (value < minimum || value > maximum)) return `must be ${boundsOf(rule)}, got ${value}`
  // A step must not take a value for a variable.
  if (String(value).startsWith('$')) return `must not begin with $, got ${show(value)}`
  if (rule.enum && !rule.enum.includes(String(value))) return `must be one of ${rule.enum.join(', ')}, got ${show(value)}`
}

export function boundsOf({ minimum, maximum }: Pick<ParameterRule, 'minimum' | 'maximum'>): string {
  if (minimum === undefined) return `at most ${maximum}`
  return maximum === undefined ? `at least ${minimum}` : `from ${minimum} to ${maximum}`
}

/** Replaces each text "$name" by the value of that parameter. */
export function fill(template: unknown, values: Readonly<Record<string, Value>>): unknown {
  if (typeof template === 'string')
    return template.startsWith('$') && Object.hasOwn(values, template.slice(1)) ? values[template.slice(1)] : template
  if (Array.isArray(template)) return template.map((item) => fill(item, values))
  if (typeof template !== 'object' || template === null) return template
  return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, fill(value, values)]))
}
