// One option of start: its values, its setting, and its flag. Each option has a file of its own and a line in table.ts. The
// library, the command, the variables and the pages derive from it.

import { StartError } from '../errors/problem.ts'

/** The allowed values, as JSON Schema. Messages say "<name> must <must>". */
export interface Rule extends Readonly<Record<string, unknown>> {
  readonly must: string
  /** The allowed texts, when there are only a few. */
  readonly choices?: readonly string[]
  /** Whether messages must not show the value. */
  readonly isSecret?: boolean
  readonly properties?: Readonly<Record<string, Rule>>
}

/** `Given` is the type of the options that `read` needs. */
export interface Option<Given> {
  readonly rule: Rule
  /** The setting of a sandbox. The default of the library stands here. */
  readonly read: (options: Given) => unknown
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
  type: 'integer',
  minimum,
  maximum,
  must: `be a whole number from ${minimum} to ${maximum}`,
})

export const text = (must: string, pattern = '\\S'): Rule => ({ type: 'string', pattern, must })

/** A text, or a list of texts. */
export const texts = (must: string, pattern?: string): Rule => ({
  ...text(`${must}, or a list of such texts`, pattern),
  type: ['string', 'array'],
  items: text(must, pattern),
})

export const choice = (...choices: string[]): Rule => ({ enum: choices, choices, must: mustBeOneOf(choices) })

/** "be text, json or silent" */
export const mustBeOneOf = (choices: readonly string[]) => `be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`

export const object = (properties: Readonly<Record<string, Rule>>, must: string): Rule => ({
  type: 'object',
  properties,
  additionalProperties: false,
  must,
})

export const SWITCH: Rule = { type: 'boolean', must: 'be true or false' }
export const FILE = text('be the path of a file')
/** A host without scheme, path and blanks. */
export const HOST = '^[^\\s\\p{C}/?#@,"]+$'
/** One year. No ban and no window may be longer. */
export const MAX_SECONDS = 31_622_400

/** A text, or a list of texts. */
export type Texts = string | readonly string[]

export const listOf = (given: Texts = []): readonly string[] => (typeof given === 'string' ? [given] : given)

/** Whether an option is really given. A switch that is off, and an empty list, count as not given. */
export const isGiven = (value: unknown) => value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)

/** The refusal of two options that cannot be combined. */
export function refuseBoth(one: string, other: string, place = ''): never {
  throw new StartError((optionName) => `${optionName(one)} and ${optionName(other)}${place} cannot be combined: leave out one of them`)
}
