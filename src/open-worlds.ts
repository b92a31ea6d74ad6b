// Opens the worlds of a sandbox, in memory or in a directory, with their fixtures.

import type { Contract } from './contract/contract.ts'
import type { Choices } from './exchange/choices.ts'
import type { Observer } from './exchange/observer.ts'
import type { Log } from './journal/log.ts'
import type { Metrics } from './journal/metrics.ts'
import type { Domain } from './options/internal.ts'
import type { Settings } from './options/table.ts'
import { OWN } from './package-files.ts'
import { createPlayState } from './scenarios/player.ts'
import type { DataCheck } from './worlds/data-check.ts'
import { DEFAULT_SEED, prepareFixtures } from './worlds/fixtures.ts'
import { openStore } from './worlds/store/open-store.ts'
import type { Store } from './worlds/store/store.ts'
import { Worlds } from './worlds/worlds.ts'

export interface WorldParts {
  readonly contract: Contract
  /** The choices that each session begins with. */
  readonly choices: Choices
  readonly domain: Domain
  readonly log: Pick<Log, 'notice'>
  readonly observer: Required<Observer>
  readonly checkData: DataCheck
  readonly metrics: Metrics | undefined
}

/** Opens the worlds. Rejects with a StartError when the fixtures or the directory cannot be used. */
export async function openWorlds(
  settings: Settings,
  { contract, choices, domain, checkData, log, observer, metrics }: WorldParts,
): Promise<Worlds> {
  const {
    data,
    durable,
    store,
    seed,
    size,
    maxWorlds,
    maxWorldBytes,
    limits: enforced,
    banAfter = contract.ban.after,
    banFor = contract.ban.seconds,
    faults,
  } = settings
  const fixtures = await prepareFixtures({ seed, size, maxWorldBytes, directory: OWN.fixtures }, domain.recipes, checkData)
  let sessions = 0
  return new Worlds({
    store: measure(typeof store === 'object' ? store : await openStore(store ?? data, durable), metrics),
    fixtures: faults?.content?.(fixtures) ?? fixtures,
    maxWorlds,
    maxWorldBytes,
    rules: { plans: contract.plans, ban: { after: banAfter, seconds: banFor }, enforced },
    choices,
    nextSession: () => {
      sessions += 1
      return sessions
    },
    observer,
    createPlay: (world) => createPlayState(seed ?? DEFAULT_SEED, world),
    checkData,
    notify: log.notice,
  })
}

/** The same store, whose commits are measured. */
function measure(store: Store, metrics: Metrics | undefined): Store {
  if (metrics === undefined) return store
  const time = metrics.time('store_commit', 'Commits of the store.')
  const open = store.open.bind(store)
  store.open = async (name) => {
    const world = await open(name)
    const commit = world.commit.bind(world)
    world.commit = (changes) => time(() => commit(changes))
    return world
  }
  return store
}
