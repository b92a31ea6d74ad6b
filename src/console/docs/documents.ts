// The contract as /docs shows it: its assumptions are text, and each operation takes a scenario. Also finds the place of an operation.

import { listAssumptions, marksOf } from '../../contract/assumptions.ts'
import { listOperations, type Node, rewrite } from '../../contract/document.ts'
import type { Assumption, CatalogueEntry } from '../../ground/generated/control.ts'

type Catalogue = readonly CatalogueEntry[]

/** The slug begins the addresses of the document's parts. */
export interface Source {
  readonly title: string
  readonly slug: string
  readonly content: Node
}

/** Scalar's address of an operation. Undefined when no document has the operation. */
export const findPlace = (sources: readonly Source[], operationId: string): string | undefined =>
  sources
    .flatMap(({ slug, content }) => listOperations(content).map(({ node }) => ({ slug, node })))
    .flatMap(({ slug, node }) => (node.operationId === operationId ? `#${slug}/tag/${[node.tags].flat()[0]}/${operationId}` : []))[0]

export function describeContract(document: Node, catalogue: Catalogue): Node {
  const described = rewrite(document, describeMarks) as Readonly<Record<string, Node>>
  const { info, paths, components } = described
  const description = [info?.description, ...describeAssumptions(document)].join('\n\n')
  const parameters = { ...(components?.parameters as Node), SandboxScenario: createScenarioParameter(catalogue) }
  return { ...described, info: { ...info, description }, paths: rewrite(paths, addScenario), components: { ...components, parameters } }
}

/** Names the assumptions of a node in its description. Scalar shows the description of a response in a button, which cannot have links. */
function describeMarks(node: Node): Node {
  const ids = marksOf(node).map(({ id }) => (node.content === undefined ? `[${id}](#contract/description/${id})` : code(id)))
  if (ids.length === 0 || typeof node.description !== 'string') return node
  return { ...node, description: `${node.description}\n\n*Assumed: ${ids.join(', ')}*` }
}

const addScenario = (node: Node): Node =>
  typeof node.operationId === 'string'
    ? { ...node, parameters: [...((node.parameters ?? []) as Node[]), { $ref: '#/components/parameters/SandboxScenario' }] }
    : node

const createScenarioParameter = (catalogue: Catalogue): Node => ({
  name: 'Sandbox-Scenario',
  in: 'header',
  description: `The sandbox plays this scenario for this call, for example \`flaky;failures=2\`. Choose one when you test the request.`,
  schema: { type: 'string', enum: catalogue.map(({ name }) => name) },
  // Without an example, Scalar would send the first scenario.
  example: '',
})

const describeAssumptions = (document: Node): string[] => [
  '# Assumptions',
  'The contract does not say everything. Where it is silent, the sandbox assumes something.',
  ...listAssumptions(document).map(describeAssumption),
]

const describeAssumption = ({ id, choice, choices, why }: Assumption): string => {
  const items = Object.entries(choices).map(([name, text]) => `- ${code(name)}${name === choice ? ' **(in force)**' : ''} ${text}`)
  return [`## ${id}`, why, '', ...items].join('\n')
}

const code = (text: string) => `\`${text}\``
