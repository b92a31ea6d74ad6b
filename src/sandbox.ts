// Builds the parts and puts them together: a running sandbox, as a library. The only place where the engine meets
// the operations; the process, its flags and its signals are the command's.

import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createApp } from './app.ts'
import { type Certificate, prepareCertificate, type TlsOptions } from './certificate.ts'
import { type Contract, describeContract, loadContract } from './contract/contract.ts'
import { createGenerate } from './contract/prism.ts'
import { createControl } from './control/routes.ts'
import type { Exchange } from './exchange.ts'
import { type Budget, Journal } from './journal/journal.ts'
import { createJourney } from './journey.ts'
import { parseJson } from './json.ts'
import { Keys, renderKey } from './keys.ts'
import { createLog, type Log, type LogOptions } from './log.ts'
import { errorBody } from './operations/error-body.ts'
import { recipes } from './operations/fixtures.ts'
import { handlers } from './operations/handlers.ts'
import { type Refusal, StartError } from './problem.ts'
import { type Catalogue, loadCatalogue } from './scenarios/catalogue.ts'
import { createCheckFile } from './scenarios/check-file.ts'
import { createPlayState } from './scenarios/player.ts'
import type { Check, Schema } from './schema.ts'
import type { Handler } from './steps/handler.ts'
import { openFileStore } from './worlds/file-store.ts'
import { createFixtures, DEFAULT_SEED, loadFixtures, type Recipes, writeFixtures } from './worlds/fixtures.ts'
import { createMemoryStore, type Snapshot } from './worlds/store.ts'
import { createWorldHandle, type WorldHandle } from './worlds/world-handle.ts'
import { Worlds } from './worlds/worlds.ts'

export interface SandboxOptions {
  /** 0, the default, picks a free one. */
  readonly port?: number
  /** Default 127.0.0.1. */
  readonly host?: string
  /** The directory that keeps the worlds. Default: memory only. */
  readonly data?: string
  /** Makes the fixtures anew from this number instead of the committed ones. */
  readonly seed?: number
  /** Makes so many items of each kind as fixtures. */
  readonly size?: number
  /** Own keys: `<plan>[_<world>]:<key>` each. */
  readonly keys?: readonly string[]
  /** `off`: nothing is counted or refused. */
  readonly limits?: 'on' | 'off'
  /** Requests a minute and a day of the plan `enterprise`. */
  readonly enterpriseLimits?: { readonly minute: number; readonly day: number }
  /** How many early requests after a 429 ban a key. */
  readonly banAfter?: number
  /** How long a ban lasts, in seconds. */
  readonly banFor?: number
  /** How many worlds stay in memory. Default 1,000. */
  readonly maxWorlds?: number
  /** Directories of own scenarios; may override those that come with the sandbox. */
  readonly scenarios?: readonly string[]
  /** `off`: no CORS headers, and preflights are requests like any other. */
  readonly cors?: 'on' | 'off'
  /** Serves HTTPS, with a certificate given or made. */
  readonly tls?: TlsOptions
  /** No `Sandbox-*` headers. */
  readonly bare?: boolean
  /** Default: silent. */
  readonly log?: LogOptions
  /** Another contract to serve, with what belongs to it. */
  readonly contract?: string
  readonly domain?: Domain
}

/** All that knows what the contract is about. */
export interface Domain {
  /** By operationId; an operation without one is answered from the contract alone. */
  readonly handlers: Readonly<Record<string, Handler>>
  readonly recipes: Recipes
  readonly renderProblem: (refusal: Refusal) => unknown
}

export interface Sandbox extends AsyncDisposable {
  /** The client's base URL, as `http://127.0.0.1:4010/v1`. */
  readonly url: string
  /** The address without a path. */
  readonly origin: string
  /** What was compiled, and where the data lies, in a line each. */
  readonly summary: readonly string[]
  /** With a certificate that was made: the file that clients have to trust. */
  readonly authorityFile?: string
  readonly plans: readonly string[]
  /** The API key of a plan in a world; no world: `default`. */
  key(plan?: string, world?: string): string
  /** A world, by name; it comes to life when first used. */
  world(name?: string): WorldHandle
  /** Lets requests under way end, for up to 1.5 seconds, and writes all worlds out. */
  close(): Promise<void>
}

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const CONTRACT = `${PACKAGE}spec/openapi.yaml`
const SCENARIOS = `${PACKAGE}scenarios`
const DRAIN_MS = 1500
/** Slower clients get 408: 10 s for the headers, 30 s for all. */
const SERVER = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1000, keepAliveTimeout: 65_000 }

/** Starts a sandbox. Rejects with a StartError, one line that names the place, for wrong options or files. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, host = '127.0.0.1', cors = 'on', bare = false, domain = { handlers, recipes, renderProblem: errorBody } } = options
  const scheme = options.tls ? 'https' : 'http'
  const contract = withPlanLimits(await loadContract(options.contract ?? CONTRACT), options)
  const log = createLog(options.log ?? { format: 'silent', write: () => {} })
  const builtIn = options.contract === undefined ? [SCENARIOS] : []
  const catalogue = await loadScenarios(contract, [...builtIn, ...(options.scenarios ?? [])])
  for (const notice of catalogue.notices) log.notice(notice)
  const keys = new Keys({ plans: contract.plans.map(({ name }) => name), aliases: options.keys ?? [] })
  const checkData = createDataCheck(contract, domain.recipes)
  const fixtures = await prepareFixtures(options, domain.recipes, checkData)
  const worlds = new Worlds({
    store: options.data === undefined ? createMemoryStore() : await openFileStore(options.data),
    fixtures,
    maxWorlds: options.maxWorlds ?? 1000,
    rules: { plans: contract.plans, ban: banRules(contract, options), enforced: options.limits !== 'off' },
    createJournal: createJournals(),
    createPlay: (world) => createPlayState(options.seed ?? DEFAULT_SEED, world),
    checkData,
    notify: log.notice,
  })
  const abandon = async (error: unknown): Promise<never> => {
    await worlds.close()
    throw error
  }
  await worlds.check().catch(abandon)
  const journey = createJourney({
    contract,
    keys,
    worlds,
    handlers: domain.handlers,
    generate: createGenerate(contract),
    catalogue,
    renderProblem: domain.renderProblem,
    bare,
    record: (exchange) => record(exchange, log),
  })
  const world = (name = 'default') =>
    createWorldHandle({ name, worlds, plans: contract.plans.map((plan) => plan.name), checkData, setUp: catalogue.setUp })
  const control = createControl({
    catalogue,
    world,
    hasWorld: (name) => worlds.has(name),
    checkStore: () => worlds.checkStore(),
    scheme,
  })
  const app = createApp({
    control,
    contract,
    journey,
    renderProblem: domain.renderProblem,
    cors: cors === 'on',
    reportBug: (error) => log.notice(String(error.stack)),
    scheme,
  })
  const certificate = options.tls && (await prepareCertificate(options.tls, options.data).catch(abandon))
  const server = createListener(certificate, app.callback())
  await listen(server, port, host).catch(abandon)
  const origin = originOf(server, scheme, host)
  return {
    url: origin + contract.basePath,
    origin,
    summary: [describeContract(contract), options.data === undefined ? 'in memory only' : resolve(options.data)],
    ...(certificate?.authorityFile && { authorityFile: certificate.authorityFile }),
    plans: contract.plans.map(({ name }) => name),
    key: (plan = contract.plans[0]?.name ?? '', world) => renderKey(plan, world),
    world,
    close,
    [Symbol.asyncDispose]: close,
  }

  async function close(): Promise<void> {
    await drain(server)
    await worlds.close()
    await certificate?.dispose()
    log.flush()
  }
}

export { DEFAULT_SEED }

/** The catalogue of these directories, checked against this contract; later ones override earlier ones. */
async function loadScenarios({ operations }: Contract, directories: readonly string[]): Promise<Catalogue> {
  const schema = parseJson(await readFile(`${PACKAGE}spec/scenario.schema.json`, 'utf8')) as Schema
  return loadCatalogue({
    directories,
    check: createCheckFile(schema),
    operations: operations.map(({ id }) => id),
  })
}

export type Scenarios = Catalogue

/** The scenarios of these directories, with those of the package before them unless they stand alone. */
export const listScenarios = async (directories: readonly string[], alone = false): Promise<Scenarios> =>
  loadScenarios(await loadContract(CONTRACT), [...(alone ? [] : [SCENARIOS]), ...directories])

/** What every path of the contract that comes with the sandbox begins with. */
export const readBasePath = async () => (await loadContract(CONTRACT)).basePath

/** Makes the files that a world starts with, and resolves with their names. */
export const makeFixtures = async (directory: string, options: { seed?: number; size?: number }) =>
  writeFixtures(directory, await createFixtures(recipes, options))

/** Tells everyone who reads exchanges. */
function record(exchange: Exchange, log: Log): void {
  if (exchange.world !== undefined) {
    exchange.world.users -= 1
    exchange.world.session.journal.add(exchange)
  }
  log.exchange(exchange)
}

function createJournals(): () => Journal {
  const budget: Budget = { used: 0 }
  return () => new Journal(budget)
}

const banRules = ({ ban }: Contract, { banAfter, banFor }: SandboxOptions) => ({
  after: banAfter ?? ban.after,
  seconds: banFor ?? ban.seconds,
})

function withPlanLimits(contract: Contract, { enterpriseLimits }: SandboxOptions): Contract {
  if (enterpriseLimits === undefined) return contract
  return { ...contract, plans: contract.plans.map((plan) => (plan.name === 'enterprise' ? { ...plan, ...enterpriseLimits } : plan)) }
}

async function prepareFixtures(
  { seed, size }: SandboxOptions,
  recipes: Recipes,
  checkData: (snapshot: Snapshot) => string[],
): Promise<Snapshot> {
  const isMade = seed !== undefined || size !== undefined
  const directory = `${PACKAGE}fixtures`
  const fixtures = isMade
    ? await createFixtures(recipes, { ...(seed !== undefined && { seed }), ...(size !== undefined && { size }) })
    : await loadFixtures(directory, recipes)
  const [fault] = checkData(fixtures)
  if (fault) throw new StartError(`${directory}: ${fault}`)
  return fixtures
}

/** Holds whole collections against the contract: known ones, fitting items, each id once. */
function createDataCheck(contract: Contract, recipes: Recipes): (snapshot: Snapshot) => string[] {
  const checks = new Map<string, Check | undefined>(Object.entries(recipes).map(([name, { schema }]) => [name, contract.check(schema)]))
  return ({ collections }) => {
    const unknown = Object.keys(collections).filter((name) => !checks.has(name))
    if (unknown.length > 0) return unknown.map((name) => `${name} is no collection: there are ${[...checks.keys()].join(', ')}`)
    return Object.entries(collections).flatMap(([name, items]) => {
      const faults = items.flatMap((item, index) => checks.get(name)?.(item, `${name}[${index}]`) ?? [])
      return new Set(items.map((item) => String(item?.id))).size === items.length ? faults : [...faults, `${name}: an id stands twice`]
    })
  }
}

function createListener(certificate: Certificate | undefined, listener: RequestListener): Server {
  return certificate === undefined
    ? createServer(SERVER, listener)
    : createSecureServer({ ...SERVER, cert: certificate.cert, key: certificate.key }, listener)
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(new StartError(describeListenError(error, port, host), 3)))
    server.listen(port, host, done)
  })
}

function describeListenError({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  if (code === 'EADDRINUSE')
    return `port ${port} of ${host} is in use: stop what listens there, or choose another with --port (0 picks a free one)`
  if (code === 'EACCES') return `port ${port} of ${host} needs rights that this process does not have: choose one above 1023 with --port`
  return `cannot listen on ${host}:${port}: ${message}`
}

function originOf(server: Server, scheme: string, host: string): string {
  const { port } = server.address() as AddressInfo
  return `${scheme}://${host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Stops listening, lets requests under way end, and then closes what is left. */
async function drain(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearTimeout(timer)
}
