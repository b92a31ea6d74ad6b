// The contract's operations, each with its parameters, bodies, responses and deprecation.

import { messageOf, StartError } from '../ground/problem.ts'
import { show } from '../ground/words.ts'
import { assumptionsOf } from './assumptions.ts'
import { compileBody, compileResponses, type DocumentedResponse, type RequestBody } from './bodies.ts'
import type { Check } from './describe-errors.ts'
import { listOperations, type Node, type OpenApi, type OperationNode, resolve } from './document.ts'
import { integerOf } from './integer.ts'
import { isObject } from './json/json.ts'

export interface Operation {
  readonly id: string
  /** For example `GET`. */
  readonly method: string
  /** With the base path, for example `/v1/pets/{petId}`. */
  readonly path: string
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly body: RequestBody | undefined
  /** Replaces the contract's limit for all operations. */
  readonly maxBodyBytes?: number
  /** By the status as the contract writes it: `200`, `4XX` or `default`. */
  readonly responses: ReadonlyMap<string, DocumentedResponse>
  /** The response for the status itself, else for its class. Never the default, which names no status. */
  respondsWith(status: number): DocumentedResponse | undefined
  readonly deprecation?: Deprecation
}

export interface Deprecation {
  /** When the operation is removed, in milliseconds since 1970. */
  readonly sunset?: number
  /** `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), each if its date is known. */
  readonly headers: Readonly<Record<string, string>>
  /** The path of the operation that replaces this one, with the base path. */
  readonly successor?: string
  readonly assumed: readonly string[]
}

/**
 * The end of a sentence that begins with the operation. Undefined when the contract allows the reply. `type` has no parameters, and
 * `body` is undefined without a body.
 */
export function findReplyViolation(
  { respondsWith, responses }: Operation,
  { status, type, body }: { status: number; type: string; body: unknown },
): string | undefined {
  const documented = respondsWith(status) ?? responses.get('default')
  if (documented === undefined) return `answers ${status}, which the contract does not document`
  const { content } = documented
  if (content.size === 0) return body === undefined ? undefined : `answers ${status} with a body that the contract does not document`
  if (!content.has(type)) return `answers ${status} with ${type || 'no media type'}, which the contract does not document`
  const [violation] = content.get(type)?.(body, 'body') ?? []
  return violation && `answers ${status} with a body that breaks the contract: ${violation.message}`
}

/** Messages name the document's `file`. */
export function readOperations(document: OpenApi, basePath: string, compile: (schema: Node) => Check, file: string): Operation[] {
  const ids = new Set<string>()
  return listOperations(document).map((written) => {
    const { path, method, node } = written
    const at = `${file}: paths.${path}.${method.toLowerCase()}`
    const wrong = Object.keys(resolve(document, node.responses)).find((status) => !/^([1-5](\d\d|XX)|default|x-.*)$/.test(status))
    if (wrong) throw new StartError(`${at}: the response ${show(wrong)} has no status: write it as 404, 4XX or default`)
    if (typeof node.operationId !== 'string') throw new StartError(`${at}: an operation needs an operationId`)
    if (ids.has(node.operationId)) throw new StartError(`${at}: the operationId ${node.operationId} is used twice`)
    ids.add(node.operationId)
    const compileHere = (schema: Node) => {
      try {
        return compile(schema)
      } catch (error) {
        throw new StartError(`${at}: a schema cannot be compiled: ${messageOf(error)}`)
      }
    }
    return readOperation(document, written, basePath, compileHere)
  })
}

function readOperation(document: OpenApi, written: OperationNode, basePath: string, compile: (schema: Node) => Check): Operation {
  const { path, method, node } = written
  // Violations of the path are reported before violations of the query.
  const parameters = written.parameters.toSorted((a, b) => Number(b.in === 'path') - Number(a.in === 'path'))
  const responses = compileResponses(document, node, compile)
  return {
    id: String(node.operationId),
    method,
    path: basePath + path,
    summary: String(node.summary ?? node.operationId),
    parameters: parameters.map((parameter) => createParameter(parameter, document, compile)),
    body: compileBody(document, node.requestBody, compile),
    responses,
    respondsWith: (status) => responses.get(String(status)) ?? responses.get(`${Math.floor(status / 100)}XX`),
    ...(isObject(node['x-request-size']) && { maxBodyBytes: Number(node['x-request-size'].bytes) }),
    ...(node.deprecated === true && { deprecation: readDeprecation(document, node, basePath) }),
  }
}

function readDeprecation(document: OpenApi, node: Node, basePath: string): Deprecation {
  const since = Date.parse(String(node['x-deprecated']))
  const sunset = Date.parse(String(node['x-sunset']))
  const successor = listOperations(document).find((one) => one.node.operationId === node['x-successor'])
  return {
    assumed: assumptionsOf(node, 'x-deprecated'),
    headers: {
      ...(!Number.isNaN(since) && { Deprecation: `@${Math.floor(since / 1000)}` }),
      ...(!Number.isNaN(sunset) && { Sunset: new Date(sunset).toUTCString() }),
    },
    ...(!Number.isNaN(sunset) && { sunset }),
    ...(successor && { successor: basePath + successor.path }),
  }
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly required: boolean
  /** Absent for a type other than integer. */
  readonly bounds?: { readonly minimum: number; readonly maximum: number }
  readonly isEnum: boolean
  /** Ids of the assumptions behind the whole parameter. */
  readonly assumed: readonly string[]
  /** The value of the texts, and what is wrong with it. `texts` is empty when the parameter was not sent. */
  read(texts: readonly string[]): { value: unknown; messages: readonly string[] }
}

function createParameter(node: Node, document: Node, compile: (schema: Node) => Check): Parameter {
  const name = String(node.name)
  const schema = resolve(document, node.schema)
  const check = compile((node.schema ?? {}) as Node)
  const many = schema.type === 'array'
  const { default: fallback, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema
  const missing = `${name} is missing: send it${fallback === undefined ? '' : `, for example ${show(fallback)}`}`
  const types = [(many ? resolve(document, schema.items) : schema).type].flat()
  const parse = parserOf(types)
  return {
    name,
    in: node.in as Parameter['in'],
    required: node.required === true,
    ...(types.includes('integer') && { bounds: { minimum: Number(minimum), maximum: Number(maximum) } }),
    isEnum: Array.isArray(schema.enum),
    assumed: assumptionsOf(node),
    read(texts) {
      if (texts.length === 0) return { value: fallback, messages: node.required === true ? [missing] : [] }
      if (texts.length > 1 && !many) return { value: undefined, messages: [`${name} is given ${texts.length} times: send it once`] }
      const value = many ? texts.map(parse) : parse(texts[0] ?? '')
      return { value, messages: check(value, name).map(({ message }) => message) }
    },
  }
}

/** Other texts stay texts, and break the schema: "1e1", "+5", " 5" and "0x5" are not integers. */
function parserOf(types: readonly unknown[]): (text: string) => unknown {
  const [isInteger, isNumber, isBoolean] = ['integer', 'number', 'boolean'].map((type) => types.includes(type))
  return (text) => {
    if (isInteger && /^-?\d+$/.test(text)) return integerOf(text)
    if (isNumber && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text)
    return isBoolean && (text === 'true' || text === 'false') ? text === 'true' : text
  }
}
