// The tools of the MCP server: few, each with a short result. Inputs and descriptions of the control calls come from the document of
// the control API, and the handle carries the calls out.

import type { SandboxHandle } from '../../client/handle.ts'
import type { RequestsQuery } from '../../client/requests-handle.ts'
import type { Node } from '../../contract/document.ts'
import type { PlanName } from '../../contract/names.ts'
import { renderJson } from '../../json/json.ts'
import { FORMATS } from '../../report/formats/formats.ts'
import type { Look } from '../output.ts'
import { renderRequest } from '../render-request.ts'
import { createRequestTable } from '../request-table.ts'
import { injectTool } from './inject-tool.ts'
import { BODY, type InputSchema, inputOf } from './input-schema.ts'
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

export function createTools({ open, control }: ToolParts): readonly Tool[] {
  /** A tool for a call of the control API. */
  const call = (operationId: string, act: (sandbox: SandboxHandle, input: Input) => Promise<unknown>): Tool => ({
    name: operationId,
    ...inputOf(control, operationId),
    run: async (input) => {
      const result = await act(await open(), input)
      return typeof result === 'string' ? result : renderJson(result)
    },
  })
  const own = (
    name: string,
    description: string,
    properties: InputSchema['properties'],
    act: (sandbox: SandboxHandle, input: Input) => Promise<string>,
  ): Tool => ({
    ...{ name, description, inputSchema: { type: 'object', properties } },
    run: async (input) => act(await open(), input),
  })
  const world = (sandbox: SandboxHandle, { world: name }: Input) => sandbox.world(typeof name === 'string' ? name : undefined)
  return [
    own(
      'start',
      'Start the sandbox, or find the one that runs, and get the base URL, the keys and the variables for a client under test.',
      {},
      async (sandbox) => describeStart(sandbox),
    ),
    own(
      'readContract',
      'Read what the API is: its operations, its keys, its scenarios. With an operationId: that operation as OpenAPI.',
      { operation: { type: 'string', description: 'An operationId, for example the ones that this tool lists without this field.' } },
      readContract,
    ),
    call('listAssumptions', async (sandbox) =>
      (await sandbox.assumptions()).map(({ id, choice, choices, why }) => `${id}: ${choice}. ${choices[choice]} (${why})`).join('\n'),
    ),
    call('listScenarios', async (sandbox) =>
      (await sandbox.scenarios())
        .map(
          ({ name, summary, parameters }) =>
            `${[name, ...Object.entries(parameters).map(([key, rule]) => `${key}=${rule.default}`)].join(';')}: ${summary}`,
        )
        .join('\n'),
    ),
    call('putActiveScenarios', (sandbox, input) => world(sandbox, input).scenarios.put(input[BODY] as never)),
    call('putClock', (sandbox, input) => world(sandbox, input).clock.set(input[BODY] as never)),
    call('putLimits', (sandbox, input) => world(sandbox, input).limits.set(input.plan as PlanName, input[BODY] as never)),
    call('resetWorld', (sandbox, input) => world(sandbox, input).reset()),
    call('listRequests', async (sandbox, input) => {
      const requests = await sandbox.requests.list(input as RequestsQuery)
      const left = requests.length - MOST_REQUESTS
      const table = createRequestTable(PLAIN, true).render(requests.slice(-MOST_REQUESTS))
      return requests.length === 0
        ? 'No request matches.'
        : `${left > 0 ? `${left} earlier requests are left out: filter them.\n` : ''}${table}`
    }),
    call('getRequest', async (sandbox, { id }) => {
      const request = await sandbox.requests.find(String(id))
      return request === undefined ? `The journal has no request ${id}.` : renderRequest(request, PLAIN)
    }),
    call('getReport', async (sandbox) => FORMATS.text.render(await sandbox.report())),
    injectTool,
    call('deleteReport', async (sandbox) => {
      await sandbox.clearReport()
      return 'The report is empty now.'
    }),
  ]
}

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
