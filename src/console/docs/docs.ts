// Starts the page at /docs. Scalar shows the contract and the control API, with a key of the sandbox filled in. It has no proxy, no
// telemetry and no fonts from elsewhere: the policy of the page would refuse them.

import type { Node } from '../../contract/document.ts'
import type { CatalogueEntry } from '../../ground/generated/control.ts'
import { describeContract, findPlace, type Source } from './documents.ts'

declare const Scalar: { readonly createApiReference: (place: string, configuration: object) => void }

/** As the console keeps it. */
const token = sessionStorage.getItem('control-token') ?? ''

/** Undefined when the sandbox asks for a token. The contract can be read without one. */
async function load<Value>(path: string): Promise<Value | undefined> {
  const response = await fetch(path, { cache: 'no-cache', ...(token !== '' && { headers: { authorization: `Bearer ${token}` } }) })
  return response.ok ? ((await response.json()) as Value) : undefined
}

const [contract = {}, catalogue = [], control] = await Promise.all([
  load<Node>('/openapi.json?assumptions=include'),
  load<readonly CatalogueEntry[]>('/_sandbox/scenarios'),
  load<Node>('/_sandbox/openapi.json'),
])
const sources: Source[] = [{ title: 'Contract', slug: 'contract', content: describeContract(contract, catalogue) }]
if (control) sources.push({ title: 'Control API', slug: 'control', content: control })

Scalar.createApiReference('#docs', {
  sources: sources.map((source) => ({ ...source, agent: { disabled: true } })),
  authentication: { securitySchemes: { apiKey: { token: 'sandbox_free' }, controlToken: { token } } },
  // Replies and reports link to `/docs#createPet`.
  redirect: (hash: string) => findPlace(sources, hash.slice(1)),
  generateOperationSlug: ({ operationId }: { operationId: string }) => operationId,
  orderSchemaPropertiesBy: 'preserve',
  // The documents are at /openapi.yaml and /_sandbox/openapi.yaml.
  documentDownloadType: 'none',
  // As in the console, the colours of the system. By default the page begins light.
  darkMode: matchMedia('(prefers-color-scheme: dark)').matches,
  hideDarkModeToggle: true,
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  mcp: { disabled: true },
})
