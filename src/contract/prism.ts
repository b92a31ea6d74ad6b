// Prism's door. Prism makes replies out of the contract: its examples, or values made up from the schemas. It is
// loaded on first use, for it brings 150 packages; only its generator is asked, our own checks stand before and after.

import { Problem } from '../replies/problem.ts'
import type { Reply } from '../replies/reply.ts'
import { closeObjects } from './close-objects.ts'
import type { Contract } from './contract.ts'
import type { Operation } from './operations.ts'

export interface WantedReply {
  readonly code?: number
  /** The name of an example. */
  readonly example?: string
  /** Make values up instead of taking examples. */
  readonly dynamic?: boolean
}

/** Makes a reply of an operation. Throws a Problem when the contract has nothing that fits. */
export type Generate = (operation: Operation, wanted: WantedReply) => Promise<Reply>

/** Prism logs each step; the exchange says all that matters here. */
const SILENT = Object.fromEntries(
  ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'success', 'child'].map((name) => [name, () => SILENT]),
) as Record<string, () => unknown>

export function createGenerate(contract: Contract): Generate {
  let prism: Promise<Generate> | undefined
  return async function generate(operation, wanted) {
    prism ??= loadPrism(contract).catch((error) => {
      prism = undefined
      throw error
    })
    return (await prism)(operation, wanted)
  }
}

async function loadPrism(contract: Contract): Promise<Generate> {
  const { createInstance, getHttpOperationsFromSpec } = (await import('@stoplight/prism-http')).default
  // Made-up objects have the properties that their schemas list, and no others.
  const document = { ...closeObjects(contract.document), 'x-json-schema-faker': { fillProperties: false } }
  const operations = await getHttpOperationsFromSpec(document)
  const config = {
    checkSecurity: false,
    validateRequest: false,
    validateResponse: false,
    errors: false,
    mock: { dynamic: false },
    isProxy: false as const,
    upstreamProxy: undefined,
  }
  const prism = createInstance(config, { logger: SILENT as never })
  return async function generate(operation, { code, example, dynamic = false }) {
    const resource = operations.find(({ iid }) => iid === operation.id)
    if (resource === undefined) throw new Error(`Prism does not know ${operation.id}`)
    const mock = { dynamic, ...(code && { code }), ...(example && { exampleKey: example }) }
    const request = {
      method: resource.method as 'get',
      url: { path: resource.path.replaceAll(/\{[^}]+\}/g, '1') },
      headers: { accept: 'application/json, */*;q=0.1' },
    }
    const result = await prism.request(request, [{ ...resource, servers: [] }], { ...config, mock })()
    if (result._tag === 'Left')
      throw new Problem(
        'invalid_scenario',
        `${operation.id} has no such reply: ${result.left.message}${example ? ` (example ${example})` : ''}`,
      )
    const { statusCode, headers = {}, body } = result.right.output
    // Its other headers are made up: a rate limit of 8153020, a Link to "string".
    const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
    return { status: statusCode, body, ...(type !== undefined && { headers: { 'Content-Type': String(type) } }) }
  }
}
