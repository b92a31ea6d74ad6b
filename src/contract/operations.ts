// The contract's operations, compiled once: parameters that turn text into values, checks of bodies and replies, and the
// dates of deprecation.

import { StartError } from '../replies/problem.ts'
import { assumptionsOf } from './assumptions.ts'
import { compileReplyCheck } from './check-reply-body.ts'
import type { Check } from './describe-errors.ts'
import { isNode, type Node, type OpenApi, resolve } from './document.ts'
import { createParameter, type Parameter } from './parameters.ts'
import type { Schema } from './schema.ts'

export interface Operation {
  readonly id: string
  /** In capital letters, for example `GET`. */
  readonly method: string
  /** With the base path, for example `/v1/pets/{petId}`. */
  readonly path: string
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly body?: RequestBody
  /** Set when the operation has its own limit, instead of the contract's limit for all operations. */
  readonly maxBodyBytes?: number
  /** The key is the status as the contract writes it: `200`, `4XX` or `default`. */
  readonly responses: ReadonlyMap<string, DocumentedResponse>
  /** The response that the contract gives for a status: the exact status first, then its class, then the default. */
  respondsWith(status: number): DocumentedResponse | undefined
  readonly deprecation?: Deprecation
}

export interface RequestBody {
  readonly required: boolean
  readonly content: ReadonlyMap<string, BodyFormat>
}

/** What a body of one media type holds. */
export interface BodyFormat {
  /** The names of the fields at the top level of the body. */
  readonly fields: readonly string[]
  /** The names of the required fields. */
  readonly required: readonly string[]
  /** Whether the body is JSON. JSON is parsed and checked; a body of another type is accepted as it is. */
  readonly isJson: boolean
  readonly check: Check
}

export interface DocumentedResponse {
  /** Ids of the assumptions behind the response or the shape of its body. */
  readonly assumed: readonly string[]
  /** Whether the service does not document this response at all. */
  readonly isAssumed: boolean
  /** The key is the media type. A media type without a schema allows any body. */
  readonly content: ReadonlyMap<string, Check | undefined>
  /** Values of the JSON examples, by name. */
  readonly examples: ReadonlyMap<string, unknown>
}

/** Points in time are milliseconds since 1970. */
export interface Deprecation {
  readonly sunset?: number
  /** The headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). A header is missing when its date is not known. */
  readonly headers: Readonly<Record<string, string>>
  /** The path of the operation that replaces this one, as the contract writes it. */
  readonly successor?: string
  readonly assumed: readonly string[]
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** Compiles every operation of the document. Messages name the document's `file`. */
export function compileOperations(document: OpenApi, basePath: string, compile: (schema: Schema) => Check, file: string): Operation[] {
  const named = (at: string) => (schema: Schema) => {
    try {
      return compile(schema)
    } catch (error) {
      throw new StartError(`${file}: ${at}: a schema cannot be compiled: ${error instanceof Error ? error.message : error}`)
    }
  }
  const ids = new Set<string>()
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => isNode(item[method])).map((method) => {
      const at = `paths.${path}.${method}`
      const node = item[method] as Node
      if (typeof node.operationId !== 'string') throw new StartError(`${file}: ${at}: an operation needs an operationId`)
      if (ids.has(node.operationId)) throw new StartError(`${file}: ${at}: the operationId ${node.operationId} stands twice`)
      ids.add(node.operationId)
      return compileOperation({ document, basePath, path, method, node, shared: item.parameters, compile: named(at) })
    }),
  )
}

interface Source {
  document: OpenApi
  basePath: string
  path: string
  method: string
  node: Node
  shared: unknown
  compile: (schema: Schema) => Check
}

function compileOperation({ document, basePath, path, method, node, shared, compile }: Source): Operation {
  const parameters = parametersOf(document, shared, node.parameters).map((parameter) => createParameter(parameter, document, compile))
  const body = compileBody(document, node.requestBody, compile)
  const deprecation = node.deprecated === true ? readDeprecation(document, node, basePath) : undefined
  const responses = compileResponses(document, node, compile)
  return {
    id: String(node.operationId),
    method: method.toUpperCase(),
    path: basePath + path,
    summary: String(node.summary ?? node.operationId),
    parameters,
    responses,
    respondsWith: (status) => responses.get(String(status)) ?? responses.get(`${Math.floor(status / 100)}XX`) ?? responses.get('default'),
    ...(body && { body }),
    ...(isNode(node['x-request-size']) && { maxBodyBytes: Number(node['x-request-size'].bytes) }),
    ...(deprecation && { deprecation }),
  }
}

/** An operation's parameter replaces its path's parameter of the same name and place (OpenAPI Operation Object). */
function parametersOf(document: OpenApi, shared: unknown, own: unknown): Node[] {
  const all = [...listOf(shared), ...listOf(own)].map((parameter) => resolve(document, parameter))
  const effective = [...new Map(all.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter])).values()]
  // Faults of the path are reported before faults of the query.
  return effective.sort((a, b) => Number(b.in === 'path') - Number(a.in === 'path'))
}

function compileBody(document: OpenApi, reference: unknown, compile: (schema: Schema) => Check): RequestBody | undefined {
  if (reference === undefined) return undefined
  const node = resolve(document, reference)
  const content = Object.entries((node.content ?? {}) as Record<string, Node>).map(([type, { schema = {} }]): [string, BodyFormat] => [
    essenceOf(type),
    {
      fields: fieldsOf(document, schema),
      required: requiredOf(document, schema),
      isJson: /[/+]json$/.test(essenceOf(type)),
      check: compile(schema as Schema),
    },
  ])
  return { required: node.required === true, content: new Map(content) }
}

/** The property names of an object schema, found through references and allOf. Empty when the schema lists no properties. */
function fieldsOf(document: Node, schema: unknown): string[] {
  const node = resolve(document, schema)
  return [...Object.keys((node.properties ?? {}) as Node), ...listOf(node.allOf).flatMap((part) => fieldsOf(document, part))]
}

/** The names that an object schema requires, found through references and allOf. */
function requiredOf(document: Node, schema: unknown): string[] {
  const node = resolve(document, schema)
  return [...listOf(node.required).map(String), ...listOf(node.allOf).flatMap((part) => requiredOf(document, part))]
}

function compileResponses(document: OpenApi, operation: Node, compile: (schema: Schema) => Check): Map<string, DocumentedResponse> {
  // When the whole operation is assumed, so is each of its responses.
  const whole = assumptionsOf(operation)
  const entries = Object.entries((operation.responses ?? {}) as Node).map(([status, reference]): [string, DocumentedResponse] => {
    const node = resolve(document, reference)
    const media = Object.entries((node.content ?? {}) as Record<string, Node>)
    const content = media.map(([type, { schema }]): [string, Check | undefined] => [
      essenceOf(type),
      schema === undefined ? undefined : compileReplyCheck(document, schema as Schema, compile, closed),
    ])
    const shapes = media.flatMap(([, format]) => [format, (format.schema ?? {}) as Node])
    const assumed = [...whole, ...assumptionsOf(node, 'content'), ...shapes.flatMap((shape) => assumptionsOf(shape, 'schema', '$ref'))]
    const isAssumed = whole.length > 0 || assumptionsOf(node).length > 0
    return [status, { assumed, isAssumed, content: new Map(content), examples: examplesOf(document, node) }]
  })
  return new Map(entries)
}

function examplesOf(document: OpenApi, response: Node): Map<string, unknown> {
  const { example, examples = {} } = (((response.content ?? {}) as Node)['application/json'] ?? {}) as {
    example?: unknown
    examples?: Node
  }
  const named = Object.entries(examples).map(([name, reference]): [string, unknown] => [name, resolve(document, reference).value])
  return new Map(example === undefined ? named : [['example', example], ...named])
}

/** A schema for replies. A reply may hold only fields that the contract lists, although clients must accept others. */
export function closed(document: Node, schema: Schema, around: readonly Node[] = []): Schema {
  const node = resolve(document, schema)
  // A list may contain lists of the same schema.
  if (around.includes(node)) return schema
  if (node.type === 'array' && isNode(node.items)) return { ...node, items: closed(document, node.items, [...around, node]) }
  return fieldsOf(document, schema).length === 0 ? schema : { allOf: [schema], unevaluatedProperties: false }
}

/** A media type without its parameters, in small letters: `application/json`. */
const essenceOf = (type: string) => type.split(';', 1)[0]?.trim().toLowerCase() ?? ''

function readDeprecation(document: OpenApi, node: Node, basePath: string): Deprecation {
  const since = Date.parse(String(node['x-deprecated']))
  const sunset = Date.parse(String(node['x-sunset']))
  const successor = Object.entries(document.paths).find(([, item]) =>
    METHODS.some((method) => (item[method] as Node | undefined)?.operationId === node['x-successor']),
  )
  return {
    assumed: assumptionsOf(node, 'x-deprecated'),
    headers: {
      ...(Number.isNaN(since) ? {} : { Deprecation: `@${Math.floor(since / 1000)}` }),
      ...(Number.isNaN(sunset) ? {} : { Sunset: new Date(sunset).toUTCString() }),
    },
    ...(Number.isNaN(sunset) ? {} : { sunset }),
    ...(node['x-successor'] === undefined || successor === undefined ? {} : { successor: basePath + successor[0] }),
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
