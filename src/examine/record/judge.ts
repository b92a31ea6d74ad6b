// The observer of the report. It keeps facts and counters of each exchange that has ended, and makes the report when somebody asks. It
// forgets only when somebody clears the report, and not at a reset or when the journal is full.

import type { Contract } from '../../contract/contract.ts'
import { defined } from '../../ground/defined.ts'
import type { Exchange } from '../../ground/generated/control.ts'
import type { Report, Unmatched } from '../../ground/generated/report.ts'
import { Problem } from '../../ground/problem.ts'
import type { Observer, UnmatchedCall } from '../../record/observer.ts'
import type { WorldChange } from '../../worlds/world.ts'
import { applyPolicy } from '../policy.ts'
import { judgeRules } from '../rules/judge-rules.ts'
import { measureCoverage, type ReachWith, takeBalance } from './counts.ts'
import { sumCalls } from './fact.ts'
import { describeSeries, findSeries } from './series.ts'
import { type Surroundings, WorldFacts } from './world-facts.ts'

interface JudgeParts extends Pick<Surroundings, 'findKey'> {
  readonly contract: Pick<Contract, 'operations' | 'assumptions' | 'basePath' | 'title' | 'version'>
  readonly reachWith: ReachWith
  readonly version: string
  readonly seed: number
}

/** The exchanges of further worlds are only counted. */
const MAX_WORLDS = 1000

export class Judge implements Observer {
  readonly #parts: JudgeParts & Surroundings
  readonly #worlds = new Map<string, WorldFacts>()
  /** Exchanges of worlds beyond the bound. */
  #unjudged = 0
  #unmatched: Unmatched | undefined

  constructor(parts: JudgeParts) {
    this.#parts = { ...parts, operations: new Map(parts.contract.operations.map((one) => [one.id, one])), memory: { bytes: 0 } }
  }

  closed(exchange: Exchange): void {
    const { world: name } = exchange
    if (!this.#worlds.has(name) && this.#worlds.size < MAX_WORLDS) this.#worlds.set(name, new WorldFacts(name, this.#parts))
    const world = this.#worlds.get(name)
    if (world === undefined) this.#unjudged += 1
    else world.see(exchange)
  }

  changed(change: WorldChange): void {
    this.#worlds.get(change.world)?.changed(change)
  }

  /** The example is a call that lacks only the base path, if there is one: the report can then say how to correct it. */
  unmatched({ method, path, fits }: UnmatchedCall): void {
    const before = this.#unmatched
    const example = { method, path, basePath: this.#parts.contract.basePath, fits }
    const isBetter = before === undefined || (fits && !before.fits)
    this.#unmatched = { ...(isBetter ? example : before), count: (before?.count ?? 0) + 1 }
  }

  /** Without a name, the report on all worlds. Its verdict is the one without a policy. */
  report(name?: string): Report {
    const isWhole = name === undefined
    if (!isWhole && !this.#worlds.has(name) && this.#worlds.size >= MAX_WORLDS)
      throw new Problem(
        'not_found',
        `There is no report on the world ${name}: ${MAX_WORLDS} other worlds have one. Clear them: DELETE /_sandbox/report`,
      )
    const worlds = [...this.#worlds.values()].filter((world) => isWhole || world.name === name)
    const { contract, operations, reachWith, version, seed } = this.#parts
    const facts = worlds.flatMap((world) => world.facts).sort((one, other) => one.number - other.number)
    const series = findSeries(facts)
    const tallies = worlds.flatMap((world) => world.tallies)
    const dropped = worlds.reduce((sum, world) => sum + world.dropped, isWhole ? this.#unjudged : 0)
    return applyPolicy({
      version: 3,
      judgedBy: { sandbox: version, contract: { title: contract.title, version: contract.version }, seed },
      facts: {
        exchanges: sumCalls(tallies),
        dropped,
        worlds: worlds.filter((world) => world.tallies.length > 0).map((world) => world.name),
        ...defined({ world: name, unmatched: isWhole ? this.#unmatched : undefined }),
        calls: series.map(describeSeries),
        assumptions: contract.assumptions.map(({ id }) => id).filter((id) => worlds.some(({ assumed }) => assumed.has(id))),
      },
      ...judgeRules({ operations, facts, tallies, series, worlds: this.#worlds, dropped, isWhole }),
      runs: [],
      lies: [],
      coverage: measureCoverage(contract.operations, tallies, reachWith),
      balance: takeBalance(worlds, operations),
    })
  }

  clear(name?: string): void {
    for (const world of [...this.#worlds.values()].filter((world) => name === undefined || world.name === name)) {
      this.#parts.memory.bytes -= world.bytes
      this.#worlds.delete(world.name)
    }
    if (name !== undefined) return
    this.#unjudged = 0
    this.#unmatched = undefined
  }
}
