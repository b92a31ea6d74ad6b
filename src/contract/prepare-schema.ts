// Schemas of an OpenAPI document as AJV is given them: integers by a keyword of our own, references to the document.

/** The id under which schemas find the document that they refer to. */
export const DOCUMENT = 'document'

/** Keywords whose value is a map of schemas by a name of the author's, and those whose value is no schema at all. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas'])
const VALUES = new Set(['enum', 'const', 'default', 'example', 'examples'])

/** Every `type: integer` becomes the keyword `integer`, every reference one to the document. */
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
  // A number that is no integer stays AJV's affair.
  return { ...(isNumber ? untyped : rest), integer }
}

function prepareKeyword(name: string, value: unknown): unknown {
  if (name === '$ref' && typeof value === 'string') return value.replace(/^#\/components\//, `${DOCUMENT}$&`)
  if (MAPS.has(name)) return prepareEach(value)
  return VALUES.has(name) ? value : prepare(value)
}

/** As prepare, of a map of schemas. */
export const prepareEach = (map: unknown) =>
  Object.fromEntries(Object.entries(map as object).map(([name, schema]) => [name, prepare(schema)]))
