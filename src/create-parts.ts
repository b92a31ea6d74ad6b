// Creates the parts of a sandbox (contract, scenarios, worlds, observers), and then those that answer requests: the journey, the control
// API and the documents.

import { othersIn } from './contract/assumptions.ts'
import { type Contract, loadContract, withChoices } from './contract/contract.ts'
import { createGenerate } from './contract/prism.ts'
import { Judge } from './examine/record/judge.ts'
import { BOUNDS } from './ground/bounds.ts'
import { StartError } from './ground/problem.ts'
import { Backlog } from './ground/sockets/backlog.ts'
import { didYouMean } from './ground/words.ts'
import type { Domain } from './options/domain.ts'
import type { Settings } from './options/read-options.ts'
import { loadControlApi, loadOwnContract, loadScenarios, OWN, readVersion } from './package-files.ts'
import { createEvents } from './record/events.ts'
import { Journals } from './record/journals.ts'
import { createLog, type Log } from './record/log.ts'
import { createMetrics } from './record/metrics.ts'
import { type Observer, tellAll } from './record/observer.ts'
import { createWaits } from './record/waits.ts'
import { createReachWith } from './scenarios/catalogue.ts'
import { createSwitches } from './scenarios/switches.ts'
import type { ControlParts } from './serve/control/call.ts'
import { createControl } from './serve/control/control.ts'
import { Connections } from './serve/journey/connections.ts'
import { withTrace } from './serve/journey/trace.ts'
import { createRenderLlms } from './serve/llms.ts'
import type { HttpParts } from './serve/parts.ts'
import { createDataCheck } from './worlds/data-check.ts'
import { DEFAULT_SEED, prepareFixtures } from './worlds/fixtures.ts'
import { createKeySearch, Keys } from './worlds/keys.ts'
import { openStore } from './worlds/store/open-store.ts'
import { Worlds } from './worlds/worlds.ts'

/** The parts of a sandbox, before it is served. */
export interface Parts extends ControlParts {
  readonly domain: Domain
  readonly keys: Keys
  readonly log: Log
}

/** Rejects with a StartError for a wrong option or file, and for fixtures or a store that cannot be used. */
export async function createParts(settings: Settings, domain: Domain): Promise<Parts> {
  const log = createLog(settings.log)
  const given = await (settings.contract === undefined ? loadOwnContract() : loadContract(settings.contract))
  const choices = othersIn(await settings.assume(given.assumptions), given.assumptions)
  const contract = withChoices(withPlanLimits(given, settings.planLimits), choices)
  const catalogue = await loadScenarios(contract, settings.scenarios, { alone: settings.contract !== undefined })
  for (const notice of catalogue.notices) log.notice(notice)
  const plans = contract.plans.map(({ name }) => name)
  const keys = new Keys(plans, settings.key)
  const checkData = createDataCheck(domain.recipes, contract.check)
  const journals = new Journals(withTrace)
  const version = readVersion()
  const judge = new Judge({
    contract,
    version,
    reachWith: createReachWith(catalogue),
    findKey: createKeySearch(keys),
    seed: settings.seed ?? DEFAULT_SEED,
  })
  const metrics = settings.metrics ? await createMetrics() : undefined
  metrics?.measure('journal_bytes', 'Bytes of all journals.', () => journals.bytes)
  const observers = new Set<Observer>([journals, log, judge, ...(metrics ? [metrics] : [])])
  const tell = tellAll(observers)
  const { seed, size, maxWorlds, maxWorldBytes = BOUNDS.worldBytes, limits: enforced } = settings
  const { banAfter = contract.ban.after, banFor = contract.ban.seconds } = settings
  const prepared = await prepareFixtures({ seed, size, maxWorldBytes, directory: OWN.fixtures }, domain.recipes, checkData)
  const store = typeof settings.store === 'object' ? settings.store : await openStore(settings.store ?? settings.data, settings.durable)
  for (const risk of (await store.risks?.()) ?? []) log.notice(risk)
  const worlds = new Worlds({
    store,
    maxWorlds,
    maxWorldBytes,
    choices,
    checkData,
    notify: log.notice,
    tellChange: (change) => tell('changed', change),
    fixtures: domain.chooseIds?.(prepared, choices) ?? prepared,
    rules: { plans: contract.plans, ban: { after: banAfter, seconds: banFor }, enforced },
    seed: seed ?? DEFAULT_SEED,
  })
  metrics?.measure('worlds', 'Worlds in memory.', () => worlds.liveNames.length)
  const collections = Object.keys(domain.recipes)
  return {
    domain,
    contract,
    catalogue,
    keys,
    log,
    tell,
    worlds,
    journals,
    judge,
    metrics,
    checkData,
    collections,
    version,
    waits: createWaits(journals, observers),
    events: createEvents(withTrace, journals, observers),
  }
}

export function createHttpParts(parts: Parts, { bare, cors, allowedHosts, controlToken: token, faults }: Settings): HttpParts {
  const { domain, contract, catalogue, keys, log, tell, worlds, collections, metrics } = parts
  const { handlers, renderProblem } = domain
  const loadControl = () => loadControlApi(contract, collections)
  const generate = createGenerate(contract)
  const switches = createSwitches({ catalogue, generate })
  const backlog = new Backlog()
  metrics?.measure('unsent_bytes', 'Bytes that wait for slow clients.', () => backlog.bytes)
  return {
    contract,
    keys,
    worlds,
    handlers,
    generate,
    switches,
    renderProblem,
    bare,
    backlog,
    tell,
    ...(faults && { faults: { layer: faults, setUp: catalogue.setUp } }),
    known: new Set(contract.assumptions.map(({ id }) => id)),
    connections: new Connections(),
    run: Math.random().toString(36).slice(2, 8),
    cors,
    notify: log.notice,
    control: createControl({ parts, loadControl, allowedHosts, token }),
    consoleFiles: OWN.console,
    renderGuide: createRenderLlms(contract, catalogue.list, loadControl, OWN.guide),
  }
}

/** Throws a StartError for an unknown plan. */
function withPlanLimits(contract: Contract, planLimits: Settings['planLimits']): Contract {
  const names = contract.plans.map(({ name }) => name)
  const unknown = Object.keys(planLimits).find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new StartError(`planLimits: ${unknown} is not a plan${didYouMean(unknown, names, `; the plans are ${names.join(', ')}`)}`)
  const plans = contract.plans.map((plan) => {
    const { minute = plan.minute, day = plan.day } = planLimits[plan.name] ?? {}
    return { ...plan, minute, day }
  })
  return { ...contract, plans }
}
