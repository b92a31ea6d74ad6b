// The observer of the report. It keeps facts and counters of each exchange when it ends, and judges when somebody asks. A reset of a
// world or a full journal changes nothing for it: it forgets only when somebody clears the report.

import { createHash } from 'node:crypto'
import type { Report, Unmatched } from '../../spec/report.ts'
import type { Contract } from '../contract/contract.ts'
import type { MemoryBudget } from '../exchange/memory-budget.ts'
import type { Observer } from '../exchange/observer.ts'
import { renderJson } from '../json/json.ts'
import { composeReport } from './compose-report.ts'
import { readContract, type Surroundings } from './contract-facts.ts'
import type { ReachWith } from './coverage.ts'
import { applyPolicy } from './policy.ts'
import { Programs } from './programs.ts'
import { WorldFacts } from './world-facts.ts'

export interface JudgeParts extends Pick<Surroundings, 'findKey'> {
  readonly contract: Pick<Contract, 'operations' | 'assumptions' | 'basePath' | 'document' | 'title' | 'version'>
  readonly reachWith: ReachWith
  readonly memory: MemoryBudget
  /** The version of the sandbox. */
  readonly version: string
  readonly seed: number
  /** The current time in milliseconds of the process, as in exchanges. */
  readonly now: () => number
}

export interface Judge extends Required<Pick<Observer, 'closed' | 'changed' | 'lookedAt' | 'unmatched'>> {
  /** The report on the clients of one world, or of all worlds. */
  report(world?: string, state?: ClientState): Report
  clear(world?: string): void
}

/** What the judge cannot see. */
interface ClientState {
  /** The world is in memory. Default: true. */
  readonly isLive?: boolean
  /** The programs have ended. So a call that was not tried again was given up. Default: false. */
  readonly haveEnded?: boolean
}

/** The exchanges of further worlds are only counted. */
const MAX_WORLDS = 1000
const MAX_PATH = 100

export function createJudge(parts: JudgeParts): Judge {
  const { contract, findKey, reachWith, version, seed, now } = parts
  const worlds = new Map<string, WorldFacts>()
  const programs = new Programs()
  const operations = readContract(contract)
  let last: WorldFacts | undefined
  let unjudged = 0
  let unmatched: Unmatched | undefined
  let keysOutside = 0
  let sha256: string | undefined

  /** The facts of a world. Undefined when there are too many worlds. */
  function enter(name: string): WorldFacts | undefined {
    if (last?.name === name) return last
    let world = worlds.get(name)
    if (world === undefined && worlds.size < MAX_WORLDS) {
      world = new WorldFacts(name, { memory: parts.memory, findKey, operations, programs })
      worlds.set(name, world)
    }
    if (world !== undefined) last = world
    return world
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
    /** The example is a call that lacks only the base path, if there is one: the report can then say how to correct it. */
    unmatched({ method, path, query, fits }) {
      if (findKey({ path, query }) !== undefined) keysOutside += 1
      const isBetter = unmatched === undefined || (fits && !unmatched.fits)
      const example = { method, path: path.slice(0, MAX_PATH), basePath: contract.basePath, fits }
      unmatched = { ...(isBetter ? example : (unmatched as Unmatched)), count: (unmatched?.count ?? 0) + 1 }
    },
    report(name, { isLive = true, haveEnded = false } = {}) {
      const isWhole = name === undefined
      const judged = isWhole ? [...worlds.values()] : [worlds.get(name)].filter((one) => one !== undefined)
      const isGone = !isWhole && judged.length === 0 && (!isLive || worlds.size >= MAX_WORLDS)
      // The hash of the contract as JSON, so that blanks and comments in the file do not change it.
      sha256 ??= createHash('sha256').update(renderJson(contract.document)).digest('hex')
      const judgedBy = { sandbox: version, contract: { title: contract.title, version: contract.version, sha256 }, seed }
      const report = composeReport(judged, {
        ...{ contract, operations, findKey, reachWith, judgedBy, isWhole, haveEnded, now: now() },
        ...(isWhole ? { unjudged, keysOutside } : { unjudged: 0, keysOutside: 0 }),
      })
      const reason = `The world ${name} is no longer in memory, so it is not judged`
      if (isGone) return { ...report, world: name, verdict: 'not-judged', reasons: [reason], notices: [] }
      return applyPolicy({ ...report, ...(isWhole ? unmatched && { unmatched } : { world: name }) })
    },
    clear(name) {
      for (const world of name === undefined ? [...worlds.keys()] : [name]) {
        worlds.get(world)?.close()
        worlds.delete(world)
      }
      last = undefined
      if (name !== undefined) return
      unmatched = undefined
      programs.clear()
      keysOutside = 0
      unjudged = 0
    },
  }
}
