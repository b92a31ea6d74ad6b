// Turns AJV's errors into sentences for authors of clients and of scenario files: the place, and what to send instead.

import type { ErrorObject } from 'ajv/dist/2020.js'
import { BOUNDS } from '../ground/bounds.ts'
import { count, didYouMean, findNearest, hintAboutQuotes, nameTypes, shorten, show } from '../ground/words.ts'
import { type Node, resolve, stepsOf } from './document.ts'
import { type IntegerRule, nameOfInteger } from './integer.ts'

/** Returns the violations of a value. Their sentences call the value `name`. */
export type Check = (value: unknown, name: string) => ValueViolation[]

export interface ValueViolation {
  /** A sentence that names the place, and what to send instead. */
  readonly message: string
  /** The place in the value. It ends with the name of a field that is missing, unknown or wrongly named. */
  readonly path: Path
}

export type Path = readonly (string | number)[]

/** AJV may find thousands of errors. */
const MAX_READ = 100

/**
 * At most one sentence for each place, and for each field that is missing or unknown. `nameOf` gives the words for a place, and
 * `document` is the name of the document with the schema. @internal
 */
export function describeErrors(errors: readonly ErrorObject[], nameOf: (path: Path) => string, document: string): ValueViolation[] {
  const own = errors.filter(isSaidByContract)
  const read = errors.filter(({ schemaPath }) => !own.some((other) => schemaPath.startsWith(`${other.schemaPath}/`))).slice(0, MAX_READ)
  const said = read.filter((error, index) => isAboutField(error) || !read.some((other, at) => saysMore(other, error, at < index)))
  const found = said.map((error) => {
    const path = pathOf(error)
    return { message: describe(error, nameOf(path), document), path: [...path, ...[error.propertyName ?? []].flat()] }
  })
  return [...new Map(found.map((one) => [one.message, one])).values()].slice(0, BOUNDS.violationsPerValue)
}

/** Keywords that explain little, the weakest last. `anyOf` and `if` repeat the errors of their parts. */
const WEAK = ['type', 'pattern', 'minLength', 'propertyNames', 'oneOf', 'anyOf', 'if']

/** Whether the other error is nearer to the cause. A value that may have several types has an error for each of them. */
function saysMore(other: ErrorObject, error: ErrorObject, isBefore: boolean): boolean {
  if (other.instancePath !== error.instancePath) return other.instancePath.startsWith(`${error.instancePath}/`)
  if (isAboutField(other)) return true
  const difference = WEAK.indexOf(other.keyword) - WEAK.indexOf(error.keyword)
  return difference < 0 || (difference === 0 && isBefore)
}

/** The name of a field that is missing or unknown. */
const fieldOf = ({ params }: ErrorObject): string | undefined =>
  params.missingProperty ?? params.unevaluatedProperty ?? params.additionalProperty

const isAboutField = (error: ErrorObject) => fieldOf(error) !== undefined

/** Whether `x-must` of the schema ends the sentence that refuses the whole value. */
const isSaidByContract = (error: ErrorObject) =>
  typeof error.parentSchema?.['x-must'] === 'string' && !isAboutField(error) && error.keyword !== 'minProperties'

function pathOf(error: ErrorObject): Path {
  const path = stepsOf(error.instancePath).map((step) => (/^\d+$/.test(step) ? Number(step) : step))
  const field = fieldOf(error)
  return field === undefined ? path : [...path, field]
}

/** Lines such as `my.yaml:3:5: delay must be a number`, in the order of the file. */
export function describePlaces(violations: readonly ValueViolation[], file: string, placeOf: (path: Path) => readonly [number, number]) {
  const placed = violations.map(({ path, message }) => ({ place: placeOf(path), message }))
  placed.sort(({ place: [line, column] }, { place: other }) => line - other[0] || column - other[1])
  return [...new Set(placed.map(({ place, message }) => `${file}:${place.join(':')}: ${message}`))]
}

/** A path as a JSON pointer (RFC 6901) such as `/name`. Empty for the whole value. */
export const pointerOf = (path: Path) =>
  path.map((step) => `/${String(step).slice(0, BOUNDS.shownValue).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** "limit must be at most 100, got 500" */
function describe(error: ErrorObject, place: string, document: string): string {
  const { keyword, params, data } = error
  const schema = error.parentSchema as Node
  const fields = fieldsOf(schema)
  const must = (what: string) => `${place} must ${what}${schema['x-secret'] === true ? '' : `, got ${show(data)}${hintAbout(error)}`}`
  if (isSaidByContract(error)) return must(String(schema['x-must']))
  switch (keyword) {
    case 'required':
      return `${place} is missing: ${insteadOf(error, fields) ?? expected(schema, params.missingProperty)}`
    case 'unevaluatedProperties':
    case 'additionalProperties':
      return `${place} is not in ${document}: ${describeUnknown(String(fieldOf(error)), schema)}`
    case 'minProperties':
      return `${place} is empty: send ${fields.join(' or ') || 'at least one field'}`
    case 'enum':
      return must(`be one of ${params.allowedValues.join(', ')}`)
    case 'type':
    case 'format':
      return must(`be ${nameTypes(params.type ?? params.format)}`)
    case 'minItems':
      if (params.limit === 1) return `${place} is empty: send at least one item`
  }
  return must(BOUND[keyword]?.(params.limit) ?? String(error.message).replace(/^must /, ''))
}

/** The fields that may be named to people. */
const fieldsOf = (schema: Node) =>
  Object.entries(resolve(schema, schema.properties)).flatMap(([name, field]) => ((field as Node)['x-internal'] === true ? [] : name))

/** The field that an unknown name likely means: by its spelling, or by the `x-meant-by` of the field. */
function findMeant(name: string, schema: Node): string | undefined {
  const isMeant = (field: string) =>
    [(schema.properties as Record<string, Node>)[field]?.['x-meant-by']].flat().includes(name.toLowerCase())
  return findNearest(name, fieldsOf(schema)) ?? fieldsOf(schema).find(isMeant)
}

/** What to do about an unknown field. A schema may say it in `x-unknown`. */
function describeUnknown(name: string, schema: Node): string {
  const meant = findMeant(name, schema)
  if (meant !== undefined) return `did you mean ${meant}?`
  if (typeof schema['x-unknown'] === 'string') return schema['x-unknown']
  const fields = fieldsOf(schema)
  return `leave it out${fields.length > 0 ? ` (known: ${fields.join(', ')})` : ''}`
}

/** `write it in place of category_id`, when an unknown field likely means the missing field. */
function insteadOf({ data, params }: ErrorObject, fields: readonly string[]): string | undefined {
  const given = Object.keys(data as object).slice(0, MAX_READ)
  const wrong = given.find((name) => !fields.includes(name) && findNearest(name, fields) === params.missingProperty)
  return wrong === undefined ? undefined : `write it in place of ${shorten(wrong)}`
}

/** The end of the sentence: the likely mistake behind a wrong value. */
function hintAbout({ data, instancePath, keyword, params, parentSchema }: ErrorObject): string {
  if (keyword === 'enum' && typeof data === 'string') {
    const names: string[] = params.allowedValues.map(String)
    const isListed = String(parentSchema?.['x-must'] ?? names).includes(String(names[0]))
    return didYouMean(data, names, isListed ? '' : ` (known: ${names.join(', ')})`)
  }
  if (instancePath === '') return ''
  if (data === null) return ' (omit it if it is optional)'
  const types: string[] = keyword === 'integer' ? ['integer'] : keyword === 'type' ? [params.type].flat() : []
  return hintAboutQuotes(data, ...types)
}

function expected(schema: Node, field: string): string {
  const property = resolve(schema, resolve(schema, schema.properties)[field])
  if (typeof property['x-must'] === 'string') return `it must ${property['x-must']}`
  if (typeof property.integer === 'object') return `send ${nameOfInteger(property.integer as IntegerRule)}`
  return `send ${typeof property.type === 'string' ? nameTypes(property.type) : 'a value'}`
}

const BOUND: Readonly<Record<string, (limit: number) => string>> = {
  maximum: (limit) => `be at most ${limit}`,
  minimum: (limit) => `be at least ${limit}`,
  exclusiveMaximum: (limit) => `be below ${limit}`,
  exclusiveMinimum: (limit) => `be above ${limit}`,
  maxItems: (limit) => `have at most ${count(limit, 'item')}`,
  minItems: (limit) => `have at least ${count(limit, 'item')}`,
  maxLength: (limit) => `have at most ${count(limit, 'character')}`,
  minLength: (limit) => `have at least ${count(limit, 'character')}`,
}
