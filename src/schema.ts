// The one AJV, for the contract's schemas and those of fixtures. It compiles once, at start; its errors become
// sentences that name the place and what to send instead.

import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { parseCursor } from './cursor.ts'
import { renderJson } from './json.ts'

export type Schema = Readonly<Record<string, unknown>>

/** Checks a value and returns one sentence per fault, none when it fits. `name` stands for the value itself. */
export type Check = (value: unknown, name: string) => string[]

const INT64 = { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n }
const INT32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }
const ANY = { minimum: Number.NEGATIVE_INFINITY, maximum: Number.POSITIVE_INFINITY }
const NOTHING: string[] = []

/** Creates a compiler of schemas that refer to the components of one document. */
export function createSchemas(components: Readonly<Record<string, unknown>> = {}): (schema: Schema) => Check {
  const ajv = createAjv()
  ajv.addSchema({ $id: DOCUMENT, components: { schemas: prepareEach(components.schemas ?? {}) } })
  const checks = new Map<string, Check>()
  return (schema) => {
    // A contract says the same of most of its errors: one schema, one check.
    const key = renderJson(schema)
    const check = checks.get(key) ?? describeErrors(ajv.compile(prepare(schema) as Schema))
    checks.set(key, check)
    return check
  }
}

/** The id under which schemas find the document that they refer to. */
const DOCUMENT = 'document'

function createAjv(): Ajv2020 {
  // Not strict: an OpenAPI document has keywords and formats that are for people and other tools.
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, logger: false, validateSchema: false })
  ajv.addKeyword({ keyword: 'integer', schemaType: 'object', errors: 'full', compile: compileInteger })
  addFormats.default(ajv)
  ajv.addFormat('cursor', (text: string) => parseCursor(text) !== undefined)
  return ajv
}

/** What is wrong at a place of a value; `field` is a name that does not belong there, `allowed` what may. */
export interface SchemaFault {
  readonly path: readonly (string | number)[]
  readonly field?: string
  readonly allowed?: readonly string[]
  readonly message: string
}

/** Creates the check of a value against one schema; the deepest faults come first, for they are the nearest to the cause. */
export function validateWith(schema: Schema): (value: unknown) => SchemaFault[] {
  const validate = createAjv().compile(prepare(schema) as Schema)
  return (value) => {
    if (validate(value)) return []
    return (validate.errors ?? [])
      .map(toFault)
      .sort((a, b) => b.path.length - a.path.length || Number(b.field !== undefined) - Number(a.field !== undefined))
  }
}

function toFault({ instancePath, keyword, params, message = '', parentSchema, data }: ErrorObject): SchemaFault {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~')))
  if (keyword === 'additionalProperties')
    return { path, field: params.additionalProperty, allowed: Object.keys((parentSchema?.properties ?? {}) as object), message }
  if (keyword === 'enum') return { path, allowed: params.allowedValues, message: `must be one of these, not ${show(data)}` }
  return { path, message: keyword === 'required' ? `needs ${params.missingProperty}` : `${message}, not ${show(data)}` }
}

function describeErrors(validate: ValidateFunction): Check {
  return (value, name) => {
    if (validate(value)) return NOTHING
    const errors = validate.errors ?? []
    const isSaidBetter = ({ keyword, instancePath }: ErrorObject) =>
      keyword === 'type' && errors.some((other) => other.keyword === 'enum' && other.instancePath === instancePath)
    return [...new Set(errors.filter((error) => !isSaidBetter(error)).map((error) => describe(error, name)))]
  }
}

/** Keywords whose value is a map of schemas by a name of the author's, and those whose value is no schema at all. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas'])
const VALUES = new Set(['enum', 'const', 'default', 'example', 'examples'])

/** AJV refuses bigints and rounds the bounds of int64: every `type: integer` becomes a keyword of our own. */
function prepare(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(prepare)
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node).map(([name, value]) => [name, prepareKeyword(name, value)])
  const schema: Record<string, unknown> = Object.fromEntries(entries)
  const types = [schema.type].flat()
  const isNumber = types.includes('number')
  if (!isNumber && !types.includes('integer')) return schema
  const { type: _type, ...untyped } = schema
  const { format, minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...rest } = untyped
  const others = types.filter((type) => type !== 'integer')
  const integer = { format, minimum, maximum, exclusiveMinimum, exclusiveMaximum, others }
  // A number that is no integer stays AJV's affair.
  return { ...(isNumber ? untyped : rest), integer }
}

function prepareKeyword(name: string, value: unknown): unknown {
  if (name === '$ref' && typeof value === 'string') return value.replace(/^#\/components\//, `${DOCUMENT}$&`)
  if (MAPS.has(name)) return prepareEach(value)
  return VALUES.has(name) ? value : prepare(value)
}

const prepareEach = (map: unknown) => Object.fromEntries(Object.entries(map as object).map(([name, schema]) => [name, prepare(schema)]))

interface IntegerRule {
  readonly format?: string
  readonly minimum?: number | bigint
  readonly maximum?: number | bigint
  readonly exclusiveMinimum?: number | bigint
  readonly exclusiveMaximum?: number | bigint
  /** Types that a value may have instead. */
  readonly others: readonly string[]
}

/** A keyword of AJV is a function that leaves its errors on itself. */
type Keyword = { (value: unknown): boolean; errors?: Partial<ErrorObject>[] }

function compileInteger(rule: IntegerRule): Keyword {
  const width = rule.format === 'int64' ? INT64 : rule.format === 'int32' ? INT32 : ANY
  const { minimum = width.minimum, maximum = width.maximum, exclusiveMinimum: above, exclusiveMaximum: below } = rule
  const keyword: Keyword = (value) => {
    const fault = isInteger(value) ? faultOf(value) : rule.others.includes(typeOf(value)) ? undefined : nameOfInteger(rule)
    if (fault === undefined) return true
    keyword.errors = [{ keyword: 'integer', message: `must be ${fault}`, params: {} }]
    return false
  }
  return keyword

  function faultOf(integer: number | bigint): string | undefined {
    if (integer < minimum) return `at least ${minimum}`
    if (integer > maximum) return `at most ${maximum}`
    if (above !== undefined && integer <= above) return `above ${above}`
    if (below !== undefined && integer >= below) return `below ${below}`
    return undefined
  }
}

const isInteger = (value: unknown): value is number | bigint => typeof value === 'bigint' || Number.isInteger(value)

const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

const nameOfInteger = (rule: IntegerRule) => (rule.others.includes('number') ? 'a number' : nameOfWhole(rule))

const nameOfWhole = (rule: IntegerRule) => (rule.format === 'int64' ? 'an int64 (a whole number)' : 'an integer')

const ISSUED = 'a cursor that this service issued'

/** "limit must be at most 100, got 500" */
function describe(error: ErrorObject, name: string): string {
  const place = `${name}${error.instancePath.replace(/\/(\d+)(?=\/|$)/g, '[$1]').replaceAll('/', '.')}`.replace(/^body[.]/, '')
  const inside = (field: unknown) => (place === 'body' ? String(field) : `${place}.${field}`)
  const schema = error.parentSchema as Schema
  switch (error.keyword) {
    case 'required':
      return `${inside(error.params.missingProperty)} is missing: send ${expected(schema, error.params.missingProperty)}`
    case 'unevaluatedProperties':
    case 'additionalProperties':
      return `${inside(error.params.unevaluatedProperty ?? error.params.additionalProperty)} is not in the contract: leave it out`
    case 'enum':
      return withValue(`${place} must be one of ${(error.params.allowedValues as unknown[]).join(', ')}`, error.data)
    case 'type':
      return withValue(`${place} must be ${article(String(error.params.type))}`, error.data)
    case 'format':
      return withValue(`${place} must be ${error.params.format === 'cursor' ? ISSUED : article(error.params.format)}`, error.data)
    default:
      return withValue(`${place} ${error.message}`, error.data)
  }
}

const withValue = (sentence: string, value: unknown) =>
  `${sentence}, got ${show(value)}${value === null ? '; omit it if it is optional' : ''}`

/** A value in a message: short, and on one line. */
export function show(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = typeof value === 'bigint' ? String(value) : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

function expected(schema: Schema, field: string): string {
  const property = ((schema.properties ?? {}) as Record<string, Schema>)[field] ?? {}
  if (typeof property.integer === 'object') return nameOfInteger(property.integer as IntegerRule)
  return typeof property.type === 'string' ? article(property.type) : 'a value'
}

const article = (type: string) => (/^[aeio]/.test(type) ? `an ${type}` : type === 'null' ? type : `a ${type}`)
