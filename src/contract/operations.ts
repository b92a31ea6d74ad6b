// The contract's operations, compiled once: each with its parameters, its bodies and its responses.

import { StartError } from '../errors/problem.ts'
import { compileBody, compileResponses, type DocumentedResponse, type RequestBody } from './bodies.ts'
import { type Deprecation, readDeprecation } from './deprecation.ts'
import type { Check } from './describe-errors.ts'
import { isNode, METHODS, type Node, type OpenApi, resolve } from './document.ts'
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
  /**
   * The response that the contract names for a status: the exact status first, then its class. The default names no status:
   * it only says how every other reply looks.
   */
  respondsWith(status: number): DocumentedResponse | undefined
  readonly deprecation?: Deprecation
}

/** What a router found for a method and a path. */
export type Found =
  | { readonly operation: Operation; readonly parameters: Readonly<Record<string, string>> }
  /** The path is known, but only with other methods. */
  | { readonly allow: readonly string[] }

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
      if (ids.has(node.operationId)) throw new StartError(`${file}: ${at}: the operationId ${node.operationId} is used twice`)
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
    respondsWith: (status) => responses.get(String(status)) ?? responses.get(`${Math.floor(status / 100)}XX`),
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

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
