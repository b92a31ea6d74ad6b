// The contract: an OpenAPI document that is read, checked and compiled once, as data. This room does not know Koa or worlds.

import type { Assumption } from '../ground/generated/control.ts'
import { CODES, StartError } from '../ground/problem.ts'
import { assumptionsOf, type Choices, listAssumptions, markChoices, withoutAssumptions } from './assumptions.ts'
import { closed } from './bodies.ts'
import type { Check } from './describe-errors.ts'
import { findNode, type Node, type OpenApi, resolve, rewrite } from './document.ts'
import { isObject } from './json/json.ts'
import { loadDocument } from './load-document.ts'
import { type Operation, readOperations } from './operations.ts'
import { createSchemas } from './schema.ts'

/** How many requests a key of the plan may send in a minute and in a day. */
export interface Plan {
  readonly name: string
  readonly minute: number
  readonly day: number
  /** Ids of the assumptions behind the two numbers. */
  readonly assumed: readonly string[]
}

export interface Contract {
  readonly title: string
  readonly version: string
  /** The path before every path of the contract, for example `/v1`. May be empty. */
  readonly basePath: string
  readonly operations: readonly Operation[]
  /** Callers without a key are shown the limits of the first plan. */
  readonly plans: readonly Plan[]
  /** A key is banned after this many early requests, for this many seconds. */
  readonly ban: { readonly after: number; readonly seconds: number }
  readonly maxBodyBytes: number
  readonly assumptions: readonly Assumption[]
  /** The whole document, with its assumptions. */
  readonly document: Node
  /** The check of a schema, by its name. Fields that the schema does not name are violations. */
  check(schema: string): Check | undefined
  /** The document for other readers, with one server. Only if asked, it has the assumptions and the catalogue of codes. */
  publish(server: string, options?: { assumptions?: boolean }): Node
}

/** By the word of `x-known`, for example `plans`. */
type KnownNames = Readonly<Record<string, readonly string[]>>

/** With these, any OpenAPI document can be served. */
const DEFAULTS = { plans: { free: { minute: 1_000_000, day: 1_000_000_000 } }, ban: { after: 10, seconds: 300 }, bytes: 1_048_576 }

/**
 * A StartError names the file and the place in the file. `isTested` says that the schemas are known to be valid, so each is compiled
 * when it is first used. Messages call the document `name`. `known` are the names that this sandbox knows.
 */
export async function loadContract(
  file: string,
  { isTested = false, name = 'the contract', known }: { isTested?: boolean; name?: string; known?: KnownNames } = {},
): Promise<Contract> {
  const whole = await loadDocument(file, { isTested })
  const document = known ? (withKnownNames(whole, known) as OpenApi) : whole
  const compile = await createSchemas(document, { isTested, name })
  const basePath = basePathOf(document)
  const operations = readOperations(document, basePath, compile, file)
  const info = resolve(document, document.info)
  const assumptions = listAssumptions(document)
  const wrong = assumptions.find(({ default: usual, choices }) => !(usual in choices))
  if (wrong) throw new StartError(`${file}: x-assumption ${wrong.id}: the default ${wrong.default} is none of its choices`)
  const limits = resolve(document, document['x-rate-limits'])
  return {
    title: String(info.title),
    version: String(info.version),
    basePath,
    operations,
    plans: plansOf((document['x-plans'] ?? DEFAULTS.plans) as Record<string, Node>, file),
    ban: { ...DEFAULTS.ban, ...resolve(document, limits.ban) },
    maxBodyBytes: Number(resolve(document, document['x-request-size']).bytes ?? DEFAULTS.bytes),
    assumptions,
    document,
    check: (schema) =>
      isObject(findNode(document, `#/components/schemas/${schema}`))
        ? compile(closed(document, { $ref: `#/components/schemas/${schema}` }))
        : undefined,
    publish: (server, { assumptions = false } = {}) => ({
      ...(assumptions ? { ...document, 'x-codes': CODES } : withoutAssumptions(document)),
      servers: [{ url: server, description: 'This sandbox' }],
    }),
  }
}

/** "Pet Store 1.0.0: 4 operations, 32 responses, 4 plans, 25 assumptions" */
export function describeContract({ title, version, operations, plans, assumptions }: Contract): string {
  const responses = operations.reduce((sum, one) => sum + one.responses.size, 0)
  return `${title} ${version}: ${operations.length} operations, ${responses} responses, ${plans.length} plans, ${assumptions.length} assumptions`
}

/** The contract whose document and list show these choices. @internal */
export function withChoices(contract: Contract, choices: Choices): Contract {
  if (Object.keys(choices).length === 0) return contract
  const document = markChoices(contract.document, choices)
  return {
    ...contract,
    assumptions: contract.assumptions.map((one) => ({ ...one, choice: choices[one.id] ?? one.default })),
    publish: (server, options) => markChoices(contract.publish(server, options), choices),
    document,
  }
}

/** The path of the first server, with the defaults of its variables. */
function basePathOf({ servers = [] }: Node): string {
  const [{ url, variables = {} } = { url: '/' }] = servers as { url: string; variables?: Record<string, { default: string }> }[]
  const whole = url.replace(/\{([^}]+)\}/g, (_, name: string) => variables[name]?.default ?? name)
  return new URL(whole, 'http://localhost').pathname.replace(/\/$/, '')
}

function plansOf(plans: Record<string, Node>, file: string): Plan[] {
  return Object.entries(plans).map(([name, node]) => {
    const { minute, day } = node
    if (!Number.isInteger(minute) || !Number.isInteger(day))
      throw new StartError(`${file}: x-plans.${name}: minute and day must be whole numbers`)
    return { name, minute: minute as number, day: day as number, assumed: assumptionsOf(node, 'minute', 'day') }
  })
}

/** Writes the names of a sandbox into each schema with, for example, `x-known: plans`. */
const withKnownNames = (document: Node, known: KnownNames): Node =>
  rewrite(document, ({ 'x-known': word, ...node }) => (typeof word === 'string' ? nameThem(node, known[word] ?? []) : node)) as Node

/** The names become the properties of an object, a part of a pattern, or the allowed texts. `x-pattern` is a pattern only with them. */
function nameThem({ 'x-pattern': pattern, ...schema }: Node, names: readonly string[]): Node {
  const { additionalProperties } = schema
  if (additionalProperties !== undefined)
    return { ...schema, properties: Object.fromEntries(names.map((name) => [name, additionalProperties])), additionalProperties: false }
  if (names.length === 0) return { ...schema, not: {} }
  if (typeof pattern !== 'string') return { ...schema, enum: names }
  return {
    ...schema,
    pattern: pattern.replace('{known}', names.join('|')),
    'x-must': String(schema['x-must']).replace('{known}', names.join(', ')),
  }
}
