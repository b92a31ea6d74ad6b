// The tools of the MCP server: few, each with a short result. Inputs and descriptions of the control calls come from the document of
// the control API, and the handle carries the calls out.

import type { PlanName } from '../../../spec/names.ts'
import type { SandboxHandle } from '../../client/handle.ts'
import type { RequestsQuery } from '../../client/requests-handle.ts'
import type { Node } from '../../contract/document.ts'
import { applyPolicy } from '../../examine/apply-policy.ts'
import { FORMATS } from '../../examine/formats/formats.ts'
import { rules } from '../../examine/rules/table.ts'
import { renderScenario } from '../../http/llms.ts'
import { describeMissingRequest } from '../../journal/show-exchange.ts'
import { renderJson } from '../../json/json.ts'
import { count } from '../../text/numbers.ts'
import type { Look } from '../output.ts'
import { createRequestTable, renderRequest } from '../show-requests.ts'
import { injectTool } from './inject-tool.ts'
import { readOperations, readOverview } from './read-contract.ts'
import { BODY, type Input, type InputSchema, inputOf, objectOf, TEXTS, type Tool } from './tool.ts'

export interface ToolParts {
  /** The sandbox that the tools drive. It is started at the first call, unless one runs already. */
  readonly open: () => Promise<SandboxHandle>
  /** The document of the control API. */
  readonly control: Node
}

const PLAIN: Look = { width: 160, paint: (_style, text) => text }

/** What a tool does. A result that is no text is shown as JSON. */
type Act = (sandbox: SandboxHandle, input: Input) => unknown

/** The calls of the control API that are tools, by operationId. */
const CALLS: Readonly<Record<string, Act>> = {
  listAssumptions: async (sandbox) =>
    (await sandbox.assumptions()).map(({ id, choice, choices }) => `${id}: ${choices[choice]}`).join('\n'),
  listScenarios: async (sandbox) => (await sandbox.scenarios()).map(renderScenario).join('\n'),
  putActiveScenarios: (sandbox, input) => worldOf(sandbox, input).scenarios.put(input[BODY] as never),
  deleteActiveScenarios: async (sandbox, input) => {
    await worldOf(sandbox, input).scenarios.clear()
    return 'The world has no scenarios now.'
  },
  putClock: (sandbox, input) => worldOf(sandbox, input).clock.set(input[BODY] as never),
  advanceClock: (sandbox, input) => worldOf(sandbox, input).clock.advance(Object(input[BODY]).seconds),
  putLimits: (sandbox, input) => worldOf(sandbox, input).limits.set(input.plan as PlanName, input[BODY] as never),
  resetWorld: (sandbox, input) => worldOf(sandbox, input).reset(),
  listRequests: async (sandbox, { world, limit = DEFAULT_LIMIT, ...query }) => {
    const { requests } = world === undefined ? sandbox : worldOf(sandbox, { world })
    const found = await requests.list(query as RequestsQuery)
    if (found.length === 0) return 'No request matches.'
    const left = found.length - Number(limit)
    const note = left > 0 ? [`${count(left, 'earlier request is', 'earlier requests are')} left out: filter them.`] : []
    return [...note, ...createRequestTable(PLAIN, true)(found.slice(-Number(limit)))].join('\n')
  },
  getRequest: async (sandbox, { request }) => {
    const found = await sandbox.requests.find(String(request))
    if (found !== undefined) return renderRequest(found, PLAIN).join('\n')
    throw new Error(describeMissingRequest(String(request)))
  },
  getReport: async (sandbox, { world, rule, format = 'text', ...query }) => {
    const report = await (world === undefined ? sandbox : worldOf(sandbox, { world })).report(query)
    // The rule set is named, so that the report does not advise to name it in a file that an agent does not have.
    if (rule === undefined) return FORMATS[format as 'text' | 'json'].render(applyPolicy(report, { rules: report.ruleSet }))
    return report.rules.find((one) => one.rule === rule)
  },
  deleteReport: async (sandbox) => {
    await sandbox.clearReport()
    return 'The report is empty now.'
  },
}

/** An agent works better with a short list. */
const DEFAULT_LIMIT = 50
const WORLD = { type: 'string', description: 'Only this world.' }

/** Fields that only the tools have. */
const FIELDS: Readonly<Record<string, InputSchema['properties']>> = {
  listRequests: {
    world: WORLD,
    limit: { type: 'integer', minimum: 1, maximum: 200, description: `At most this many, the newest. Default: ${DEFAULT_LIMIT}.` },
  },
  getReport: {
    world: WORLD,
    rule: {
      ...{ type: 'string', enum: rules.map(({ name }) => name) },
      description: 'Only this rule, with its ground, its hint and all its findings.',
    },
    format: { type: 'string', enum: ['text', 'json'], description: 'Default: text. The JSON is long.' },
  },
}

const START = {
  name: 'start',
  description: 'Start the sandbox, or find the one that runs, and get the base URL, the keys and the variables for a client under test.',
  inputSchema: objectOf({}),
}

const READ_CONTRACT = {
  name: 'readContract',
  description:
    'Read what the API is. Without a field: base URL, keys, limits, operations, and how to name tests and force trouble. With operations: their parameters, bodies and replies as shortened OpenAPI (headers by name, no tags), and what the sandbox assumes about them.',
  inputSchema: objectOf({ operations: { ...TEXTS, description: 'OperationIds, for example ["listPets", "createPet"].' } }),
}

export function createTools({ open, control }: ToolParts): readonly Tool[] {
  const tool = (described: Omit<Tool, 'run'>, act: Act): Tool => ({
    ...described,
    run: async (input) => {
      const result = await act(await open(), input)
      return typeof result === 'string' ? result : renderJson(result)
    },
  })
  const calls = Object.entries(CALLS).map(([id, act]) => tool({ name: id, ...inputOf(control, id, FIELDS[id]) }, act))
  const readContract: Act = (sandbox, { operations }) =>
    operations === undefined ? readOverview(sandbox) : readOperations(sandbox, operations as string[])
  return [tool(START, describeStart), tool(READ_CONTRACT, readContract), ...calls, injectTool]
}

const worldOf = (sandbox: SandboxHandle, { world }: Input) => sandbox.world(String(world))

function describeStart({ url, origin, plans, key }: SandboxHandle): string {
  const [small = 'free'] = plans
  const large = plans.at(-1) ?? small
  return [
    `The sandbox answers at ${url}. Its console is ${origin}/.`,
    `PETSTORE_BASE_URL=${url}`,
    `PETSTORE_API_KEY=${key(large)}`,
    `PETSTORE_SANDBOX_URL=${origin}`,
    `Keys: ${plans.map((name) => key(name)).join(', ')}. They use the world default. A name after a key gives another world: ${key(large, 'w1')}.`,
    `Tests may drive the sandbox themselves: GET ${origin}/_sandbox/ lists the HTTP calls behind the tools. inject sets the same three variables, for sandboxes of its own.`,
    `Test with ${key(large)}: a suite does not meet its limit. To meet one, use ${key(small)}, or set a short window with putLimits.`,
  ].join('\n')
}
