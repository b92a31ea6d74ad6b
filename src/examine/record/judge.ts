// The observer of the report. It keeps facts and counters of each exchange when it ends, and judges when somebody asks. A reset of a
// world or a full journal changes nothing for it: it forgets only when somebody clears the report.

import { hash } from 'node:crypto'
import { renderJson } from '../../contract/json/json.ts'
import type { Exchange } from '../../ground/generated/control.ts'
import type { Report, Unmatched } from '../../ground/generated/report.ts'
import { once } from '../../ground/once.ts'
import type { Observer, UnmatchedCall } from '../../record/observer.ts'
import type { WorldChange } from '../../worlds/world-change.ts'
import { composeReport, type JudgeParts, type ReportWithoutVerdict } from './compose-report.ts'
import { readContract } from './contract-facts.ts'
import { Programs } from './programs.ts'
import { WorldFacts, type WorldParts } from './world-facts.ts'

/** Facts that the exchanges do not show to the judge. */
interface ClientState {
  /** The world is in memory. Default: true. */
  readonly isLive?: boolean
  /** The programs have ended. So a call that was not tried again was given up. Default: false. */
  readonly haveEnded?: boolean
}

/** What happened outside of the worlds that are judged. */
interface Outside {
  /** Exchanges of worlds beyond the bound. */
  unjudged: number
  unmatched?: Unmatched
}

const NOTHING: Readonly<Outside> = { unjudged: 0 }

/** The exchanges of further worlds are only counted. */
const MAX_WORLDS = 1000
const MAX_PATH = 100

export class Judge implements Observer {
  readonly #parts: WorldParts & JudgeParts
  readonly #worlds = new Map<string, WorldFacts>()
  #last: WorldFacts | undefined
  #outside: Outside = { ...NOTHING }
  /** The hash of the contract as JSON, so that blanks and comments in the file do not change it. */
  readonly #sha256 = once(() => hash('sha256', renderJson(this.#parts.contract.document)))

  constructor(parts: JudgeParts) {
    this.#parts = { ...parts, operations: readContract(parts.contract), programs: new Programs() }
  }

  closed(exchange: Exchange): void {
    const world = this.#enter(exchange.world)
    if (world === undefined) this.#outside.unjudged += 1
    else world.see(exchange)
  }

  changed(change: WorldChange): void {
    const isNews = change.what === 'scenarios' && (change.scenarios?.length ?? 0) > 0
    if (isNews || this.#worlds.has(change.world)) this.#enter(change.world)?.changed(change)
  }

  /** The example is a call that lacks only the base path, if there is one: the report can then say how to correct it. */
  unmatched({ method, path, fits }: UnmatchedCall): void {
    const { unmatched: before } = this.#outside
    const example = { method, path: path.slice(0, MAX_PATH), basePath: this.#parts.contract.basePath, fits }
    const isBetter = before === undefined || (fits && !before.fits)
    this.#outside.unmatched = { ...(isBetter ? example : before), count: (before?.count ?? 0) + 1 }
  }

  /** The report on the clients of one world, or of all worlds. It has a verdict only for a world that is no longer in memory. */
  report(name?: string, { isLive = true, haveEnded = false }: ClientState = {}): ReportWithoutVerdict | Report {
    const worlds = name === undefined ? [...this.#worlds.values()] : [this.#worlds.get(name)].filter((one) => one !== undefined)
    const { unjudged, unmatched } = name === undefined ? this.#outside : NOTHING
    const report = composeReport(worlds, { ...this.#parts, world: name, unjudged, unmatched, haveEnded, sha256: this.#sha256() })
    const isGone = name !== undefined && worlds.length === 0 && (!isLive || this.#worlds.size >= MAX_WORLDS)
    if (!isGone) return report
    return { ...report, verdict: 'not-judged', reasons: [`The world ${name} is no longer in memory, so it is not judged`], notices: [] }
  }

  clear(name?: string): void {
    for (const world of name === undefined ? [...this.#worlds.keys()] : [name]) {
      this.#worlds.get(world)?.close()
      this.#worlds.delete(world)
    }
    this.#last = undefined
    if (name !== undefined) return
    this.#outside = { ...NOTHING }
    this.#parts.programs.clear()
  }

  /** The facts of a world. Undefined when there are too many worlds. */
  #enter(name: string): WorldFacts | undefined {
    if (this.#last?.name === name) return this.#last
    const world = this.#worlds.get(name) ?? (this.#worlds.size < MAX_WORLDS ? new WorldFacts(name, this.#parts) : undefined)
    if (world === undefined) return undefined
    this.#worlds.set(name, world)
    this.#last = world
    return world
  }
}
