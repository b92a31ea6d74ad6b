// The only use of AJV, for the contract's schemas and for the sandbox's own files. describe-errors.ts turns errors of the
// contract into sentences, and schema-faults.ts turns the other errors into sentences.

import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { renderJson } from '../json/json.ts'
import { type Check, describeErrors } from './describe-errors.ts'
import { compileInteger } from './integer.ts'
import { DOCUMENT, prepare, prepareEach } from './prepare-schema.ts'
import { listViolations, type SchemaViolation } from './schema-violations.ts'

export type Schema = Readonly<Record<string, unknown>>

/** Creates a compiler for schemas that refer to the components of one document. Messages call the document `name`. */
export function createSchemas(components: Readonly<Record<string, unknown>> = {}, name?: string): (schema: Schema) => Check {
  const compile = createCompiler(() => ({ $id: DOCUMENT, components: { schemas: prepareEach(components.schemas ?? {}) } }))
  const checks = new Map<string, Check>()
  return (schema) => {
    // A contract repeats the same schema for most of its errors, so equal schemas share one check.
    const key = renderJson(schema)
    const check = checks.get(key) ?? describeErrors(compile(schema), name)
    checks.set(key, check)
    return check
  }
}

/**
 * Creates the check of a value against one of the sandbox's own schemas. The check returns the faults, or an empty list
 * when the value fits.
 */
export function validateWith(schema: Schema): (value: unknown) => SchemaViolation[] {
  const validate = createCompiler()(schema)
  return (value) => listViolations(validate(value))
}

/** Returns the errors of a value, or an empty list when the value fits. */
type Validate = (value: unknown) => readonly ErrorObject[]

const NONE: readonly ErrorObject[] = []

/**
 * AJV's time grows with the square of the number of errors that it collects: a megabyte of wrong items would take minutes.
 * So a small value gets all its errors, and a large value gets only the first.
 */
function createCompiler(document?: () => Schema): (schema: Schema) => Validate {
  let first: Ajv2020 | undefined
  let all: Ajv2020 | undefined
  return (schema) => {
    const prepared = prepare(schema) as Schema
    first ??= createAjv({ allErrors: false }, document)
    const validate = first.compile(prepared)
    let validateAll: ValidateFunction | undefined
    return (value) => {
      if (validate(value)) return NONE
      if (countValues(value, MAX_VALUES) === MAX_VALUES) return validate.errors ?? NONE
      all ??= createAjv({ allErrors: true }, document)
      validateAll ??= all.compile(prepared)
      validateAll(value)
      return validateAll.errors ?? NONE
    }
  }
}

const MAX_VALUES = 2000

/** The number of values inside a value, itself included, up to a limit. */
function countValues(value: unknown, limit: number): number {
  let count = 1
  if (typeof value !== 'object' || value === null) return count
  for (const item of Object.values(value)) {
    if (count >= limit) return limit
    count += countValues(item, limit - count)
  }
  return Math.min(count, limit)
}

function createAjv(options: { allErrors: boolean }, document?: () => Schema): Ajv2020 {
  // AJV is not strict here, because an OpenAPI document has keywords and formats for people and other tools.
  const ajv = new Ajv2020({ ...options, verbose: true, strict: false, logger: false, validateSchema: false })
  ajv.addKeyword({ keyword: 'integer', schemaType: 'object', errors: 'full', compile: compileInteger })
  addFormats.default(ajv)
  if (document) ajv.addSchema(document())
  return ajv
}
