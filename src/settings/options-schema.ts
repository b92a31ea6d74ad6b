// The allowed values of a sandbox's options, as one JSON Schema for library and command. `must` describes them in words.

import type { Schema } from '../contract/schema.ts'
import type { SandboxOptions } from './options.ts'

/** A schema with its words, for the message "<name> must <must>". */
export interface Rule extends Schema {
  readonly must: string
  /** The allowed texts, when there are only a few. */
  readonly choices?: readonly string[]
  /** Whether the option is hidden from users. */
  readonly isInternal?: boolean
  /** Whether messages must not show the value. */
  readonly isSecret?: boolean
  readonly properties?: Readonly<Record<string, Rule>>
}

/** One year. No ban and no window may be longer. */
const MAX_SECONDS = 31_622_400

const wholeNumber = (minimum: number, maximum: number): Rule => ({
  type: 'integer',
  minimum,
  maximum,
  must: `be a whole number from ${minimum} to ${maximum}`,
})

const text = (must: string, pattern = '\\S'): Rule => ({ type: 'string', pattern, must })

/** A text, or a list of texts. */
const texts = (must: string, pattern?: string): Rule => ({
  ...text(`${must}, or a list of such texts`, pattern),
  type: ['string', 'array'],
  items: text(must, pattern),
})

const choice = (...choices: string[]): Rule => ({ enum: choices, choices, must: mustBeOneOf(choices) })

/** "be text, json or silent" */
export function mustBeOneOf(choices: readonly string[]): string {
  return `be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
}

const object = (properties: Readonly<Record<string, Rule>>, must: string): Rule => ({
  type: 'object',
  properties,
  additionalProperties: false,
  must,
})

const SWITCH: Rule = { type: 'boolean', must: 'be true or false' }
const FORMATS = choice('text', 'json', 'silent')

const RATE = wholeNumber(1, Number.MAX_SAFE_INTEGER)
const RATES = object(
  { minute: RATE, day: RATE },
  'be an object with requests per minute and per day, for example { minute: 5000, day: 500000 }',
)

/** A host without scheme, path and blanks. */
const HOST = '^[^\\s\\p{C}/?#@,"]+$'
/** A token that a client can send in a header. */
const TOKEN = '^[!-~]([ -~]*[!-~])?$'

const properties = {
  port: wholeNumber(0, 65_535),
  host: text('be an address or a host name'),
  data: text('be the path of a directory'),
  ephemeral: SWITCH,
  store: { type: 'object', must: 'be a store, as the types of the library describe it' },
  seed: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  size: wholeNumber(0, 1_000_000),
  key: texts('be <plan>:<key> or <plan>_<world>:<key>'),
  keys: texts('be <plan>:<key> or <plan>_<world>:<key>'),
  limits: choice('on', 'off'),
  enterpriseLimits: {
    ...RATES,
    type: ['string', 'object'],
    pattern: '^0*[1-9]\\d{0,14}/0*[1-9]\\d{0,14}$',
    must: 'be requests per minute and per day, for example 5000/500000',
  },
  planLimits: {
    type: 'object',
    additionalProperties: RATES,
    must: 'be an object of plans, for example { free: { minute: 60, day: 1000 } }',
  },
  banAfter: wholeNumber(1, 1_000_000),
  banFor: { type: 'number', exclusiveMinimum: 0, maximum: MAX_SECONDS, must: `be a number of seconds above 0, at most ${MAX_SECONDS}` },
  maxWorlds: wholeNumber(1, 1_000_000),
  maxWorldBytes: wholeNumber(1, 400 * 1024 * 1024),
  scenarios: texts('be the path of a directory'),
  cors: choice('on', 'off'),
  tls: {
    ...object(
      { cert: text('be the path of a file'), key: text('be the path of a file'), names: texts('be a host name or an address', HOST) },
      'be true, false, or an object with cert and key, or with names',
    ),
    type: ['boolean', 'object'],
  },
  tlsCert: text('be the path of a file'),
  tlsKey: text('be the path of a file'),
  tlsName: texts('be a host name or an address', HOST),
  allowedHosts: texts('be a host name, with or without a port', HOST),
  controlToken: { ...text('have only characters that a header can have (ASCII), without a blank at either end', TOKEN), isSecret: true },
  bare: SWITCH,
  log: {
    // settings.ts checks that `write` is a function, because JSON Schema does not know functions.
    ...object({ format: FORMATS, colour: SWITCH, write: { must: 'be a function that takes a text' } }, FORMATS.must),
    type: ['string', 'object'],
    pattern: '^(text|json|silent)$',
    required: ['format', 'write'],
    choices: FORMATS.choices ?? [],
    must: `${FORMATS.must}, or an object with format and write`,
  },
  contract: { ...text('be the path of a file'), isInternal: true },
  domain: { type: 'object', must: 'be an object', isInternal: true },
  faults: { type: 'object', must: 'be an object', isInternal: true },
} satisfies Record<keyof SandboxOptions, Rule>

export const OPTIONS: Rule = object(properties, 'be an object')

/** The names of the options that users may give. */
export const OPTION_NAMES: readonly string[] = Object.entries<Rule>(properties)
  .filter(([, { isInternal }]) => isInternal !== true)
  .map(([name]) => name)

/** The rule for a place in the options, for example `['planLimits', 'free', 'minute']`. Undefined when nothing may be at this place. */
export const ruleAt = (path: readonly (string | number)[]): Rule | undefined => path.reduce<Rule | undefined>(ruleInside, OPTIONS)

function ruleInside(rule: Rule | undefined, step: string | number): Rule | undefined {
  const { properties: named = {}, items, additionalProperties } = (rule ?? {}) as { readonly [keyword: string]: unknown }
  if (Object.hasOwn(named as object, step)) return (named as Record<string, Rule>)[step]
  return (items ?? (additionalProperties || undefined)) as Rule | undefined
}
