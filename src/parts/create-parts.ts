// Creates the parts of a sandbox: contract, scenarios, worlds, and the observers of requests.

import { withChoices } from '../contract/choices.ts'
import { type Contract, loadContract } from '../contract/contract.ts'
import type { LocalSandbox } from '../control/local-handles.ts'
import { createSandboxHandle } from '../control/sandbox-handle.ts'
import { MemoryBudget } from '../exchange/memory-budget.ts'
import { type Observer, tellAll } from '../exchange/observer.ts'
import { createEvents } from '../journal/events.ts'
import { createJournals } from '../journal/journal.ts'
import { createLog, type Log } from '../journal/log.ts'
import { createWaits } from '../journal/waits.ts'
import { withTrace } from '../journey/trace.ts'
import type { Domain } from '../options/internal.ts'
import type { Settings } from '../options/table.ts'
import { loadOwnContract, loadScenarios, readVersion } from '../package-files.ts'
import type { Catalogue } from '../scenarios/catalogue.ts'
import { createDataCheck } from '../worlds/data-check.ts'
import { Keys } from '../worlds/keys.ts'
import type { Worlds } from '../worlds/worlds.ts'
import { createSandboxJudge } from './create-judge.ts'
import { openWorlds } from './open-worlds.ts'
import { withPlanLimits } from './plan-limits.ts'

/** The parts of a sandbox, before it is served. */
export interface Parts {
  readonly domain: Domain
  readonly contract: Contract
  readonly catalogue: Catalogue
  readonly keys: Keys
  readonly log: Log
  readonly observer: Required<Observer>
  readonly worlds: Worlds
  readonly handle: LocalSandbox
  /** Ends all calls that wait for requests or follow events. */
  readonly endReaders: () => void
}

/** Rejects with a StartError that names the wrong option or file. */
export async function createParts(settings: Settings, domain: Domain): Promise<Parts> {
  const log = createLog(settings.log)
  const given = await (settings.contract === undefined ? loadOwnContract() : loadContract(settings.contract))
  const choices = await settings.assume(given.assumptions)
  const contract = withChoices(withPlanLimits(given, settings.planLimits), choices)
  const plans = contract.plans.map(({ name }) => name)
  const catalogue = await loadScenarios(contract, settings.scenarios, { alone: settings.contract !== undefined })
  for (const notice of catalogue.notices) log.notice(notice)
  const keys = new Keys({ plans, aliases: settings.keys })
  const checkData = createDataCheck(domain.recipes, contract.check)
  const memory = new MemoryBudget()
  const journals = createJournals(withTrace, memory)
  const waits = createWaits(journals)
  const events = createEvents(withTrace)
  const version = readVersion()
  const judge = createSandboxJudge({ contract, catalogue, keys, version, memory }, settings)
  const observer = tellAll([journals, log, waits, events, judge])
  const worlds = await openWorlds(settings, { contract, choices, domain, checkData, log, observer })
  const collections = Object.keys(domain.recipes)
  const handle = createSandboxHandle({
    ...{ worlds, observer, journals, waits, events, judge },
    ...{ plans, collections, checkData, catalogue, contract, version },
  })
  const endReaders = () => {
    waits.close()
    events.close()
  }
  return { domain, contract, catalogue, keys, log, observer, worlds, handle, endReaders }
}
