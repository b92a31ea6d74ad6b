// Prepares schemas of an OpenAPI document for AJV: integers get a keyword of our own, and references point to the document.

/** The id under which schemas refer to the document. */
export const DOCUMENT = 'document'

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
export const prepareEach = (map: unknown) =>
  Object.fromEntries(Object.entries(map as object).map(([name, schema]) => [name, prepare(schema)]))
