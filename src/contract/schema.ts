// The one AJV, for the contract's schemas and those of fixtures. It compiles once, at start; its errors become
// sentences that name the place and what to send instead.

import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { renderJson } from '../json.ts'
import { findNearest } from '../nearest.ts'
import { parseCursor } from './cursor.ts'
import { compileInteger, type IntegerRule, nameOfInteger } from './integer.ts'
import { DOCUMENT, prepare, prepareEach } from './prepare-schema.ts'

export type Schema = Readonly<Record<string, unknown>>

/** Checks a value and returns one sentence per fault, none when it fits. `name` stands for the value itself. */
export type Check = (value: unknown, name: string) => string[]

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

/** Two faults of one value that need only one sentence: the second says more than the first. */
const SAID_BETTER_BY: Readonly<Record<string, string>> = { type: 'enum', minLength: 'format' }

function describeErrors(validate: ValidateFunction): Check {
  return (value, name) => {
    if (validate(value)) return NOTHING
    const errors = validate.errors ?? []
    const isSaidBetter = ({ keyword, instancePath }: ErrorObject) =>
      keyword === 'anyOf' || errors.some((other) => other.keyword === SAID_BETTER_BY[keyword] && other.instancePath === instancePath)
    return [...new Set(errors.filter((error) => !isSaidBetter(error)).map((error) => describe(error, name)))]
  }
}

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
      return describeUnknown(inside, String(error.params.unevaluatedProperty ?? error.params.additionalProperty), schema)
    case 'minItems':
      return error.params.limit === 1 ? `${place} is empty: send at least one item` : withValue(`${place} ${error.message}`, error.data)
    case 'minProperties':
      return `${place} is empty: send ${Object.keys((schema.properties ?? {}) as object).join(' or ') || 'at least one field'}`
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

function describeUnknown(inside: (field: string) => string, field: string, { properties = {} }: Schema): string {
  const near = findNearest(field, Object.keys(properties as object))
  return `${inside(field.slice(0, 60))} is not in the contract: ${near === undefined ? 'leave it out' : `did you mean ${near}?`}`
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
