// AJV's door. It is loaded when a schema must be compiled: the package brings the checks of its own schemas as code (compiled.ts).

import { _, Ajv2020, type CodeOptions, type KeywordCxt, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { once } from '../ground/remember.ts'
import { type Node, rewrite } from './document.ts'
import { compileInteger } from './integer.ts'
import { renderJson } from './json/json.ts'

/** `first` stops at the first error. `all` is made for the first value that does not fit. */
export interface Validators {
  readonly first: ValidateFunction
  readonly all: () => ValidateFunction
}

/** For schemas that refer to the components of one document. */
export function createCompiler(components: Node): (schema: Node) => Validators {
  const first = createAjv(components, { allErrors: false })
  const all = once(() => createAjv(components, { allErrors: true }))
  return (schema) => {
    const prepared = prepare(schema)
    return { first: first.compile(prepared), all: once(() => all().compile(prepared)) }
  }
}

export function createAjv(components: Node, options: { readonly allErrors: boolean; readonly code?: CodeOptions }): Ajv2020 {
  // Not strict: an OpenAPI document has keywords and formats for people and other tools.
  const ajv = new Ajv2020({ ...options, verbose: true, strict: false, logger: false, validateSchema: false })
  ajv.addKeyword({
    keyword: 'integer',
    error: { message: (context) => _`"must be " + ${context.params.must}` },
    code: checkInteger,
  })
  addFormats.default(ajv)
  ajv.addSchema({ $id: DOCUMENT, components: prepare({ schemas: components.schemas }) })
  return ajv
}

/** Writes the code of the keyword `integer`. `code` below is for the package, and `ref` is for this process. */
function checkInteger(context: KeywordCxt): void {
  const { gen, schema, data } = context
  const findMust = gen.scopeValue('func', {
    ref: compileInteger(schema),
    code: _`compileInteger(parseJson(${renderJson(schema)}))`,
  })
  const must = gen.const('must', _`${findMust}(${data})`)
  context.setParams({ must })
  context.pass(_`${must} === undefined`)
}

/** The id under which schemas refer to the document. */
const DOCUMENT = 'document'

/** Turns every `type: integer` into the keyword `integer`, and every reference into a reference to the document. */
export const prepare = (schema: Node) => rewrite(schema, prepareNode) as Node

function prepareNode(node: Node): Node {
  const { $ref } = node
  const schema = typeof $ref === 'string' ? { ...node, $ref: $ref.replace(/^#\/components\//, `${DOCUMENT}$&`) } : node
  const types = [node.type].flat()
  const isNumber = types.includes('number')
  if (!isNumber && !types.includes('integer')) return schema
  const { type: _type, ...untyped } = schema
  const { format, minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...rest } = untyped
  const others = types.filter((type) => type !== 'integer')
  const integer = { format, minimum, maximum, exclusiveMinimum, exclusiveMaximum, others }
  // AJV itself checks numbers that are not integers.
  return { ...(isNumber ? untyped : rest), integer }
}
