// /llms.txt: the facts that a coding agent needs for this sandbox, in the format of llmstxt.org: a title, a summary, notes
// without headings, and sections of links. All facts come from the two documents and the scenario files.

import type { Contract } from '../contract/contract.ts'
import { findNode, isNode } from '../contract/document.ts'
import type { Operation } from '../contract/operations.ts'
import type { Catalogue } from '../scenarios/catalogue.ts'

type Scenarios = Pick<ReturnType<Catalogue['list']>[number], 'name' | 'summary' | 'parameters'>[]

export interface Guided {
  readonly contract: Pick<Contract, 'title' | 'version' | 'basePath' | 'operations' | 'plans' | 'publish'>
  readonly scenarios: Readonly<Scenarios>
  /** The document of the control API. */
  readonly control: Pick<Contract, 'basePath' | 'operations'>
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
  const { title, version, basePath, operations, plans } = contract
  const [first, ...others] = plans.map(({ name }) => `sandbox_${name}`)
  const more = others.length === 0 ? '' : ` Other plans: ${others.map((key) => `\`${key}\``).join(', ')}.`
  return `${[
    `# ${title} sandbox`,
    `> A local server that answers like the API "${title}" ${version}, with state, keys and rate limits. It plays errors and broken connections when it is asked to. It watches every client, and its report says what a client did wrong.`,
    [
      `- Base URL: ${origin}${basePath}. Tests and clients take it from the variable PETSTORE_BASE_URL, and the key from PETSTORE_API_KEY.`,
      `- Key: \`Authorization: Bearer ${first}\`. The key names a plan.${more} A name behind the plan gives a world of its own: \`${first}_w1\`. A world is a private copy of all data, with its own clock, limits and scenarios. Give each parallel test a world.`,
      '- Every reply explains itself: `Sandbox-Cause` (who answered), `Sandbox-Warning` (a likely mistake in the request), `Sandbox-Assumed` (points that the contract leaves open), `Sandbox-Request-Id`.',
      '- Name tests with `Sandbox-Case: "creates an item"`. When a test expects an error, say so: `Sandbox-Case: "refuses no name";expect=400`.',
    ].join('\n'),
    'Operations of the contract:',
    operations.map((operation) => renderOperation(operation, contract)).join('\n'),
    `Force trouble for one request with the header \`Sandbox-Scenario: flaky;failures=1\`, for one client with the base URL \`${origin}/~flaky,failures=1${basePath}\`, or for one world with \`PUT ${control.basePath}/worlds/{world}/scenarios\`. Durations are seconds. The scenarios, with their parameters:`,
    scenarios.map(renderScenario).join('\n'),
    'Calls of the control API, for tests:',
    control.operations.map(renderCall).join('\n'),
    'Start a sandbox, run a test suite against it and get the verdict, in one command: `npx petstore-sandbox exec -- npm test`. Judge the clients of a running sandbox: `npx petstore-sandbox report`. Exit codes: 0 passed, 10 failed, 11 coverage too low.',
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

/** "- `GET /v1/pets` (listPets): List animals. Replies: 200, 401, 429." Assumed responses are left out. */
export function renderOperation(operation: Operation, { publish, basePath }: Pick<Contract, 'publish' | 'basePath'>): string {
  const { method, path, deprecation } = operation
  const pointer = path.slice(basePath.length).replaceAll('~', '~0').replaceAll('/', '~1')
  const responses = findNode(publish(''), `#/paths/${pointer}/${method.toLowerCase()}/responses`)
  const marks = deprecation === undefined ? '' : ' Deprecated.'
  if (!isNode(responses)) return `${renderCall(operation)} Assumed: the published contract does not have it.${marks}`
  return `${renderCall(operation)} Replies: ${Object.keys(responses).join(', ')}.${marks}`
}

export const renderCall = ({ id, method, path, summary }: Operation) => `- \`${method} ${path}\` (${id}): ${summary.replace(/\.$/, '')}.`

/** "- `flaky;failures=2`: The first calls fail with 500, then they succeed." */
export function renderScenario({ name, summary, parameters }: Scenarios[number]): string {
  const values = Object.entries(parameters).map(([parameter, rule]) => `;${parameter}=${renderDefault(rule.default)}`)
  return `- \`${name}${values.join('')}\`: ${summary}`
}

/** A default in the form of a structured field (RFC 9651). */
const renderDefault = (value: unknown) => (typeof value === 'boolean' ? `?${Number(value)}` : String(value))

const renderLinks = (title: string, links: readonly (readonly [name: string, path: string, what: string])[], origin: string) =>
  [`## ${title}`, '', ...links.map(([name, path, what]) => `- [${name}](${origin}${path}): ${what}`)].join('\n')
