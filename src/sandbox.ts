// Builds the parts and puts them together: a running sandbox, as a library. The only place where the engine meets
// the operations; the process, its flags and its signals are the command's.

import { connectSandbox } from './client/connect.ts'
import type { ConnectOptions } from './client/options.ts'
import { type Contract, describeContract, loadContract } from './contract/contract.ts'
import { createGenerate } from './contract/prism.ts'
import { createControl } from './control/control.ts'
import type { EventStream, SandboxHandle, WorldHandle } from './control/handles.ts'
import type { LocalSandbox } from './control/local-handles.ts'
import { createSandboxHandle } from './control/sandbox-handle.ts'
import type { Exchange } from './exchange.ts'
import { type App, createApp } from './http/app.ts'
import { type Certificate, prepareCertificate } from './http/certificate.ts'
import { createListener, drain, listen, originOf } from './http/listener.ts'
import { createRenderLlms } from './http/llms.ts'
import { createEvents } from './journal/events.ts'
import { createJournals, type JournalEntry } from './journal/journal.ts'
import { createLog, type Log } from './journal/log.ts'
import { createWaits } from './journal/waits.ts'
import { createBacklog } from './journey/backlog.ts'
import { createConnections } from './journey/connections.ts'
import { createJourney } from './journey/journey.ts'
import { createRefuseStray } from './journey/refuse-stray.ts'
import { type Observer, tellAll } from './observer.ts'
import { openWorlds } from './open-worlds.ts'
import { errorBody } from './operations/error-body.ts'
import { recipes } from './operations/fixtures.ts'
import { handlers } from './operations/handlers.ts'
import { checkNodeVersion, loadControlApi, loadScenarios, OWN, readVersion } from './package-files.ts'
import { Problem, StartError } from './problem.ts'
import { assertVerdict } from './report/assert-verdict.ts'
import { createJudge, type Judge, type JudgeParts } from './report/judge.ts'
import type { Policy } from './report/policy.ts'
import type { Report } from './report/report.ts'
import type { Catalogue } from './scenarios/catalogue.ts'
import { createSwitches } from './scenarios/switches.ts'
import type { Domain, SandboxOptions } from './settings/options.ts'
import { readSettings, type Settings } from './settings/settings.ts'
import { findNearest } from './words/nearest.ts'
import { readClocks } from './worlds/clock.ts'
import { createDataCheck } from './worlds/data-check.ts'
import { createFixtures, DEFAULT_SEED, writeFixtures } from './worlds/fixtures.ts'
import { Keys, renderKnownKey } from './worlds/keys.ts'
import type { Change, Saved, Snapshot, Store, StoredWorld, WorldStore } from './worlds/store/store.ts'
import type { Worlds } from './worlds/worlds.ts'

export type {
  Change,
  ConnectOptions,
  EventStream,
  Exchange,
  JournalEntry,
  Policy,
  Report,
  SandboxHandle,
  SandboxOptions,
  Saved,
  Snapshot,
  Store,
  StoredWorld,
  WorldHandle,
  WorldStore,
}
export { assertVerdict, connectSandbox, Problem, StartError }

export interface Sandbox extends SandboxHandle {
  /** An address to try, that needs nothing but a key. */
  readonly example: string
  /** What was compiled, and where the data lies, in a line each. */
  readonly summary: readonly string[]
  /** With a certificate that was made: the file that clients have to trust. */
  readonly authorityFile?: string
  /** Lets requests under way end, for up to 1.5 seconds, and writes all worlds out. */
  close(): Promise<void>
}

const OWN_DOMAIN: Domain = { handlers, recipes, renderProblem: errorBody }

/** Starts a sandbox. Rejects with a StartError, one line that names the place, for wrong options or files. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  checkNodeVersion()
  const settings = readSettings(options)
  const { port, host, tls, data } = settings
  const parts = await createParts(settings)
  let certificate: Certificate | undefined
  const release = async () => {
    await parts.worlds.close()
    await certificate?.dispose()
    parts.log.flush()
  }
  try {
    certificate = tls && (await prepareCertificate(tls, data))
    const server = await createListener(certificate, createWholeApp(parts, settings))
    await listen(server, port, host)
    parts.worlds.startLooking()
    const origin = originOf(server, schemeOf(settings), host)
    let closing: Promise<void> | undefined
    const close = () => {
      // Whoever waits or follows would hold up the end.
      parts.endReaders()
      closing ??= drain(server).then(release)
      return closing
    }
    return { ...present(parts, origin), ...certificateOf(certificate), close, [Symbol.asyncDispose]: close }
  } catch (error) {
    await release()
    throw error
  }
}

const schemeOf = ({ tls }: Settings) => (tls === undefined ? 'http' : 'https')

const certificateOf = ({ authorityFile }: Partial<Certificate> = {}) => (authorityFile === undefined ? {} : { authorityFile })

/** What a sandbox is made of, before it is served. */
interface Parts {
  readonly domain: Domain
  readonly contract: Contract
  readonly catalogue: Catalogue
  readonly keys: Keys
  readonly log: Log
  readonly observer: Required<Observer>
  readonly worlds: Worlds
  readonly handle: LocalSandbox
  /** Ends the calls that wait for requests or follow events. */
  readonly endReaders: () => void
}

async function createParts(settings: Settings): Promise<Parts> {
  const { domain = OWN_DOMAIN, scenarios } = settings
  const log = createLog(settings.log)
  const contract = withPlanLimits(await loadContract(settings.contract ?? OWN.contract), settings)
  const plans = contract.plans.map(({ name }) => name)
  const catalogue = await loadScenarios(contract, scenarios, { alone: settings.contract !== undefined })
  for (const notice of catalogue.notices) log.notice(notice)
  const keys = new Keys({ plans, aliases: settings.keys })
  const checkData = createDataCheck(domain.recipes, contract.check)
  const journals = createJournals()
  const waits = createWaits(journals)
  const events = createEvents()
  const version = readVersion()
  const judge = createSandboxJudge({ contract, catalogue, keys, version }, settings)
  const observer = tellAll([journals, log, waits, events, judge])
  const worlds = await openWorlds(settings, { contract, domain, checkData, log, observer })
  const collections = Object.keys(domain.recipes)
  const driven = { worlds, observer, journals, waits, events, plans, collections, checkData, catalogue, contract, judge }
  const handle = createSandboxHandle({ ...driven, version })
  const endReaders = () => {
    waits.close()
    events.close()
  }
  return { domain, contract, catalogue, keys, log, observer, worlds, handle, endReaders }
}

/** Shorter keys of a user's own may be words that a URL has anyway. */
const MIN_OWN_KEY = 8

function createSandboxJudge(parts: Pick<JudgeParts, 'contract' | 'catalogue' | 'version'> & { keys: Keys }, settings: Settings): Judge {
  const { keys, ...rest } = parts
  const own = settings.keys.map((alias) => alias.slice(alias.indexOf(':') + 1))
  const isShort = (text: string) => text.length < MIN_OWN_KEY && own.includes(text)
  return createJudge({
    ...rest,
    isKey: (text) => !isShort(text) && keys.identify(`Bearer ${text}`).caller.key !== undefined,
    keyHints: ['sandbox_', ...own],
    seed: settings.seed ?? DEFAULT_SEED,
    now: () => readClocks().monotonic,
  })
}

/** The contract with the limits that somebody gave its plans. */
function withPlanLimits(contract: Contract, { planLimits }: Settings): Contract {
  const names = contract.plans.map(({ name }) => name)
  const strange = Object.keys(planLimits).find((name) => !names.includes(name))
  if (strange !== undefined) {
    const near = findNearest(strange, names)
    throw new StartError(`planLimits: ${strange} is no plan: ${near ? `did you mean ${near}? ` : ''}there are ${names.join(', ')}`)
  }
  const plans = contract.plans.map((plan) => {
    const { minute = plan.minute, day = plan.day } = planLimits[plan.name] ?? {}
    return { ...plan, minute: Number(minute), day: Number(day) }
  })
  return { ...contract, plans }
}

/** What answers requests: the journey, the control API and the documents. */
function createWholeApp({ domain, contract, catalogue, keys, log, observer, worlds, handle }: Parts, settings: Settings): App {
  const { handlers, renderProblem } = domain
  const { bare, cors } = settings
  const scheme = schemeOf(settings)
  const generate = createGenerate(contract)
  const switches = createSwitches(catalogue, generate)
  const backlog = createBacklog()
  const connections = createConnections({ now: readClocks, observer })
  const run = Math.random().toString(36).slice(2, 8)
  const journey = createJourney({
    ...{ contract, keys, worlds, handlers, generate, switches, renderProblem, bare, backlog, connections, observer, scheme, run },
    now: readClocks,
  })
  const { allowedHosts, controlToken: token } = settings
  const control = createControl({ sandbox: handle, loadApi: loadControlApi, allowedHosts, token, scheme, notify: log.notice })
  const refuseStray = createRefuseStray({ worlds, renderProblem, bare })
  return createApp({
    ...{ control, contract, journey, refuseStray, backlog, connections, observer, renderProblem, cors, bare, scheme },
    consoleFiles: OWN.console,
    notify: log.notice,
    renderGuide: createRenderLlms({ contract, listScenarios: catalogue.list, loadControl: loadControlApi }),
  })
}

/** What a running sandbox says of itself, and how it is driven. */
function present({ contract, worlds, handle }: Parts, origin: string) {
  const plans = contract.plans.map(({ name }) => name)
  return {
    ...handle,
    url: origin + contract.basePath,
    origin,
    example: origin + examplePath(contract),
    summary: [describeContract(contract), worlds.place],
    plans,
    key: (plan?: string, world?: string) => renderKnownKey(plans, plan, world),
  }
}

/** The path of an operation that needs nothing but a key. */
const examplePath = ({ operations, basePath }: Contract) =>
  operations.find(({ method, parameters }) => method === 'GET' && !parameters.some(({ required }) => required))?.path ?? basePath

/** Makes the files that a world starts with, and resolves with their names. @internal */
export async function makeFixtures(directory: string, options: Pick<SandboxOptions, 'seed' | 'size'>): Promise<string[]> {
  const { seed, size } = readSettings(options)
  return writeFixtures(
    directory,
    await createFixtures(recipes, { ...(seed !== undefined && { seed }), ...(size !== undefined && { size }) }),
  )
}
