// AJV's door. It is loaded when a schema must be compiled: the package brings the checks of its own schemas as code (compiled.ts).

import { _, Ajv2020, type CodeOptions, type KeywordCxt, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { renderJson } from '../json/json.ts'
import type { Node } from './document.ts'
import { compileInteger } from './integer.ts'

/** Two functions for one schema. `first` stops at the first error, and `all` collects all errors. */
export interface Validators {
  readonly first: ValidateFunction
  readonly all: ValidateFunction
}

/** Creates a compiler for schemas that refer to the components of one document. */
export function createCompiler(components: Node): (schema: Node) => Validators {
  const first = createAjv(components, { allErrors: false })
  let all: Ajv2020 | undefined
  return (schema) => {
    const prepared = prepare(schema) as Node
    let validateAll: ValidateFunction | undefined
    return {
      first: first.compile(prepared),
      // Most values fit, so this function is made for the first value that does not fit.
      get all() {
        all ??= createAjv(components, { allErrors: true })
        validateAll ??= all.compile(prepared)
        return validateAll
      },
    }
  }
}

export function createAjv(components: Node, options: { readonly allErrors: boolean; readonly code?: CodeOptions }): Ajv2020 {
  // AJV is not strict here, because an OpenAPI document has keywords and formats for people and other tools.
  const ajv = new Ajv2020({ ...options, verbose: true, strict: false, logger: false, validateSchema: false })
  ajv.addKeyword({
    keyword: 'integer',
    schemaType: 'object',
    error: { message: (context) => _`"must be " + ${context.params.fault}` },
    code: checkInteger,
  })
  addFormats.default(ajv)
  ajv.addSchema({ $id: DOCUMENT, components: { schemas: prepareEach(components.schemas ?? {}) } })
  return ajv
}

/** Writes the code of the keyword `integer`. `code` below is for the package, and `ref` is for this process. */
function checkInteger(context: KeywordCxt): void {
  const { gen, schema, data } = context
  const findFault = gen.scopeValue('func', {
    key: schema,
    ref: compileInteger(schema),
    code: _`compileInteger(parseJson(${renderJson(schema)}))`,
  })
  const fault = gen.const('fault', _`${findFault}(${data})`)
  context.setParams({ fault })
  context.pass(_`${fault} === undefined`)
}

/** The id under which schemas refer to the document. */
const DOCUMENT = 'document'

/** The value of MAPS keywords is a map from the author's names to schemas. The value of VALUES keywords is not a schema. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas'])
const VALUES = new Set(['enum', 'const', 'default', 'example', 'examples'])

/** Turns every `type: integer` into the keyword `integer`, and every reference into a reference to the document. */
export function prepare(node: unknown): unknown {
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
  // AJV itself checks numbers that are not integers.
  return { ...(isNumber ? untyped : rest), integer }
}

function prepareKeyword(name: string, value: unknown): unknown {
  if (name === '$ref' && typeof value === 'string') return value.replace(/^#\/components\//, `${DOCUMENT}$&`)
  if (MAPS.has(name)) return prepareEach(value)
  return VALUES.has(name) ? value : prepare(value)
}

/** Prepares every schema of a map. */
const prepareEach = (map: unknown) => Object.fromEntries(Object.entries(map as object).map(([name, schema]) => [name, prepare(schema)]))
