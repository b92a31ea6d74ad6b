// The observer of the report. It keeps facts and counters of each exchange that has ended, and judges when somebody asks. It forgets only
// when somebody clears the report, and not at a reset or when the journal is full.

import { hash } from 'node:crypto'
import { renderJson } from '../../contract/json/json.ts'
import type { Exchange } from '../../ground/generated/control.ts'
import type { Report, Unmatched } from '../../ground/generated/report.ts'
import { Problem } from '../../ground/problem.ts'
import { once } from '../../ground/remember.ts'
import type { Observer, UnmatchedCall } from '../../record/observer.ts'
import type { WorldChange } from '../../worlds/world.ts'
import { composeReport, type JudgeParts } from './compose-report.ts'
import { type Surroundings, WorldFacts } from './world-facts.ts'

/** The exchanges of further worlds are only counted. */
const MAX_WORLDS = 1000

export class Judge implements Observer {
  readonly #parts: JudgeParts & Surroundings
  readonly #worlds = new Map<string, WorldFacts>()
  /** Exchanges of worlds beyond the bound. */
  #unjudged = 0
  #unmatched: Unmatched | undefined
  /** Of the contract as JSON, so that blanks and comments in the file do not change it. */
  readonly #sha256 = once(() => hash('sha256', renderJson(this.#parts.contract.document)))

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

  /** Without a name, the report on all worlds. */
  report(name?: string): Report {
    const isWhole = name === undefined
    if (!isWhole && !this.#worlds.has(name) && this.#worlds.size >= MAX_WORLDS)
      throw new Problem(
        'not_found',
        `There is no report on the world ${name}: ${MAX_WORLDS} other worlds have one. Clear them: DELETE /_sandbox/report`,
      )
    const worlds = [...this.#worlds.values()].filter((world) => isWhole || world.name === name)
    const outside = { unjudged: isWhole ? this.#unjudged : 0, unmatched: isWhole ? this.#unmatched : undefined }
    return composeReport(worlds, { ...this.#parts, ...outside, world: name, sha256: this.#sha256() })
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
