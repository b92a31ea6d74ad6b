// What the API is, for an agent that writes a client: an overview, or operations with everything that they refer to.

import type { SandboxHandle } from '../../client/handle.ts'
import { isNode, type Node, walk } from '../../contract/document.ts'
import { excerpt } from '../../contract/excerpt.ts'
import { SCENARIOS_TITLE } from '../../http/llms.ts'

export async function readOverview({ origin }: SandboxHandle): Promise<string> {
  const [overview = ''] = (await (await fetch(`${origin}/llms.txt`)).text()).split(`\n\n${SCENARIOS_TITLE}`)
  return `${overview}\n\nlistScenarios lists the scenarios.`
}

/** As the service's own document has them, and what the sandbox assumes about them. */
export async function readOperations({ origin, assumptions }: SandboxHandle, operationIds: readonly string[]): Promise<string> {
  const read = async (query: string) => (await (await fetch(`${origin}/openapi.json${query}`)).json()) as Node
  const ids = new Set<unknown>()
  walk(excerpt(await read('?assumptions=include'), operationIds), '', (node) => {
    for (const mark of [node['x-assumption'] ?? []].flat()) if (isNode(mark)) ids.add(mark.id)
  })
  const assumed = (await assumptions()).filter(({ id }) => ids.has(id)).map(({ id, choice, choices }) => `${id}: ${choices[choice]}`)
  const operations = JSON.stringify(excerpt(await read(''), operationIds), shorten)
  return [operations, "Where the service's document is silent, the sandbox assumes:", ...assumed].join('\n')
}

/** Leaves out tags, and lists headers by their names, because the same headers are in most replies. */
function shorten(name: string, value: unknown): unknown {
  if (name === 'headers' && isNode(value) && Object.values(value).every((header) => isNode(header) && '$ref' in header))
    return Object.keys(value)
  return name === 'tags' ? undefined : value
}
