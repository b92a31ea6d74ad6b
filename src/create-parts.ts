// Creates the parts of a sandbox: contract, scenarios, worlds, and the observers of requests.

import { withChoices } from './contract/choices.ts'
import { type Contract, loadContract } from './contract/contract.ts'
import type { ControlParts } from './control/call.ts'
import { StartError } from './errors/problem.ts'
import { MemoryBudget } from './exchange/memory-budget.ts'
import { tellAll } from './exchange/observer.ts'
import { Events } from './journal/events.ts'
import { createJournals } from './journal/journal.ts'
import { createLog, type Log } from './journal/log.ts'
import { createMetrics } from './journal/metrics.ts'
import { createWaits } from './journal/waits.ts'
import { withTrace } from './journey/trace.ts'
import { openWorlds } from './open-worlds.ts'
import type { Domain } from './options/internal.ts'
import type { Settings } from './options/table.ts'
import { loadOwnContract, loadScenarios, readVersion } from './package-files.ts'
import { createKeySearch } from './report/contract-facts.ts'
import { createJudge, type Judge, type JudgeParts } from './report/judge.ts'
import { findNearest } from './text/nearest.ts'
import { readClocks } from './worlds/clock.ts'
import { createDataCheck } from './worlds/data-check.ts'
import { DEFAULT_SEED } from './worlds/fixtures.ts'
import { Keys } from './worlds/keys.ts'

/** The parts of a sandbox, before it is served. */
export interface Parts extends ControlParts {
  readonly domain: Domain
  readonly keys: Keys
  readonly log: Log
}

/** Rejects with a StartError that names the wrong option or file. */
export async function createParts(settings: Settings, domain: Domain): Promise<Parts> {
  const log = createLog(settings.log)
  const given = await (settings.contract === undefined ? loadOwnContract() : loadContract(settings.contract))
  const choices = await settings.assume(given.assumptions)
  const contract = withChoices(withPlanLimits(given, settings.planLimits), choices)
  const catalogue = await loadScenarios(contract, settings.scenarios, { alone: settings.contract !== undefined })
  for (const notice of catalogue.notices) log.notice(notice)
  const keys = new Keys({ plans: contract.plans.map(({ name }) => name), aliases: settings.keys })
  const checkData = createDataCheck(domain.recipes, contract.check)
  const memory = new MemoryBudget()
  const journals = createJournals(withTrace, memory)
  const waits = createWaits(journals)
  const events = new Events(withTrace, journals)
  const version = readVersion()
  const judge = createSandboxJudge({ contract, catalogue, keys, version, memory }, settings)
  const metrics = settings.metrics ? await createMetrics() : undefined
  metrics?.measure('journal_bytes', 'Bytes of all journals.', journals.bytes)
  const observer = tellAll([journals, log, waits, events, judge, ...(metrics ? [metrics] : [])])
  const worlds = await openWorlds(settings, { contract, choices, domain, checkData, log, observer, metrics })
  metrics?.measure('worlds', 'Worlds in memory.', () => worlds.liveNames.length)
  const collections = Object.keys(domain.recipes)
  return {
    ...{ domain, contract, catalogue, keys, log, observer, worlds, journals, waits },
    ...{ events, judge, metrics, checkData, collections, version },
  }
}

/** Returns the contract with other limits for its plans. Throws a StartError for an unknown plan. */
function withPlanLimits(contract: Contract, planLimits: Settings['planLimits']): Contract {
  const names = contract.plans.map(({ name }) => name)
  const strange = Object.keys(planLimits).find((name) => !names.includes(name))
  if (strange !== undefined) {
    const near = findNearest(strange, names)
    throw new StartError(`planLimits: ${strange} is not a plan: ${near ? `did you mean ${near}? ` : ''}the plans are ${names.join(', ')}`)
  }
  const plans = contract.plans.map((plan) => {
    const { minute = plan.minute, day = plan.day } = planLimits[plan.name] ?? {}
    return { ...plan, minute: Number(minute), day: Number(day) }
  })
  return { ...contract, plans }
}

/** When an owner's own key is shorter than this, the judge does not look for it in URLs: it may be an ordinary word. */
const MIN_OWN_KEY = 16

type SandboxJudgeParts = Pick<JudgeParts, 'contract' | 'catalogue' | 'version' | 'memory'> & { readonly keys: Keys }

/** The judge must recognise API keys, also the owner's own keys. */
function createSandboxJudge({ keys, ...parts }: SandboxJudgeParts, settings: Settings): Judge {
  const own = settings.keys.map((alias) => alias.slice(alias.indexOf(':') + 1))
  const isShort = (text: string) => text.length < MIN_OWN_KEY && own.includes(text)
  const isKey = (text: string) => !isShort(text) && keys.identify(`Bearer ${text}`).caller.key !== undefined
  return createJudge({
    ...parts,
    findKey: createKeySearch(isKey, ['sandbox_', ...own.filter((text) => !isShort(text))]),
    seed: settings.seed ?? DEFAULT_SEED,
    now: () => readClocks().monotonic,
  })
}
