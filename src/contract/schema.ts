// The one AJV, for the contract's schemas and those of the sandbox's own files. Its errors become sentences in
// describe-errors.ts for the contract, and in schema-faults.ts for the rest.

import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { renderJson } from '../json.ts'
import { parseCursor } from './cursor.ts'
import { type Check, createCheck } from './describe-errors.ts'
import { compileInteger } from './integer.ts'
import { DOCUMENT, prepare, prepareEach } from './prepare-schema.ts'
import { faultsOf, type SchemaFault } from './schema-faults.ts'

export type Schema = Readonly<Record<string, unknown>>

/** Creates a compiler of schemas that refer to the components of one document. */
export function createSchemas(components: Readonly<Record<string, unknown>> = {}): (schema: Schema) => Check {
  const ajv = createAjv()
  ajv.addSchema({ $id: DOCUMENT, components: { schemas: prepareEach(components.schemas ?? {}) } })
  const checks = new Map<string, Check>()
  return (schema) => {
    // A contract says the same of most of its errors: one schema, one check.
    const key = renderJson(schema)
    const check = checks.get(key) ?? createCheck(ajv.compile(prepare(schema) as Schema))
    checks.set(key, check)
    return check
  }
}

/** Creates the check of a value against one schema of the sandbox's own. It returns the faults, none when the value fits. */
export function validateWith(schema: Schema): (value: unknown) => SchemaFault[] {
  const validate = createAjv().compile(prepare(schema) as Schema)
  return (value) => faultsOf(validate, value)
}

function createAjv(): Ajv2020 {
  // Not strict: an OpenAPI document has keywords and formats that are for people and other tools.
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, logger: false, validateSchema: false })
  ajv.addKeyword({ keyword: 'integer', schemaType: 'object', errors: 'full', compile: compileInteger })
  addFormats.default(ajv)
  ajv.addFormat('cursor', (text: string) => parseCursor(text) !== undefined)
  return ajv
}
