// Turns errors of the contract's schemas into sentences for the author of a client. Each sentence names the place and says
// what to send instead.

import type { ErrorObject } from 'ajv/dist/2020.js'
import { BOUNDS } from '../exchange/bounds.ts'
import { findNearest } from '../text/nearest.ts'
import { nameTypes, show } from '../text/show.ts'
import { type IntegerRule, nameOfInteger } from './integer.ts'

/** Checks a value and returns its faults, or an empty list when the value fits. The sentences call the value `name`. */
export type Check = (value: unknown, name: string) => ValueViolation[]

export interface ValueViolation {
  /** A sentence that names the place, and what to send instead. */
  readonly message: string
  /** The place in the value, as a JSON pointer (RFC 6901) such as `/name`. Empty for the whole value. */
  readonly place: string
}

const MAX_SENTENCES = 100

/** The sentences call the value `name`, and the document with its schema `document`. */
export function describeErrors(errors: readonly ErrorObject[], name: string, document: string): ValueViolation[] {
  const own = errors.filter(isSaidByContract)
  const isSaidBetter = ({ keyword, instancePath, schemaPath }: ErrorObject) =>
    own.some((other) => schemaPath.startsWith(`${other.schemaPath}/`)) ||
    (keyword === 'anyOf'
      ? errors.some((other) => other.keyword !== 'anyOf' && other.instancePath.startsWith(instancePath))
      : errors.some((other) => other.keyword === SAID_BETTER_BY[keyword] && other.instancePath === instancePath))
  const said = errors.slice(0, MAX_SENTENCES).filter((error) => !isSaidBetter(error))
  const faults = said.map((error) => ({ message: describe(error, name, document), place: placeOf(error) }))
  return [...new Map(faults.map((fault) => [fault.message, fault])).values()]
}

/** Pairs of keywords. When a value has a fault of each keyword, only the fault of the second keyword becomes a sentence. */
const SAID_BETTER_BY: Readonly<Record<string, string>> = { type: 'enum', minLength: 'pattern' }

const SAID_BY_CONTRACT = new Set(['pattern', 'format', 'minItems', 'oneOf'])

/** Whether the contract has words of its own for the error, because the keyword explains little. */
const isSaidByContract = ({ keyword, parentSchema }: ErrorObject) =>
  SAID_BY_CONTRACT.has(keyword) && typeof parentSchema?.['x-must'] === 'string'

/** A field that is missing, or that must not be there, has its own place. */
function placeOf({ instancePath, params }: ErrorObject): string {
  const field = params.missingProperty ?? params.unevaluatedProperty ?? params.additionalProperty
  return field === undefined ? instancePath : `${instancePath}/${escapePointer(String(field).slice(0, BOUNDS.shownValue))}`
}

/** A name as a part of a JSON pointer. */
export const escapePointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** "limit must be at most 100, got 500" */
function describe(error: ErrorObject, name: string, document: string): string {
  const place = `${name}${error.instancePath.replace(/\/(\d+)(?=\/|$)/g, '[$1]').replaceAll('/', '.')}`.replace(/^body[.]/, '')
  const inside = (field: unknown) => (place === 'body' ? String(field) : `${place}.${field}`)
  const schema = error.parentSchema as Readonly<Record<string, unknown>>
  if (isSaidByContract(error)) return withValue(`${place} must ${schema['x-must']}`, error.data)
  switch (error.keyword) {
    case 'required':
      return `${inside(error.params.missingProperty)} is missing: send ${expected(schema, error.params.missingProperty)}`
    case 'unevaluatedProperties':
    case 'additionalProperties':
      return describeUnknown(inside, String(error.params.unevaluatedProperty ?? error.params.additionalProperty), schema, document)
    case 'minItems':
      if (error.params.limit === 1) return `${place} is empty: send at least one item`
      break
    case 'minProperties':
      return `${place} is empty: send ${Object.keys((schema.properties ?? {}) as object).join(' or ') || 'at least one field'}`
    case 'enum':
      return withValue(`${place} must be one of ${(error.params.allowedValues as unknown[]).join(', ')}`, error.data)
    case 'type':
      return withValue(`${place} must be ${nameTypes(error.params.type)}`, error.data)
    case 'format':
      return withValue(`${place} must be ${nameTypes(error.params.format)}`, error.data)
  }
  return withValue(`${place} ${describeBound(error.keyword, error.params) ?? error.message}`, error.data)
}

function describeUnknown(
  inside: (field: string) => string,
  field: string,
  schema: Readonly<Record<string, unknown>>,
  document: string,
): string {
  const near = findNearest(field, Object.keys((schema.properties ?? {}) as object))
  return `${inside(field.slice(0, BOUNDS.shownValue))} is not in ${document}: ${near === undefined ? 'leave it out' : `did you mean ${near}?`}`
}

const withValue = (sentence: string, value: unknown) =>
  `${sentence}, got ${show(value)}${value === null ? '; omit it if it is optional' : ''}`

function expected(schema: Readonly<Record<string, unknown>>, field: string): string {
  const property = ((schema.properties ?? {}) as Record<string, Readonly<Record<string, unknown>>>)[field] ?? {}
  if (typeof property.integer === 'object') return nameOfInteger(property.integer as IntegerRule)
  return typeof property.type === 'string' ? nameTypes(property.type) : 'a value'
}

const items = (count: number) => (count === 1 ? 'one item' : `${count} items`)
const characters = (count: number) => (count === 1 ? 'one character' : `${count} characters`)

const SENTENCES: Readonly<Record<string, (limit: number) => string>> = {
  maximum: (limit) => `must be at most ${limit}`,
  minimum: (limit) => `must be at least ${limit}`,
  exclusiveMaximum: (limit) => `must be below ${limit}`,
  exclusiveMinimum: (limit) => `must be above ${limit}`,
  maxItems: (limit) => `must have at most ${items(limit)}`,
  minItems: (limit) => `must have at least ${items(limit)}`,
  maxLength: (limit) => `must have at most ${characters(limit)}`,
  minLength: (limit) => `must have at least ${characters(limit)}`,
}

/** "must be at most 100", for a keyword of JSON Schema that sets a bound; undefined for other keywords. */
export const describeBound = (keyword: string, { limit }: Readonly<Record<string, unknown>>): string | undefined =>
  SENTENCES[keyword]?.(limit as number)
