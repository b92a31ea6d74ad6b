// Checks the options of a sandbox and turns them into settings. A StartError names the wrong option and what to write instead.

import { didYouMean, findNearest } from '../ground/nearest.ts'
import { type OptionName, StartError } from '../ground/problem.ts'
import { show } from '../ground/show.ts'
import { isGiven, mustBeOneOf, object, type Rule, refuseBoth } from './option.ts'
import type { SandboxOptions } from './sandbox-options.ts'
import { OPTIONS, type Settings } from './table.ts'

const RULE = object(Object.fromEntries(OPTIONS.map(([name, { rule }]) => [name, rule])), 'be an object')

/** The names of the options that users may give. */
export const OPTION_NAMES: readonly string[] = OPTIONS.filter(([, { isInternal }]) => isInternal !== true).map(([name]) => name)

/** Pairs of options that cannot be combined. */
export const EXCLUSIVE: readonly (readonly [string, string])[] = OPTIONS.flatMap(([name, { excludes = [] }]) =>
  excludes.map((other) => [name, other] as const),
)

export function readOptions(options: SandboxOptions): Settings {
  const complaint = findMistake(RULE, options, [])
  if (complaint !== undefined) throw new StartError(complaint)
  const given: Readonly<Record<string, unknown>> = { ...options }
  for (const [one, other] of EXCLUSIVE) if (isGiven(given[one]) && isGiven(given[other])) refuseBoth(one, other)
  return Object.fromEntries(
    OPTIONS.map(([name, { read }]) => [name, read === undefined ? given[name] : read(options)]),
  ) as unknown as Settings
}

/** The place of a value in the options, for example `['planLimits', 'free', 'minute']`. An item of a list has the place of the list. */
type Path = readonly string[]

/** A sentence about the first value that does not fit. Undefined when all values fit. */
function findMistake(rule: Rule, value: unknown, path: Path): ((optionName: OptionName) => string) | undefined {
  if (!rule.fits(value)) return (optionName) => describe(rule, value, placeOf(path, optionName))
  const { properties, each } = rule
  if (typeof value !== 'object' || (properties ?? each) === undefined) return undefined
  for (const [name, item] of Object.entries(value as object)) {
    const inside = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : each
    if (inside === undefined) return () => describeUnknown(path, name, path.length === 0 ? OPTION_NAMES : Object.keys(properties ?? {}))
    const mistake = item === undefined ? undefined : findMistake(inside, item, Array.isArray(value) ? path : [...path, name])
    if (mistake !== undefined) return mistake
  }
  return undefined
}

function describe({ must, choices, isSecret = false }: Rule, value: unknown, place: string): string {
  if (isSecret) return `${place} must ${must}`
  if (typeof value !== 'string' || choices === undefined) return `${place} must ${must}, got ${show(value)}`
  return `${place} must ${mustBeOneOf(choices)}, got ${show(value)}${didYouMean(value, choices)}`
}

function describeUnknown(path: Path, name: string, known: readonly string[]): string {
  const place = path.map((step) => `${step}.`).join('')
  const near = findNearest(name, known)
  return `${place}${name} is not an option${near === undefined ? `; the options are ${known.join(', ')}` : `: did you mean ${place}${near}?`}`
}

/** The name of a place, for example `planLimits.free.minute`. */
const placeOf = ([option, ...inside]: Path, optionName: OptionName): string =>
  option === undefined ? 'the options' : [optionName(option), ...inside].join('.')
