// /llms.txt: the facts that a coding agent needs for this sandbox, in the format of llmstxt.org: a title, a summary, notes
// without headings, and sections of links. All facts come from the two documents and the scenario files.

import type { Contract } from '../contract/contract.ts'
import { findNode, isNode, type Node, resolve } from '../contract/document.ts'
import { exampleOf } from '../contract/excerpt.ts'
import type { Operation } from '../contract/operations.ts'
import { renderJson } from '../json/json.ts'
import type { Catalogue } from '../scenarios/catalogue.ts'

type Scenarios = Pick<ReturnType<Catalogue['list']>[number], 'name' | 'summary' | 'parameters'>[]

export interface Guided {
  readonly contract: Pick<Contract, 'title' | 'version' | 'basePath' | 'operations' | 'plans' | 'publish'>
  readonly scenarios: Readonly<Scenarios>
  /** The document of the control API. */
  readonly control: Pick<Contract, 'basePath' | 'operations' | 'publish'>
}

interface GuidedParts {
  readonly contract: Contract
  readonly listScenarios: Catalogue['list']
  readonly loadControl: () => Promise<Contract>
}

export function createRenderLlms({ contract, listScenarios, loadControl }: GuidedParts): (origin: string) => Promise<string> {
  return async (origin) => renderLlms({ contract, scenarios: listScenarios(), control: await loadControl() }, origin)
}

export function renderLlms({ contract, scenarios, control }: Guided, origin: string): string {
  const { title, version, basePath, plans } = contract
  const first = `sandbox_${plans[0]?.name}`
  return `${[
    `# ${title} sandbox`,
    `> A local server that answers like the API "${title}" ${version}, with state, keys and rate limits. It plays errors and broken connections when it is asked to. It watches every client, and its report says what a client did wrong.`,
    [
      `- Base URL: ${origin}${basePath}. Tests and clients take it from the variable PETSTORE_BASE_URL, and the key from PETSTORE_API_KEY.`,
      `- Key: \`Authorization: Bearer ${first}\`. The key names a plan: ${renderPlans(plans)}. A name behind the plan gives a world of its own: \`${first}_w1\`. A world is a private copy of all data, with its own clock, limits and scenarios. Give each parallel test a world.`,
      '- Every reply explains itself: `Sandbox-Cause` (who answered), `Sandbox-Warning` (a likely mistake in the request), `Sandbox-Assumed` (points that the contract leaves open), `Sandbox-Request-Id`.',
      `- Name tests with \`Sandbox-Case: "creates an item"\`. When a test expects an error, say so: \`Sandbox-Case: "refuses no name";expect=400\`. ${DECLARING}`,
      '- A list may have a next page: `Link: <…?cursor=…>; rel="next"`. Call this URL as it is, until a reply has no such link. The body stays an array.',
    ].join('\n'),
    'Operations of the contract. The sandbox also gives the replies after `Assumed`, where the document of the service is silent:',
    renderOperations(contract),
    `Force trouble for one request with the header \`Sandbox-Scenario: flaky;failures=1\`, for all requests of a client with the base URL \`${origin}/~flaky,failures=1${basePath}\` (in a URL, a comma stands for the semicolon), or for one world with \`PUT ${control.basePath}/worlds/{world}/scenarios\`. Durations are seconds.`,
    SCENARIOS_TITLE,
    scenarios.map(renderScenario).join('\n'),
    'Calls of the control API, for tests, with an example of the body. A call that names a world in its path creates it, if it writes:',
    renderCalls(control),
    'Start a sandbox, run a test suite against it and get the verdict, in one command: `npx petstore-sandbox exec -- npm test`. Judge the clients of a running sandbox: `npx petstore-sandbox report`. Exit codes: 0 passed, 10 failed, 11 coverage too low. Run the suite with one fault at one call each time: `npx petstore-sandbox inject -- npm test`.',
    "In TypeScript and JavaScript: `import { startSandbox, connectSandbox } from 'petstore-sandbox'`. Each call of the control API is a method: `sandbox.world('w1').clock.advance(61)`. Tools for coding agents (MCP): `npx petstore-sandbox mcp`.",
    renderLinks(
      'Documents',
      [
        ['Contract', '/openapi.yaml', 'the API as OpenAPI 3.1, for code generators'],
        ['Contract with assumptions', '/openapi.yaml?assumptions=include', 'the same with what the sandbox assumed'],
        ['Control API', `${control.basePath}/openapi.yaml`, 'how tests drive a sandbox, as OpenAPI 3.1'],
        ['Report', `${control.basePath}/report`, 'the verdict on the clients, as JSON; as text with `Accept: text/plain`'],
      ],
      origin,
    ),
    renderLinks(
      'Optional',
      [
        ['Reference', '/docs', 'the contract for people'],
        ['Scenarios', `${control.basePath}/scenarios`, 'the scenarios as JSON'],
        ['Assumptions', `${control.basePath}/assumptions`, 'what the contract leaves open, and what the sandbox does'],
        ['Requests', `${control.basePath}/requests`, 'the last exchanges, with everything that the sandbox noted'],
      ],
      origin,
    ),
  ].join('\n\n')}\n`
}

export const SCENARIOS_TITLE = 'The scenarios, with their parameters:'

/** How a test shows the report which calls are tries of one call. */
export const DECLARING =
  'A test that makes each different call once declares it, with a new id at each run of the test: `Sandbox-Case: "creates a pet";calls=1;id=7f3a`. Then the report knows every repeated call for a retry of the client.'

/** "`sandbox_free` (60 requests a minute, 1,000 a day), `sandbox_pro` (…)" */
export const renderPlans = (plans: Contract['plans']) =>
  plans
    .map(
      ({ name, minute, day }) =>
        `\`sandbox_${name}\` (${minute.toLocaleString('en')} requests a minute, ${day.toLocaleString('en')} a day)`,
    )
    .join(', ')

type Published = Pick<Contract, 'publish' | 'basePath' | 'operations'>

/**
 * A line for each operation of the contract: "- `GET /v1/pets` (listPets): List animals. Query: `status`, `limit`. Replies: 200, 401, 429."
 * Replies that the published contract does not have stand apart.
 */
export const renderOperations = (contract: Published): string => {
  const document = contract.publish('')
  return contract.operations.map((operation) => renderOperation(operation, nodeOf(operation, document, contract), document)).join('\n')
}

function renderOperation(operation: Operation, node: Node | undefined, document: Node): string {
  const line = renderCall(operation, node, document)
  const marks = operation.deprecation === undefined ? '' : ' Deprecated.'
  if (node === undefined) return `${line} Assumed: the published contract does not have it.${marks}`
  const replies = Object.keys(resolve(document, node.responses))
  const assumed = [...operation.responses.keys()].filter((status) => !replies.includes(status))
  return `${line} Replies: ${replies.join(', ')}.${assumed.length > 0 ? ` Assumed: ${assumed.join(', ')}.` : ''}${marks}`
}

/** A line for each call of the control API. */
export const renderCalls = (control: Published): string => {
  const document = control.publish('')
  return control.operations.map((call) => renderCall(call, nodeOf(call, document, control), document)).join('\n')
}

function nodeOf({ method, path }: Operation, document: Node, { basePath }: Published): Node | undefined {
  const pointer = path.slice(basePath.length).replaceAll('~', '~0').replaceAll('/', '~1')
  const node = findNode(document, `#/paths/${pointer}/${method.toLowerCase()}`)
  return isNode(node) ? node : undefined
}

function renderCall({ id, method, path, summary, parameters }: Operation, node: Node | undefined, document: Node): string {
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => `\`${name}\``)
  const body = exampleOf(document, node)
  return [
    `- \`${method} ${path}\` (${id}): ${summary.replace(/\.$/, '')}.`,
    ...(names.length > 0 ? [`Query: ${names.join(', ')}.`] : []),
    ...(body === undefined ? [] : [`Body: \`${renderJson(body)}\`.`]),
  ].join(' ')
}

/** "- `flaky;failures=2`: The first calls fail with 500, then they succeed." */
export function renderScenario({ name, summary, parameters }: Scenarios[number]): string {
  const values = Object.entries(parameters).map(([parameter, rule]) => `;${parameter}=${renderDefault(rule.default)}`)
  return `- \`${name}${values.join('')}\`: ${summary}`
}

/** A default in the form of a structured field (RFC 9651). */
const renderDefault = (value: unknown) => (typeof value === 'boolean' ? `?${Number(value)}` : String(value))

const renderLinks = (title: string, links: readonly (readonly [name: string, path: string, what: string])[], origin: string) =>
  [`## ${title}`, '', ...links.map(([name, path, what]) => `- [${name}](${origin}${path}): ${what}`)].join('\n')
