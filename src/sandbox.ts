// Builds the parts and puts them together: a running sandbox, as a library. The only place where the engine meets
// the operations; the process, its flags and its signals are the command's.

import { type Contract, describeContract, loadContract } from './contract/contract.ts'
import { createGenerate } from './contract/prism.ts'
import { createControl } from './control/control.ts'
import { createSandboxHandle, type SandboxHandle } from './control/sandbox-handle.ts'
import type { WorldHandle } from './control/world-handle.ts'
import type { Exchange } from './exchange.ts'
import { createApp } from './http/app.ts'
import { type Certificate, prepareCertificate } from './http/certificate.ts'
import { createListener, drain, listen, originOf } from './http/listener.ts'
import { createEvents } from './journal/events.ts'
import { createJournals, type JournalEntry } from './journal/journal.ts'
import { createLog, type Log } from './journal/log.ts'
import { createWaits } from './journal/waits.ts'
import { createJourney } from './journey/journey.ts'
import { type Observer, tellAll } from './observer.ts'
import { errorBody } from './operations/error-body.ts'
import { recipes } from './operations/fixtures.ts'
import { handlers } from './operations/handlers.ts'
import type { Domain, SandboxOptions } from './options.ts'
import { loadControlApi, loadScenarios, OWN, readVersion } from './package-files.ts'
import { Problem, StartError } from './problem.ts'
import { createPlayState } from './scenarios/player.ts'
import { createSwitches } from './scenarios/switches.ts'
import { readClocks } from './worlds/clock.ts'
import { createDataCheck, type DataCheck } from './worlds/data-check.ts'
import { createFixtures, DEFAULT_SEED, prepareFixtures, writeFixtures } from './worlds/fixtures.ts'
import { Keys } from './worlds/keys.ts'
import { openFileStore } from './worlds/store/file-store.ts'
import { createMemoryStore } from './worlds/store/memory-store.ts'
import type { Change, Saved, Snapshot, Store, StoredWorld, WorldStore } from './worlds/store/store.ts'
import { Worlds } from './worlds/worlds.ts'

export type { Change, Exchange, JournalEntry, SandboxOptions, Saved, Snapshot, Store, StoredWorld, WorldHandle, WorldStore }

export interface Sandbox extends SandboxHandle, AsyncDisposable {
  /** The client's base URL, as `http://127.0.0.1:4010/v1`. */
  readonly url: string
  /** The address without a path. */
  readonly origin: string
  /** An address to try, that needs nothing but a key. */
  readonly example: string
  /** What was compiled, and where the data lies, in a line each. */
  readonly summary: readonly string[]
  /** With a certificate that was made: the file that clients have to trust. */
  readonly authorityFile?: string
  readonly plans: readonly string[]
  /** The API key of a plan in a world; no world: `default`. */
  key(plan?: string, world?: string): string
  /** Lets requests under way end, for up to 1.5 seconds, and writes all worlds out. */
  close(): Promise<void>
}

const OWN_DOMAIN: Domain = { handlers, recipes, renderProblem: errorBody }

/** Starts a sandbox. Rejects with a StartError, one line that names the place, for wrong options or files. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, host = '127.0.0.1', cors = 'on', bare = false, domain = OWN_DOMAIN } = options
  const { renderProblem } = domain
  const scheme = options.tls ? 'https' : 'http'
  const log = createLog(options.log ?? { format: 'silent', write: () => {} })
  const contract = withPlanLimits(await loadContract(options.contract ?? OWN.contract), options)
  const plans = contract.plans.map(({ name }) => name)
  const catalogue = await loadScenarios(contract, options.scenarios ?? [], { alone: options.contract !== undefined })
  for (const notice of catalogue.notices) log.notice(notice)
  const keys = new Keys({ plans, aliases: options.keys ?? [] })
  const checkData = createDataCheck(domain.recipes, contract.check)
  const journals = createJournals()
  const waits = createWaits(journals)
  const events = createEvents()
  const observer = tellAll([journals, log, waits, events])
  const worlds = await openWorlds(options, { contract, domain, checkData, log, observer })
  const collections = Object.keys(domain.recipes)
  const parts = { worlds, observer, journals, waits, events, plans, collections, checkData, catalogue, contract, version: readVersion() }
  const handle = createSandboxHandle(parts)
  const generate = createGenerate(contract)
  const journey = createJourney({
    contract,
    keys,
    worlds,
    handlers: domain.handlers,
    generate,
    switches: createSwitches(catalogue, generate),
    renderProblem,
    bare,
    observer,
    scheme,
    run: Math.random().toString(36).slice(2, 8),
    now: readClocks,
  })
  const { allowedHosts = [], controlToken: token } = options
  const control = createControl({ sandbox: handle, loadApi: loadControlApi, allowedHosts, token, scheme, notify: log.notice })
  const app = createApp({
    control,
    contract,
    journey,
    renderProblem,
    cors: cors === 'on',
    bare,
    notify: log.notice,
    scheme,
  })
  let certificate: Certificate | undefined
  const release = async () => {
    await worlds.close()
    await certificate?.dispose()
    log.flush()
  }
  try {
    certificate = options.tls && (await prepareCertificate(options.tls, options.data))
    const server = await createListener(certificate, app.callback())
    await listen(server, port, host)
    worlds.startLooking()
    const origin = originOf(server, scheme, host)
    let closing: Promise<void> | undefined
    const close = () => {
      // Whoever waits or follows would hold up the end.
      waits.close()
      events.close()
      closing ??= drain(server).then(release)
      return closing
    }
    return {
      ...handle,
      url: origin + contract.basePath,
      origin,
      example: origin + examplePath(contract),
      summary: [describeContract(contract), worlds.place],
      ...(certificate?.authorityFile && { authorityFile: certificate.authorityFile }),
      plans,
      key: (plan = plans[0] ?? '', world) => keys.render(plan, world),
      close,
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await release()
    throw error
  }
}

interface WorldParts {
  readonly contract: Contract
  readonly domain: Domain
  readonly checkData: DataCheck
  readonly log: Log
  readonly observer: Required<Observer>
}

async function openWorlds(options: SandboxOptions, { contract, domain, checkData, log, observer }: WorldParts): Promise<Worlds> {
  const { seed, size, maxWorlds = 1000, maxWorldBytes, banAfter = contract.ban.after, banFor = contract.ban.seconds } = options
  const fixtures = await prepareFixtures({ seed, size, maxWorldBytes, directory: OWN.fixtures }, domain.recipes, checkData)
  return new Worlds({
    store: await openStore(options),
    fixtures,
    maxWorlds,
    maxWorldBytes,
    rules: { plans: contract.plans, ban: { after: banAfter, seconds: banFor }, enforced: options.limits !== 'off' },
    nextSession: createCounter(),
    observer,
    createPlay: (world) => createPlayState(seed ?? DEFAULT_SEED, world),
    checkData,
    notify: log.notice,
  })
}

async function openStore({ data, store }: SandboxOptions): Promise<Store> {
  if (store && data !== undefined) throw new StartError('data and store are both given: give one of them')
  return store ?? (data === undefined ? createMemoryStore() : openFileStore(data))
}

function createCounter(): () => number {
  let count = 0
  return () => {
    count += 1
    return count
  }
}

function withPlanLimits(contract: Contract, { planLimits = {} }: SandboxOptions): Contract {
  const strange = Object.keys(planLimits).find((name) => !contract.plans.some((plan) => plan.name === name))
  if (strange !== undefined) throw new StartError(`${strange} is no plan: there are ${contract.plans.map(({ name }) => name).join(', ')}`)
  return { ...contract, plans: contract.plans.map((plan) => ({ ...plan, ...planLimits[plan.name] })) }
}

/** The path of an operation that needs nothing but a key. */
const examplePath = ({ operations, basePath }: Contract) =>
  operations.find(({ method, parameters }) => method === 'GET' && !parameters.some(({ required }) => required))?.path ?? basePath

export { Problem, StartError }

/** Makes the files that a world starts with, and resolves with their names. @internal */
export const makeFixtures = async (directory: string, options: { seed?: number; size?: number }) =>
  writeFixtures(directory, await createFixtures(recipes, options))
