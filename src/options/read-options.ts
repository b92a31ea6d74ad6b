// Checks the options of a sandbox and turns them into settings. A StartError names the wrong option and what to write instead.

import { validateWith } from '../contract/schema.ts'
import { type OptionName, StartError } from '../errors/problem.ts'
import { isObject } from '../json/json.ts'
import { findNearest } from '../text/nearest.ts'
import { once } from '../text/once.ts'
import { show } from '../text/show.ts'
import { isGiven, mustBeOneOf, object, type Rule, refuseBoth } from './option.ts'
import { OPTIONS, type SandboxOptions, type Settings } from './table.ts'

/** The rule for all options. The build compiles it. */
export const RULE = object(Object.fromEntries(OPTIONS.map(([name, { rule }]) => [name, rule])), 'be an object')

/** The names of the options that users may give. */
export const OPTION_NAMES: readonly string[] = OPTIONS.filter(([, { isInternal }]) => isInternal !== true).map(([name]) => name)

/** Pairs of options that cannot be combined. */
export const EXCLUSIVE: readonly (readonly [string, string])[] = OPTIONS.flatMap(([name, { excludes = [] }]) =>
  excludes.map((other) => [name, other] as const),
)

export async function readOptions(options: SandboxOptions): Promise<Settings> {
  await refuseViolations(options)
  const given: Readonly<Record<string, unknown>> = { ...options }
  for (const [one, other] of EXCLUSIVE) if (isGiven(given[one]) && isGiven(given[other])) refuseBoth(one, other)
  return Object.fromEntries(OPTIONS.map(([name, { read }]) => [name, read(options)])) as unknown as Settings
}

const loadCheck = once(() => validateWith(() => RULE, 'options'))

async function refuseViolations(options: unknown): Promise<void> {
  const check = await loadCheck()
  const path = check(options)[0]?.path ?? findMore(options as SandboxOptions)
  if (path) throw new StartError((optionName) => describe(path, options, optionName))
}

/** The path to a place in the options, for example `['planLimits', 'free', 'minute']`. */
type Path = readonly (string | number)[]

/** Finds mistakes that JSON Schema cannot find: a `write` that is not a function, and bigints instead of numbers. */
function findMore(options: SandboxOptions): Path | undefined {
  const bigint = Object.entries(options).find(([, value]) => typeof value === 'bigint')
  if (bigint) return [bigint[0]]
  const { log } = options
  return isObject(log) && typeof log.write !== 'function' ? ['log', 'write'] : undefined
}

/** The rule for a place in the options. Undefined when nothing may be at this place. */
const ruleAt = (path: Path): Rule | undefined => path.reduce<Rule | undefined>(ruleInside, RULE)

function ruleInside(rule: Rule | undefined, step: string | number): Rule | undefined {
  const { properties = {}, items, additionalProperties } = (rule ?? {}) as { readonly [keyword: string]: unknown }
  if (Object.hasOwn(properties as object, step)) return (properties as Record<string, Rule>)[step]
  return (items ?? (additionalProperties || undefined)) as Rule | undefined
}

function describe(path: Path, options: unknown, optionName: OptionName): string {
  const rule = ruleAt(path)
  if (rule === undefined) return describeUnknown(path.slice(0, -1), String(path.at(-1)))
  const { must, choices, isSecret = false } = rule
  const value = path.reduce<unknown>((inside, step) => (inside as Record<string, unknown>)[step], options)
  const place = placeOf(path, optionName)
  if (isSecret) return `${place} must ${must}`
  if (typeof value !== 'string' || choices === undefined) return `${place} must ${must}, got ${show(value)}`
  const near = findNearest(value, choices)
  return `${place} must ${mustBeOneOf(choices)}, got ${show(value)}${near === undefined ? '' : `: did you mean ${near}?`}`
}

function describeUnknown(path: Path, name: string): string {
  const known = path.length === 0 ? OPTION_NAMES : Object.keys(ruleAt(path)?.properties ?? {})
  const place = path.map((step) => `${step}.`).join('')
  const near = findNearest(name, known)
  return `${place}${name} is not an option${near === undefined ? `; the options are ${known.join(', ')}` : `: did you mean ${place}${near}?`}`
}

/** The name of a place, for example `planLimits.free.minute`. For a list, the name of the list. */
function placeOf([option, ...inside]: Path, optionName: OptionName): string {
  if (option === undefined) return 'the options'
  return [optionName(String(option)), ...inside.filter((step) => typeof step === 'string')].join('.')
}
