// The contract: an OpenAPI document, read, checked and compiled once, as data. It knows no Koa and no world.

import { CODES, StartError } from '../replies/problem.ts'
import { type Assumption, assumptionsOf, listAssumptions, withoutAssumptions } from './assumptions.ts'
import type { Check } from './describe-errors.ts'
import { findNode, isNode, type Node } from './document.ts'
import { loadDocument } from './load-document.ts'
import { closed, compileOperations, type Operation } from './operations.ts'
import { createRoutes, type Found } from './routes.ts'
import { createSchemas, type Schema } from './schema.ts'

/** Requests that a key of the plan may send, a minute and a day. */
export interface Plan {
  readonly name: string
  readonly minute: number
  readonly day: number
  /** Ids of the assumptions that the two rest on. */
  readonly assumed: readonly string[]
}

export interface Contract {
  readonly title: string
  readonly version: string
  /** Before every path of the contract, as `/v1`; may be empty. */
  readonly basePath: string
  readonly operations: readonly Operation[]
  /** The first is the one that callers without a key are shown. */
  readonly plans: readonly Plan[]
  /** Refused requests that bring on a ban, and how long it lasts, in seconds. */
  readonly ban: { readonly after: number; readonly seconds: number }
  readonly maxBodyBytes: number
  readonly assumptions: readonly Assumption[]
  /** The document as written. */
  readonly document: Node
  find(method: string, path: string): Found | undefined
  /** The check of one of the document's schemas, by name; what it does not name must not be there. */
  check(schema: string): Check | undefined
  /** The document for others to read: one server, and no assumptions unless asked. The catalogue of codes is one of them. */
  publish(server: string, options?: { assumptions?: boolean }): Node
}

/** Used where a contract states none, so that any OpenAPI document can be served. */
const DEFAULTS = { plans: { free: { minute: 1_000_000, day: 1_000_000_000 } }, ban: { after: 10, seconds: 300 }, bytes: 1_048_576 }

/**
 * Loads and compiles a contract; a StartError names the file and the place in it. `isTested` says that its schemas are known
 * to be sound: each is then compiled when it is first used. `name` is what messages call the document.
 */
export async function loadContract(
  file: string,
  { isTested = false, name }: { isTested?: boolean; name?: string } = {},
): Promise<Contract> {
  const document = await loadDocument(file)
  const compileNow = createSchemas((document.components ?? {}) as Schema, name)
  const compile = isTested ? postpone(compileNow) : compileNow
  const servers = serversOf(document)
  const basePath = new URL(servers[0] ?? '/', 'http://localhost').pathname.replace(/\/$/, '')
  const operations = compileOperations(document, basePath, compile, file)
  const info = (document.info ?? {}) as Node
  const limits = (document['x-rate-limits'] ?? {}) as Node
  return {
    title: String(info.title),
    version: String(info.version),
    basePath,
    operations,
    plans: plansOf((document['x-plans'] ?? DEFAULTS.plans) as Record<string, Node>, file),
    ban: { ...DEFAULTS.ban, ...(limits.ban as object) },
    maxBodyBytes: Number((document['x-request-size'] as Node | undefined)?.bytes ?? DEFAULTS.bytes),
    assumptions: listAssumptions(document),
    document,
    find: createRoutes(operations),
    check: (schema) =>
      isNode(findNode(document, `#/components/schemas/${schema}`))
        ? compile(closed(document, { $ref: `#/components/schemas/${schema}` }))
        : undefined,
    publish: (server, { assumptions = false } = {}) => ({
      ...(assumptions ? { ...document, 'x-codes': CODES } : withoutAssumptions(document)),
      servers: [{ url: server, description: 'This sandbox' }],
    }),
  }
}

const postpone =
  (compile: (schema: Schema) => Check) =>
  (schema: Schema): Check => {
    let check: Check | undefined
    return (value, name) => {
      check ??= compile(schema)
      return check(value, name)
    }
  }

/** "Pet Store 1.0.0: 4 operations, 27 responses, 4 plans, 23 assumptions" */
export const describeContract = ({ title, version, operations, plans, assumptions }: Contract) =>
  `${title} ${version}: ${operations.length} operations, ${operations.reduce((sum, { responses }) => sum + responses.size, 0)} responses, ${plans.length} plans, ${assumptions.length} assumptions`

function serversOf(document: Node): string[] {
  return ((document.servers ?? []) as { url: string; variables?: Record<string, { default: string }> }[]).map(({ url, variables = {} }) =>
    url.replace(/\{([^}]+)\}/g, (whole, name: string) => variables[name]?.default ?? whole),
  )
}

function plansOf(plans: Record<string, Node>, file: string): Plan[] {
  return Object.entries(plans).map(([name, node]) => {
    const { minute, day } = node
    if (!Number.isInteger(minute) || !Number.isInteger(day))
      throw new StartError(`${file}: x-plans.${name}: minute and day must be whole numbers`)
    return { name, minute: minute as number, day: day as number, assumed: assumptionsOf(node, 'minute', 'day') }
  })
}
