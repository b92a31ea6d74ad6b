// The tools of the MCP server: few, each with a short result. Inputs and descriptions of the control calls come from the document of
// the control API, and the handle carries the calls out.

import type { SandboxHandle } from '../../client/handle.ts'
import type { RequestsQuery } from '../../client/requests-handle.ts'
import type { Node } from '../../contract/document.ts'
import type { PlanName } from '../../contract/names.ts'
import { renderScenario } from '../../http/llms.ts'
import { renderJson } from '../../json/json.ts'
import { FORMATS } from '../../report/formats/formats.ts'
import type { Look } from '../output.ts'
import { renderRequest } from '../render-request.ts'
import { createRequestTable } from '../request-table.ts'
import { injectTool } from './inject-tool.ts'
import { BODY, inputOf } from './input-schema.ts'
import type { Input, Tool } from './tool.ts'

export interface ToolParts {
  /** The sandbox that the tools drive. It is started at the first call, unless one runs already. */
  readonly open: () => Promise<SandboxHandle>
  /** The document of the control API. */
  readonly control: Node
}

/** The largest number of requests in one list. An agent works better with a short list. */
const MOST_REQUESTS = 50
const PLAIN: Look = { width: 160, paint: (_style, text) => text }

/** What a tool does. A result that is no text is shown as JSON. */
type Act = (sandbox: SandboxHandle, input: Input) => unknown

/** The calls of the control API that are tools, by operationId. */
const CALLS: Readonly<Record<string, Act>> = {
  listAssumptions: async (sandbox) =>
    (await sandbox.assumptions()).map(({ id, choice, choices, why }) => `${id}: ${choice}. ${choices[choice]} (${why})`).join('\n'),
  listScenarios: async (sandbox) => (await sandbox.scenarios()).map(renderScenario).join('\n'),
  putActiveScenarios: (sandbox, input) => worldOf(sandbox, input).scenarios.put(input[BODY] as never),
  putClock: (sandbox, input) => worldOf(sandbox, input).clock.set(input[BODY] as never),
  putLimits: (sandbox, input) => worldOf(sandbox, input).limits.set(input.plan as PlanName, input[BODY] as never),
  resetWorld: (sandbox, input) => worldOf(sandbox, input).reset(),
  listRequests: async (sandbox, input) => {
    const requests = await sandbox.requests.list(input as RequestsQuery)
    const left = requests.length - MOST_REQUESTS
    if (requests.length === 0) return 'No request matches.'
    const table = createRequestTable(PLAIN, true).render(requests.slice(-MOST_REQUESTS))
    return `${left > 0 ? `${left} earlier requests are left out: filter them.\n` : ''}${table}`
  },
  getRequest: async (sandbox, { request: id }) => {
    const request = await sandbox.requests.find(String(id))
    return request === undefined ? `The journal has no request ${id}.` : renderRequest(request, PLAIN)
  },
  getReport: async (sandbox, input) => FORMATS.text.render(await sandbox.report(input)),
  deleteReport: async (sandbox) => {
    await sandbox.clearReport()
    return 'The report is empty now.'
  },
}

const START = {
  name: 'start',
  description: 'Start the sandbox, or find the one that runs, and get the base URL, the keys and the variables for a client under test.',
  inputSchema: { type: 'object', properties: {} },
} as const

const READ_CONTRACT = {
  name: 'readContract',
  description: 'Read what the API is: its operations, its keys, its scenarios. With an operationId: that operation as OpenAPI.',
  inputSchema: {
    type: 'object',
    properties: {
      operation: { type: 'string', description: 'An operationId, for example the ones that this tool lists without this field.' },
    },
  },
} as const

export function createTools({ open, control }: ToolParts): readonly Tool[] {
  const tool = (described: Omit<Tool, 'run'>, act: Act): Tool => ({
    ...described,
    run: async (input) => {
      const result = await act(await open(), input)
      return typeof result === 'string' ? result : renderJson(result)
    },
  })
  const calls = Object.entries(CALLS).map(([id, act]) => tool({ name: id, ...inputOf(control, id) }, act))
  return [tool(START, describeStart), tool(READ_CONTRACT, readContract), ...calls, injectTool]
}

const worldOf = (sandbox: SandboxHandle, { world }: Input) => sandbox.world(typeof world === 'string' ? world : undefined)

function describeStart({ url, origin, plans, key }: SandboxHandle): string {
  const plan = plans.at(-1) ?? 'enterprise'
  return [
    `The sandbox answers at ${url}. Its console is ${origin}/.`,
    `PETSTORE_BASE_URL=${url}`,
    `PETSTORE_API_KEY=${key(plan)}`,
    `PETSTORE_SANDBOX_URL=${origin}`,
    `Keys: ${plans.map((name) => key(name)).join(', ')}. A name after a key gives a world of its own, for example ${key(plan, 'w1')}.`,
  ].join('\n')
}

async function readContract({ origin }: SandboxHandle, { operation }: Input): Promise<string> {
  if (operation === undefined) return (await fetch(`${origin}/llms.txt`)).text()
  const document = (await (await fetch(`${origin}/openapi.json`)).json()) as Node
  const calls = Object.entries((document.paths ?? {}) as Record<string, Node>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, node]) => ({ path, method, node: node as Node })),
  )
  const found = calls.find(({ node }) => node.operationId === operation)
  if (found === undefined)
    return `There is no operation ${operation}: the operations are ${calls.flatMap(({ node }) => node.operationId ?? []).join(', ')}.`
  const { components } = document as { components: { schemas: unknown } }
  return renderJson({ [found.path]: { [found.method]: found.node }, schemas: components.schemas })
}
