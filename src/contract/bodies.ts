// The bodies that the contract documents, of requests and of responses, with their checks.

import { assumptionsOf } from './assumptions.ts'
import type { Check } from './describe-errors.ts'
import { entriesOf, listOf, type Node, type OpenApi, resolve } from './document.ts'
import { isObject } from './json/json.ts'

export interface RequestBody {
  readonly required: boolean
  readonly content: ReadonlyMap<string, BodyFormat>
}

export interface BodyFormat {
  /** The names of the top-level fields. */
  readonly fields: readonly string[]
  readonly required: readonly string[]
  /** The end of a sentence about the body, in the words of the document. */
  readonly must: string | undefined
  /** JSON is parsed and checked. A body of another type is accepted as it is. */
  readonly isJson: boolean
  readonly check: Check
}

export interface DocumentedResponse {
  /** Ids of the assumptions behind the response or the shape of its body. */
  readonly assumed: readonly string[]
  /** The service's own document does not have this response. */
  readonly isAssumed: boolean
  /** By media type. Without a schema, any body is allowed. */
  readonly content: ReadonlyMap<string, Check | undefined>
  /** Values of the JSON examples, by name. */
  readonly examples: ReadonlyMap<string, unknown>
}

export function compileBody(document: OpenApi, reference: unknown, compile: (schema: Node) => Check): RequestBody | undefined {
  if (reference === undefined) return undefined
  const node = resolve(document, reference)
  const content = entriesOf(document, node.content).map(([type, { schema = {} }]): [string, BodyFormat] => [
    essenceOf(type),
    {
      fields: [...new Set(fieldsOf(document, schema, 'oneOf', 'anyOf'))],
      required: requiredOf(document, schema),
      must: resolve(document, schema)['x-must'] as string | undefined,
      isJson: /[/+]json$/.test(essenceOf(type)),
      check: compile(schema as Node),
    },
  ])
  return { required: node.required === true, content: new Map(content) }
}

const fieldsOf = (document: Node, schema: unknown, ...more: readonly string[]) =>
  partsOf(document, schema, ...more).flatMap(({ properties }) => Object.keys(resolve(document, properties)))

const requiredOf = (document: Node, schema: unknown) => partsOf(document, schema).flatMap(({ required }) => listOf(required).map(String))

/** The schema, and those that it includes with allOf, or also with `more`. */
function partsOf(document: Node, schema: unknown, ...more: readonly string[]): Node[] {
  const node = resolve(document, schema)
  const parts = ['allOf', ...more].flatMap((keyword) => listOf(node[keyword]))
  return [node, ...parts.flatMap((part) => partsOf(document, part, ...more))]
}

export function compileResponses(document: OpenApi, operation: Node, compile: (schema: Node) => Check): Map<string, DocumentedResponse> {
  // When the whole operation is assumed, so is each of its responses.
  const whole = assumptionsOf(operation)
  const entries = entriesOf(document, operation.responses).map(([status, node]): [string, DocumentedResponse] => {
    const media = entriesOf(document, node.content)
    const content = media.map(([type, { schema }]): [string, Check | undefined] => [
      essenceOf(type),
      schema === undefined ? undefined : compile(closed(document, schema as Node)),
    ])
    const shapes = media.flatMap(([, format]) => [format, (format.schema ?? {}) as Node])
    const assumed = [...whole, ...assumptionsOf(node, 'content'), ...shapes.flatMap((shape) => assumptionsOf(shape, 'schema', '$ref'))]
    const isAssumed = whole.length > 0 || assumptionsOf(node).length > 0
    return [status, { assumed, isAssumed, content: new Map(content), examples: examplesOf(document, node) }]
  })
  return new Map(entries)
}

function examplesOf(document: OpenApi, response: Node): Map<string, unknown> {
  const { example, examples } = resolve(document, resolve(document, response.content)['application/json'])
  const named = entriesOf(document, examples).map(([name, { value }]): [string, unknown] => [name, value])
  return new Map(example === undefined ? named : [['example', example], ...named])
}

/** A schema for replies: they hold only fields that the contract lists, although clients must accept others. */
export function closed(document: Node, schema: Node, around: readonly Node[] = []): Node {
  const node = resolve(document, schema)
  // A list may contain lists of the same schema.
  if (around.includes(node)) return schema
  if (node.type === 'array' && isObject(node.items)) return { ...node, items: closed(document, node.items, [...around, node]) }
  const fields = fieldsOf(document, schema)
  // The message about another field names these.
  const properties = Object.fromEntries(fields.map((field) => [field, {}]))
  return fields.length === 0 ? schema : { allOf: [schema], properties, unevaluatedProperties: false }
}

/** A media type without its parameters, in small letters: `application/json`. */
export const essenceOf = (type: string) => type.replace(/;.*/s, '').trim().toLowerCase()
