// Opens the worlds of a sandbox, in memory or in a directory, with their fixtures.

import type { Contract } from './contract/contract.ts'
import type { Choices } from './exchange/choices.ts'
import type { Observer } from './exchange/observer.ts'
import type { Log } from './journal/log.ts'
import type { Domain } from './options/internal.ts'
import type { Settings } from './options/table.ts'
import { OWN } from './package-files.ts'
import { createPlayState } from './scenarios/player.ts'
import type { DataCheck } from './worlds/data-check.ts'
import { DEFAULT_SEED, prepareFixtures } from './worlds/fixtures.ts'
import { openStore } from './worlds/store/open-store.ts'
import { Worlds } from './worlds/worlds.ts'

export interface WorldParts {
  readonly contract: Contract
  /** The choices that each session begins with. */
  readonly choices: Choices
  readonly domain: Domain
  readonly log: Pick<Log, 'notice'>
  readonly observer: Required<Observer>
  readonly checkData: DataCheck
}

/** Opens the worlds. Rejects with a StartError when the fixtures or the directory cannot be used. */
export async function openWorlds(settings: Settings, { contract, choices, domain, checkData, log, observer }: WorldParts): Promise<Worlds> {
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
  return new Worlds({
    store: typeof store === 'object' ? store : await openStore(store ?? data, durable),
    fixtures: faults?.content?.(fixtures) ?? fixtures,
    maxWorlds,
    maxWorldBytes,
    rules: { plans: contract.plans, ban: { after: banAfter, seconds: banFor }, enforced },
    choices,
    nextSession: createCounter(),
    observer,
    createPlay: (world) => createPlayState(seed ?? DEFAULT_SEED, world),
    checkData,
    notify: log.notice,
  })
}

function createCounter(): () => number {
  let count = 0
  return () => {
    count += 1
    return count
  }
}
