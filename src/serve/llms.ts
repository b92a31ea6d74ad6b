// /llms.txt: the facts that a coding agent needs, in the format of llmstxt.org. The text is a file. Its facts come from the two documents
// and the scenario files.

import { readFile } from 'node:fs/promises'
import type { Contract } from '../contract/contract.ts'
import { exampleOf, listOperations, type Node, resolve } from '../contract/document.ts'
import { renderJson } from '../contract/json/json.ts'
import type { Operation } from '../contract/operations.ts'
import type { CatalogueEntry } from '../ground/generated/control.ts'
import { printable } from '../ground/printable.ts'
import { withCommas } from '../ground/words.ts'
import type { Catalogue } from '../scenarios/catalogue.ts'

/** In the text of `file`, names in braces stand for the facts. */
export function createRenderLlms(contract: Contract, listScenarios: Catalogue['list'], loadControl: () => Promise<Contract>, file: string) {
  return async (origin: string): Promise<string> => {
    const [control, text] = [await loadControl(), await readFile(file, 'utf8')]
    const { title, version, basePath, plans } = contract
    const facts: Readonly<Record<string, string>> = {
      origin,
      title,
      version,
      basePath,
      ownWorld: OWN_WORLD,
      scenariosTitle: SCENARIOS_TITLE,
      control: control.basePath,
      key: `sandbox_${plans[0]?.name}`,
      plans: renderPlans(plans),
      operations: renderOperations(contract),
      scenarios: listScenarios().map(renderScenario).join('\n'),
      calls: renderCalls(control),
    }
    return text.replaceAll(/\{(\w+)\}/g, (all, name: string) => facts[name] ?? all)
  }
}

export const SCENARIOS_TITLE = 'The scenarios, with their parameters:'

/** How a test in a suite comes to a world. */
export const OWN_WORLD =
  'A test may append `_name` to `PETSTORE_API_KEY`. If this key names a world already, the longer name is another world: `sandbox_free_w1_t2` uses `w1_t2`.'

/** "`sandbox_free` (60 requests a minute, 1,000 a day), `sandbox_pro` (…)" */
export const renderPlans = (plans: Contract['plans']) =>
  plans.map(({ name, minute, day }) => `\`sandbox_${name}\` (${withCommas(minute)} requests a minute, ${withCommas(day)} a day)`).join(', ')

type Published = Pick<Contract, 'publish' | 'operations'>

/** "- `GET /v1/pets` (listPets): List animals. Query: `status`, `limit`. Replies: 200, 401, 429." for each operation. */
export const renderOperations = (contract: Published): string => {
  const document = contract.publish('')
  return contract.operations.map((operation) => renderOperation(operation, nodeOf(operation, document), document)).join('\n')
}

function renderOperation(operation: Operation, node: Node | undefined, document: Node): string {
  const line = renderCall(operation, node, document)
  const marks = operation.deprecation === undefined ? '' : ' Deprecated.'
  if (node === undefined) return `${line} Assumed: the published contract does not have it.${marks}`
  const replies = Object.keys(resolve(document, node.responses))
  const assumed = [...operation.responses.keys()].filter((status) => !replies.includes(status))
  return `${line} Replies: ${replies.join(', ')}.${assumed.length > 0 ? ` Assumed: ${assumed.join(', ')}.` : ''}${marks}`
}

export const renderCalls = (control: Published): string => {
  const document = control.publish('')
  return control.operations.map((call) => renderCall(call, nodeOf(call, document), document)).join('\n')
}

const nodeOf = ({ id }: Operation, document: Node) => listOperations(document).find(({ node }) => node.operationId === id)?.node

function renderCall({ id, method, path, summary, parameters }: Operation, node: Node | undefined, document: Node): string {
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => `\`${name}\``)
  const body = exampleOf(document, node)
  const query = names.length > 0 ? ` Query: ${names.join(', ')}.` : ''
  const example = body === undefined ? '' : ` Body: \`${renderJson(body)}\`.`
  return `- \`${method} ${path}\` (${id}): ${summary.replace(/\.$/, '')}.${query}${example}`
}

/** "- `flaky;failures=2`: The first calls fail with 500, then they succeed." */
export function renderScenario({ name, summary, parameters }: CatalogueEntry): string {
  const values = Object.entries(parameters).map(([parameter, rule]) => `;${parameter}=${renderDefault(rule.default)}`)
  return printable(`- \`${name}${values.join('')}\`: ${summary}`)
}

/** A default in the form of a structured field (RFC 9651). */
const renderDefault = (value: unknown) => (typeof value === 'boolean' ? `?${Number(value)}` : String(value))
