// The judge of clients. It gets each exchange when it ends, and makes a report at any time. A reset of a world or a full journal
// changes nothing for it: it forgets only when somebody clears the report. Its memory is bounded.

import { createHash } from 'node:crypto'
import type { Contract } from '../contract/contract.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Observer, WorldChange } from '../exchange/observer.ts'
import { renderJson } from '../json/json.ts'
import type { Catalogue } from '../scenarios/catalogue.ts'
import { CallersOfConnections } from './callers.ts'
import { composeReport, type ReportParts } from './compose-report.ts'
import { readContract, type Surroundings } from './contract-facts.ts'
import { createBringOut } from './coverage.ts'
import { applyPolicy } from './policy.ts'
import type { Report } from './report.ts'
import { rules } from './rules/table.ts'
import { UnmatchedCalls } from './unmatched.ts'
import { WorldJudge } from './world-judge.ts'

export interface JudgeParts extends Pick<Surroundings, 'isKey' | 'keyHints'> {
  readonly contract: Pick<Contract, 'operations' | 'assumptions' | 'basePath' | 'document' | 'title' | 'version'>
  readonly catalogue: Pick<Catalogue, 'list' | 'setUp'>
  /** The version of the sandbox. */
  readonly version: string
  readonly seed: number
  /** The current time in milliseconds of the process, as in exchanges. */
  readonly now: () => number
}

export interface Judge extends Required<Pick<Observer, 'closed' | 'changed' | 'unmatched' | 'disconnected'>> {
  /** The report on the clients of one world, or of all worlds. */
  report(world?: string): Report
  clear(world?: string): void
}

/** Worlds beyond this number are judged together. Their sessions differ, so that their exchanges are not mixed up. */
const MAX_WORLDS = 1000
const REST = ''
/** The bound for the tries of all worlds together. */
const MAX_TRIES = 5000

export function createJudge(parts: JudgeParts): Judge {
  const { contract, catalogue, isKey, keyHints } = parts
  const surroundings: Surroundings = { operations: readContract(contract), isKey, keyHints }
  const states = rules.map((rule) => rule.open())
  const worlds = new Map<string, WorldJudge>()
  const connections = new CallersOfConnections()
  const unmatched = new UnmatchedCalls(contract.basePath)
  const reportParts: ReportParts = { ...parts, bringOut: createBringOut(catalogue), sha256: hashOnce(contract.document) }
  let last: WorldJudge | undefined
  let checks = 0

  function enter(name: string): WorldJudge {
    if (last?.name === name) return last
    const world = worlds.get(name) ?? begin(worlds.size < MAX_WORLDS ? name : REST)
    if (world.name === name) last = world
    return world
  }

  function begin(name: string): WorldJudge {
    const known = worlds.get(name)
    if (known) return known
    const world = new WorldJudge(name, { ...surroundings, rules: states, connections })
    worlds.set(name, world)
    return world
  }

  function forget(name: string): void {
    worlds.get(name)?.close()
    worlds.delete(name)
    for (const state of states) state.forget(name)
    last = undefined
  }

  /** Counts the tries of all worlds only after each 1,000th exchange, so that the bound may be exceeded for a while. */
  function bound(): void {
    checks += 1
    if (checks % 1000 === 0) settleBeyond(worlds)
  }

  /** Scenarios of worlds that are judged together would be mixed up, so they are not noted. */
  function noteChange(change: WorldChange): void {
    const world = enter(change.world)
    if (world.name !== REST) world.changed(change)
  }

  return {
    closed(exchange: Exchange) {
      enter(exchange.world).see(exchange)
      bound()
    },
    changed(change) {
      if (change.what === 'scenarios' ? (change.scenarios?.length ?? 0) > 0 || worlds.has(change.world) : worlds.has(change.world))
        noteChange(change)
    },
    unmatched: (call) => unmatched.see(call),
    disconnected({ connection, at }) {
      connections.close(connection, at.monotonic)
    },
    report(name) {
      const judged = name === undefined ? [...worlds.values()] : [worlds.get(name)].filter((one) => one !== undefined)
      const about = name === undefined ? unmatched.describe() : aboutWorld(name, worlds)
      return applyPolicy({ ...composeReport(judged, rules, states, reportParts), ...about })
    },
    clear(name) {
      if (name === undefined) unmatched.clear()
      for (const world of name === undefined ? [...worlds.keys()] : [name]) forget(world)
    },
  }
}

/** Settles old series until the number of tries is within its bound. */
function settleBeyond(worlds: ReadonlyMap<string, WorldJudge>): void {
  let tries = 0
  for (const world of worlds.values()) tries += world.tries
  for (const world of worlds.values())
    while (tries > MAX_TRIES && world.tries > 0) {
      tries -= world.tries
      world.settleOldest()
      tries += world.tries
    }
}

function aboutWorld(world: string, worlds: ReadonlyMap<string, WorldJudge>): Pick<Report, 'world' | 'judgedTogether'> {
  const isTogether = !worlds.has(world) && worlds.get(REST)?.mayHave(world) === true
  return { world, ...(isTogether && { judgedTogether: true }) }
}

/** The hash of the contract as JSON, so that blanks and comments in the file do not change it. */
function hashOnce(document: Contract['document']): () => string {
  let hash: string | undefined
  return () => {
    hash ??= createHash('sha256').update(renderJson(document)).digest('hex')
    return hash
  }
}
