// The tools for coding agents. Most of them are calls of the control API, as spec/control.yaml describes them. The others tell where the
// sandbox is, read the contract, and run a campaign.

import injectSchema from '../../spec/inject.schema.json' with { type: 'json' }
import { createApi, encodePart } from '../client/call-api.ts'
import type { HandleParts } from '../client/handle.ts'
import { exampleOf, findOperation, inline, type Node, renderExcerpt, resolve } from '../contract/document.ts'
import { parseJson } from '../contract/json/json.ts'
import { FORMATS } from '../examine/formats/formats.ts'
import type { InjectOptions } from '../examine/generated/inject-options.ts'
import type { Assumption, CatalogueEntry, JournalEntry } from '../ground/generated/control.ts'
import { count } from '../ground/words.ts'
import { renderKnownKey } from '../ground/world-name.ts'
import { inject } from '../sandbox.ts'
import { renderScenario, SCENARIOS_TITLE } from '../serve/llms.ts'
import { createRequestTable, renderRequest } from './show-requests.ts'

export interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: ReturnType<typeof schemaOf>
  /** Resolves with a text for the agent. The signal ends a long run, and `tell` tells the agent how far it is. */
  run(input: Input, signal: AbortSignal, tell: Tell): Promise<string>
}

export type Input = Readonly<Record<string, unknown>>
export type Tell = (done: number, planned: number, message: string) => void

const PLAIN = { width: 160, paint: (_style: unknown, text: string) => text }
const NEWEST = 50

/**
 * By operationId. An agent reads all tools at each start and pays for them, so only the calls that it needs are here. `inWorld` is the call
 * for one world, and `show` shortens the result.
 */
const CALLS: Readonly<Record<string, { inWorld?: string; show?: (result: never) => string }>> = {
  listAssumptions: { show: (all: Assumption[]) => all.map(({ id, choice, choices }) => `${id}: ${choices[choice]}`).join('\n') },
  listScenarios: { show: (all: CatalogueEntry[]) => all.map(renderScenario).join('\n') },
  putActiveScenarios: {},
  deleteActiveScenarios: {},
  putClock: {},
  advanceClock: {},
  putLimits: {},
  resetWorld: {},
  listRequests: { inWorld: 'listWorldRequests', show: showRequests },
  getRequest: { show: (request: JournalEntry) => renderRequest(request, PLAIN).join('\n') },
  getReport: { inWorld: 'getWorldReport' },
  deleteReport: {},
}

function showRequests(found: readonly JournalEntry[]): string {
  const left = found.length - NEWEST
  const note = left > 0 ? [`${count(left, 'earlier request is', 'earlier requests are')} left out: filter them.`] : []
  return found.length === 0 ? 'No request matches.' : [...note, ...createRequestTable(PLAIN, true)(found.slice(-NEWEST))].join('\n')
}

/** `open` resolves with the sandbox to drive, and `control` is the document of the control API. */
export function createTools(open: () => Promise<HandleParts>, control: Node): readonly Tool[] {
  const read = async (path: string) => {
    const { transport } = await open()
    return transport.readText(await transport.send({ method: 'GET', path }))
  }
  const call = async (id: string, { body, ...values }: Input) => {
    const { transport } = await open()
    const { method, path, parameters } = findOperation(control, id)
    const query = Object.fromEntries(parameters.filter((one) => one.in === 'query').map(({ name }) => [name, values[String(name)]]))
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodePart(String(values[name])))
    const headers = { Accept: 'text/plain, application/json;q=0.5' }
    return transport.readText(await createApi(transport).open(method, filled, { query, body, headers }))
  }
  return [
    {
      name: 'start',
      description:
        'Starts the sandbox, or finds the one that runs: the variables of a client under test, base URL, keys, limits, operations, and how to name tests and force trouble.',
      inputSchema: schemaOf([], {}),
      async run() {
        const { url, origin, plans } = await open()
        const [overview] = (await read('/llms.txt')).split(`\n${SCENARIOS_TITLE}`)
        const key = renderKnownKey(plans, plans.at(-1))
        return `PETSTORE_BASE_URL=${url}\nPETSTORE_API_KEY=${key}\nPETSTORE_SANDBOX_URL=${origin}\n\n${overview}`
      },
    },
    {
      name: 'readContract',
      description: 'Reads operations as shortened OpenAPI. `x-assumption` names what the sandbox assumes (listAssumptions).',
      inputSchema: schemaOf(['operations'], {
        operations: { type: 'array', items: { type: 'string' }, minItems: 1, description: 'For example ["listPets", "createPet"].' },
      }),
      run: async ({ operations }) =>
        renderExcerpt(parseJson(await read('/openapi.json?assumptions=include')) as Node, operations as string[]),
    },
    ...Object.entries(CALLS).map(
      ([id, { inWorld = id, show }]): Tool => ({
        name: id,
        description: String(findOperation(control, id).node.description).trim(),
        inputSchema: inputOf(control, id, inWorld),
        async run(input) {
          const text = await call(input.world === undefined ? id : inWorld, input)
          return show ? show(parseJson(text) as never) : text || 'Done.'
        },
      }),
    ),
    INJECT,
  ]
}

const schemaOf = (required: string[], properties: Node) => ({ type: 'object' as const, properties, required, additionalProperties: false })

/** One schema without references for parameters and body. What only the call for one world has may be left out. */
function inputOf(control: Node, id: string, inWorld: string): Tool['inputSchema'] {
  const { node, parameters } = findOperation(control, id)
  const { schema } = resolve(control, resolve(control, resolve(control, node.requestBody).content)['application/json'])
  const all = findOperation(control, inWorld).parameters
  const described = all.map(({ name, schema, description }) => [name, { ...inline(control, schema), description }])
  const description = `For example ${JSON.stringify(exampleOf(control, node))}`
  const body = schema === undefined ? {} : { body: { ...inline(control, schema), description } }
  const required = parameters.filter((one) => one.required === true).map(({ name }) => String(name))
  return schemaOf([...required, ...Object.keys(body)], { ...Object.fromEntries(described), ...body })
}

const ABOUT_INJECT = `Runs your tests again and again in ${process.cwd()}, each time with one fault at one call, on sandboxes of its own,
which getReport does not see. Says what the client does in trouble, for example whether a retry creates an item twice. Your tests must pass
without a fault, and take PETSTORE_BASE_URL and PETSTORE_API_KEY from the environment. Give it plain tests, without scenarios, faked clocks
and sleeps. Each of their calls costs about eight runs; of calls with the same fields, it tries three. The tool sends progress. If your time
limit is shorter, try a few faults at a time.`.replaceAll('\n', ' ')

const { command, faults, only, slow } = injectSchema.$defs.options.properties

/** The marks `x-…` are for the check and the types. */
const withoutMarks = (schema: object): Node =>
  JSON.parse(JSON.stringify(schema, (name, value) => (name.startsWith('x-') ? undefined : value)))

const INJECT: Tool = {
  name: 'inject',
  description: ABOUT_INJECT,
  inputSchema: schemaOf(['command'], {
    ...withoutMarks({ command, faults, only, slow }),
    seconds: { type: 'number', minimum: 1, maximum: 86_400, description: 'Ends the campaign after this time. Default: 600.' },
  }),
  async run({ seconds = 600, ...options }, signal, tell) {
    const report = await inject({
      ...(options as unknown as InjectOptions),
      signal: AbortSignal.any([signal, AbortSignal.timeout(Number(seconds) * 1000)]),
      onProgress: ({ done, planned, failed }) => tell(done, planned, `${done} of ${planned} runs, ${failed} bad`),
    })
    return FORMATS.text.render(report)
  },
}
