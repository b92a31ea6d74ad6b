// Prism's door. Prism takes an example of the contract, or makes up values from the schemas. It is loaded on first use, because it
// brings 150 packages. Only its generator is used; our own checks do the rest.

import { Problem } from '../ground/problem.ts'
import { once } from '../ground/remember.ts'
import type { Contract } from './contract.ts'
import { type Node, rewrite } from './document.ts'
import { isObject } from './json/json.ts'
import type { Operation } from './operations.ts'
import type { Reply } from './reply.ts'

export interface WantedReply {
  readonly code?: number
  readonly example?: string
  /** Make up values instead of taking an example. */
  readonly dynamic?: boolean
}

/** Rejects with a Problem when the contract has no fitting response. */
export type Generate = (operation: Operation, wanted: WantedReply) => Promise<Reply>

/** Prism would log each step, but the exchange holds the result. */
const SILENT = new Proxy({}, { get: () => () => SILENT })

export function createGenerate(contract: Contract): Generate {
  const load = once(() => loadPrism(contract))
  return async (operation, wanted) => (await load())(operation, wanted)
}

async function loadPrism(contract: Contract): Promise<Generate> {
  const { createInstance, getHttpOperationsFromSpec } = (await import('@stoplight/prism-http')).default
  const operations = await getHttpOperationsFromSpec(closeObjects(contract.document))
  const config = {
    checkSecurity: false,
    validateRequest: false,
    validateResponse: false,
    errors: false,
    mock: { dynamic: false },
    isProxy: false as const,
    upstreamProxy: undefined,
  }
  const prism = createInstance(config, { logger: SILENT })
  return async function generate(operation, { code, example, dynamic = false }) {
    const resource = operations.find(({ iid }) => iid === operation.id)
    if (resource === undefined) throw new Error(`Prism does not know ${operation.id}`)
    const mock = { dynamic, ...(code && { code }), ...(example && { exampleKey: example }) }
    const request = {
      method: resource.method as 'get',
      url: { path: resource.path.replaceAll(/\{[^}]+\}/g, '1') },
      headers: { accept: 'application/json, */*;q=0.1' },
    }
    const result = await prism.request(request, [resource], { ...config, mock })()
    if (result._tag === 'Left')
      throw new Problem(
        'invalid_scenario',
        `${operation.id} has no such reply: ${result.left.message}${example ? ` (example ${example})` : ''}`,
      )
    const { statusCode, headers = {}, body } = result.right.output
    // Prism makes up the other headers, for example a rate limit of 8153020 or a Link to "string".
    const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
    return { status: statusCode, body, ...(type !== undefined && { headers: { 'Content-Type': type } }) }
  }
}

/** Prism would add properties to an object that lists its properties and says nothing of others. */
const closeObjects = (document: Node) =>
  rewrite(document, (node) => {
    const { type, properties, additionalProperties, unevaluatedProperties } = node
    const isOpen = type === 'object' && isObject(properties) && additionalProperties === undefined && unevaluatedProperties === undefined
    return isOpen ? { ...node, additionalProperties: false } : node
  }) as Node
