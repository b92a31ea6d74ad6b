// The observer of the report. It keeps facts and counters of each exchange when it ends, and judges when somebody asks. A reset of a
// world or a full journal changes nothing for it: it forgets only when somebody clears the report.

import { createHash } from 'node:crypto'
import type { Contract } from '../contract/contract.ts'
import type { MemoryBudget } from '../exchange/memory-budget.ts'
import type { Observer } from '../exchange/observer.ts'
import { renderJson } from '../json/json.ts'
import type { Catalogue } from '../scenarios/catalogue.ts'
import { composeReport } from './compose-report.ts'
import { readContract, type Surroundings } from './contract-facts.ts'
import { createBringOut } from './coverage.ts'
import { applyPolicy } from './policy.ts'
import { Programs } from './programs.ts'
import type { Report } from './report.ts'
import { UnmatchedCalls } from './unmatched.ts'
import { WorldFacts } from './world-facts.ts'

export interface JudgeParts extends Pick<Surroundings, 'findKey'> {
  readonly contract: Pick<Contract, 'operations' | 'assumptions' | 'basePath' | 'document' | 'title' | 'version'>
  readonly catalogue: Pick<Catalogue, 'list' | 'setUp'>
  readonly memory: MemoryBudget
  /** The version of the sandbox. */
  readonly version: string
  readonly seed: number
  /** The current time in milliseconds of the process, as in exchanges. */
  readonly now: () => number
}

export interface Judge extends Required<Pick<Observer, 'closed' | 'changed' | 'lookedAt' | 'unmatched'>> {
  /** The report on the clients of one world, or of all worlds. `isLive`: the world is in memory. */
  report(world?: string, isLive?: boolean): Report
  clear(world?: string): void
}

/** The exchanges of further worlds are only counted. */
const MAX_WORLDS = 1000

export function createJudge({ contract, catalogue, findKey, memory, ...parts }: JudgeParts): Judge {
  const operations = readContract(contract)
  const worlds = new Map<string, WorldFacts>()
  const programs = new Programs()
  const unmatched = new UnmatchedCalls(contract.basePath)
  const worldParts = { operations, findKey, memory, programs }
  const reportParts = {
    ...parts,
    contract,
    operations,
    findKey,
    unmatched,
    bringOut: createBringOut(catalogue),
    sha256: hashOnce(contract.document),
  }
  let last: WorldFacts | undefined
  let unjudged = 0

  /** The facts of a world. Undefined when there are too many worlds. */
  function enter(name: string): WorldFacts | undefined {
    if (last?.name === name) return last
    let world = worlds.get(name)
    if (world === undefined && worlds.size < MAX_WORLDS) {
      world = new WorldFacts(name, worldParts)
      worlds.set(name, world)
    }
    if (world !== undefined) last = world
    return world
  }

  function forget(name: string): void {
    worlds.get(name)?.close()
    worlds.delete(name)
    last = undefined
  }

  return {
    closed(exchange) {
      const world = enter(exchange.world)
      if (world === undefined) unjudged += 1
      else world.see(exchange)
    },
    changed(change) {
      const isNews = change.what === 'scenarios' && (change.scenarios?.length ?? 0) > 0
      if (isNews || worlds.has(change.world)) enter(change.world)?.changed(change)
    },
    lookedAt: (world, at) => worlds.get(world)?.lookedAt(at),
    unmatched: (call) => unmatched.see(call, findKey({ path: call.path, query: call.query }) !== undefined),
    report(name, isLive = true) {
      const judged = name === undefined ? [...worlds.values()] : [worlds.get(name)].filter((one) => one !== undefined)
      const isGone = name !== undefined && judged.length === 0 && (!isLive || worlds.size >= MAX_WORLDS)
      const about = name === undefined ? unmatched.describe() : { world: name }
      return applyPolicy({
        ...composeReport(judged, { ...reportParts, isWhole: name === undefined, unjudged }),
        ...about,
        ...(isGone && { isGone }),
      })
    },
    clear(name) {
      for (const world of name === undefined ? [...worlds.keys()] : [name]) forget(world)
      if (name !== undefined) return
      unmatched.clear()
      programs.clear()
      unjudged = 0
    },
  }
}

/** The hash of the contract as JSON, so that blanks and comments in the file do not change it. */
function hashOnce(document: Contract['document']): () => string {
  let hash: string | undefined
  return () => {
    hash ??= createHash('sha256').update(renderJson(document)).digest('hex')
    return hash
  }
}
