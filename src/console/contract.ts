// The contract as the page needs it: its base path, operations and plans.

import { listOperations, type Node, type OperationNode } from '../contract/document.ts'
import { parseJson } from '../contract/json/json.ts'

export interface Contract {
  readonly document: Node
  /** The path of the server, for example `/v1`. */
  readonly basePath: string
  readonly operations: readonly (OperationNode & { readonly id: string })[]
  readonly plans: readonly string[]
}

/** Loads the contract that this server publishes. Its plans and some fields are assumptions. */
export async function loadContract(): Promise<Contract> {
  const response = await fetch('/openapi.json?assumptions=include', { cache: 'no-cache' })
  return readContract(parseJson(await response.text()) as Node)
}

export function readContract(document: Node): Contract {
  const [server] = (document.servers ?? []) as { url: string }[]
  return {
    document,
    basePath: server === undefined ? '' : new URL(server.url, location.href).pathname.replace(/\/$/, ''),
    operations: listOperations(document).map((operation) => ({ ...operation, id: String(operation.node.operationId) })),
    plans: Object.keys((document['x-plans'] ?? { free: {} }) as Node),
  }
}
