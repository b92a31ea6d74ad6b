// One option of start: its values, its setting, and its flag. table.ts has all options, and the library, the command, the variables and
// the pages derive from it.

import { isObject } from '../contract/json/json.ts'
import { listChoices } from '../ground/numbers.ts'
import { StartError } from '../ground/problem.ts'
import type { SandboxOptions, Texts } from './sandbox-options.ts'

/** The allowed values. Messages say "<name> must <must>". */
export interface Rule {
  readonly must: string
  /** Whether the value fits, apart from what is inside it. */
  readonly fits: (value: unknown) => boolean
  /** The rules of the properties of an object, by name. There are no other properties. */
  readonly properties?: Readonly<Record<string, Rule>>
  /** The rule of every item or property. */
  readonly each?: Rule
  /** The allowed texts, when there are only a few. */
  readonly choices?: readonly string[]
  /** Whether messages must not show the value. */
  readonly isSecret?: boolean
  /** Whether a command line has the value as a number. */
  readonly isNumber?: boolean
}

export interface Option {
  readonly rule: Rule
  /** The setting of a sandbox. The default of the library stands here. Absent when the setting is the value that was given. */
  readonly read?: (options: SandboxOptions) => unknown
  /** As in `-p, --port <n>`. Absent when only the library has the option. */
  readonly flag?: string
  /** What the help and the pages say of the flag. */
  readonly help?: string
  /** The default of the command. */
  readonly preset?: string | number
  /** Whether the values are paths. The variable separates them like `PATH`. */
  readonly isPath?: boolean
  /** The options that cannot be given together with this option. */
  readonly excludes?: readonly string[]
  /** Whether the option is hidden from users. */
  readonly isInternal?: boolean
}

export const wholeNumber = (minimum: number, maximum: number): Rule => ({
  must: `be a whole number from ${minimum} to ${maximum}`,
  fits: (value) => Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum,
  isNumber: true,
})

export const text = (must: string, pattern = /\S/): Rule => ({ must, fits: (value) => typeof value === 'string' && pattern.test(value) })

/** A text, or a list of texts. */
export function texts(must: string, pattern?: RegExp): Rule {
  const each = text(must, pattern)
  return { must: `${must}, or a list of such texts`, fits: (value) => Array.isArray(value) || each.fits(value), each }
}

export const choice = (...choices: string[]): Rule => ({
  must: mustBeOneOf(choices),
  fits: (value) => choices.some((choice) => choice === value),
  choices,
})

/** "be text, json or silent" */
export const mustBeOneOf = (choices: readonly string[]) => `be ${listChoices(choices)}`

export const object = (properties: Readonly<Record<string, Rule>>, must: string): Rule => ({ must, fits: isObject, properties })

export const SWITCH: Rule = { must: 'be true or false', fits: (value) => typeof value === 'boolean' }
export const FILE = text('be the path of a file')
/** A host without scheme, path and blanks. */
export const HOST = /^[^\s\p{C}/?#@,"]+$/u
/** One year. No ban and no window may be longer. */
export const MAX_SECONDS = 31_622_400

export const listOf = (given: Texts = []): readonly string[] => (typeof given === 'string' ? [given] : given)

/** Whether an option is really given. A switch that is off, and an empty list, count as not given. */
export const isGiven = (value: unknown) => value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)

/** The refusal of two options that cannot be combined. */
export function refuseBoth(one: string, other: string, place = ''): never {
  throw new StartError((optionName) => `${optionName(one)} and ${optionName(other)}${place} cannot be combined: leave out one of them`)
}
