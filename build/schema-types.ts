// Renders the schemas of a document as types. A schema with a title becomes a declaration of this name. So a shape is written once,
// in the document, for programs in any language and for the library.

import { listOf, type Node, resolve } from '../src/contract/document.ts'
import { isObject } from '../src/contract/json/json.ts'

/** The declarations of all schemas in `schemas` that have a title. `document` has what their `$ref`s name. */
export const renderSchemas = (schemas: Node, document: Node): string =>
  Object.values(schemas)
    .flatMap((schema) => (isObject(schema) && schema.title !== undefined ? [renderSchema(schema, document)] : []))
    .join('\n')

function renderSchema(schema: Node, document: Node): string {
  const head = `/** ${schema.description} */\nexport`
  if (!isObject(schema.properties)) return `${head} type ${schema.title} = ${typeOf(schema, document)}\n`
  const bases = listOf(schema.allOf).map((base) => typeOf(base as Node, document))
  const parents = bases.length === 0 ? '' : ` extends ${bases.join(', ')}`
  return `${head} interface ${schema.title}${parents} {\n${renderFields(schema, document).join('\n')}\n}\n`
}

/** The fields of an object, each with its description. */
export const renderFields = ({ properties, required = [] }: Node, document: Node): string[] =>
  Object.entries(properties as Readonly<Record<string, Node>>).map(([name, schema]) => {
    const comment =
      schema.description === undefined ? '' : `/** ${schema.description}${schema['x-internal'] === true ? ' @internal' : ''} */\n`
    return `${comment}readonly ${withCapitals(name)}${(required as string[]).includes(name) ? '' : '?'}: ${typeOf(schema, document)}`
  })

/** A file may write `min-coverage`; the library writes `minCoverage`. */
const withCapitals = (name: string) => name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())

export const oneOf = (names: readonly unknown[]) => names.map((name) => (typeof name === 'string' ? `'${name}'` : name)).join(' | ')

/** The TypeScript type of a JSON Schema. The steps of a file may name a parameter as `$name`; those of the library have no parameters. */
function typeOf(given: Node, document: Node): string {
  const schema = resolve(document, given)
  if (schema !== given && schema.title !== undefined) return String(schema.title)
  if (schema['x-type'] !== undefined) return String(schema['x-type'])
  const { const: value, anyOf, enum: values, type, items, properties, additionalProperties } = schema
  const inside = (schema: unknown) => (isObject(schema) ? typeOf(schema, document) : 'unknown')
  if (value !== undefined) return oneOf([value])
  if (Array.isArray(anyOf))
    return anyOf
      .filter((one) => one.$ref !== '#/$defs/variable')
      .map(inside)
      .join(' | ')
  if (Array.isArray(values)) return oneOf(values)
  if (type === 'null') return type
  if (Array.isArray(type)) return [...new Set(type.map((one) => inside({ ...schema, type: one })))].join(' | ')
  if (isObject(properties)) return `{\n${renderFields(schema, document).join('\n')}\n}`
  if (type === 'object') return `Readonly<Record<string, ${inside(additionalProperties)}>>`
  if (type === 'array') return `readonly (${inside(items)})[]`
  return type === 'integer' ? 'number' : typeof type === 'string' ? type : 'unknown'
}
