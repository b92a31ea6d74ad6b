// Judges one world. It keeps the open series and the facts, and passes each exchange to the rules. Its memory is bounded.

import type { Exchange } from '../exchange/exchange.ts'
import type { WorldChange } from '../exchange/observer.ts'
import { cut } from '../text/cut.ts'
import { Callers, type CallersOfConnections } from './callers.ts'
import type { Surroundings } from './contract-facts.ts'
import { type Met, noteMet } from './coverage.ts'
import { callOf, type Facts, headerOf, readFacts } from './facts.ts'
import { Marks } from './marks.ts'
import { OpenSeries } from './open-series.ts'
import type { Timeline } from './report.ts'
import type { RuleStates, Watch } from './rules/rule.ts'
import { type JudgedSeries, judgeSeries } from './runs.ts'
import { createTry, type Series } from './series.ts'
import { describeSeries, waitsIn } from './timelines.ts'
import { PutScenarios } from './unmet.ts'
import { addWaited, noteReply, type WaitedSums } from './waiting-time.ts'

export interface WorldJudgeParts extends Surroundings {
  readonly rules: readonly RuleStates[]
  readonly connections: CallersOfConnections
}

const MAX_NAMES = 10_000
const MAX_USER_AGENT = 200
/** The bound for timelines of settled series. */
const MAX_SETTLED = 20

export class WorldJudge {
  readonly name: string
  exchanges = 0
  /** The worlds whose exchanges were judged here. */
  readonly names = new Set<string>()
  /** The real time of the first exchange. */
  from: number | undefined
  to: number | undefined
  readonly met: Met = new Map()
  readonly assumptions = new Map<string, number>()
  readonly scenarios = new PutScenarios()
  readonly timelines: Timeline[] = []
  timelinesLeftOut = 0
  readonly #waited: WaitedSums = new Map()
  readonly #callers: Callers
  readonly #marks = new Marks()
  readonly #open = new OpenSeries((series) => this.#settle(series))
  readonly #sees: NonNullable<Watch['see']>[] = []
  readonly #seesSeries: NonNullable<Watch['seeSeries']>[] = []

  constructor(name: string, { rules, connections, ...surroundings }: WorldJudgeParts) {
    this.name = name
    this.#callers = new Callers(connections)
    for (const rule of rules) {
      const { see, seeSeries } = rule.watch({ ...surroundings, world: name, callers: this.#callers })
      if (see) this.#sees.push(see)
      if (seeSeries) this.#seesSeries.push(seeSeries)
    }
  }

  /** Called when an exchange has ended. */
  see(exchange: Exchange): void {
    const { arrived, closed, operation } = exchange
    const sent = headerOf(exchange.request.headers, 'user-agent')
    const userAgent = sent && cut(sent, MAX_USER_AGENT)
    const caller = this.#callers.see(exchange, userAgent)
    const facts = readFacts(exchange, caller, userAgent)
    this.exchanges += 1
    if (this.names.size < MAX_NAMES) this.names.add(exchange.world)
    this.from ??= arrived.real
    this.to = closed?.real ?? arrived.real
    if (operation !== undefined && facts.status > 0) noteMet(this.met, operation, facts.status)
    for (const id of exchange.assumed) this.assumptions.set(id, (this.assumptions.get(id) ?? 0) + 1)
    noteReply(this.#waited, exchange)
    if (this.scenarios.isWaiting) this.scenarios.see(exchange)
    for (const see of this.#sees) see(exchange, facts)
    this.#noteSeries(exchange, facts)
  }

  #noteSeries(exchange: Exchange, facts: Facts): void {
    const { caller, failure, isExpected } = facts
    const marks = this.#marks.see(exchange, () => callOf(exchange))
    if (isExpected || (failure === undefined && this.#open.size === 0)) return
    if (failure === undefined && !this.#open.hasCall(callOf(exchange))) return
    this.#open.add(exchange, caller, createTry(exchange, facts, marks))
  }

  changed(change: WorldChange): void {
    this.scenarios.changed(change)
  }

  /** True when exchanges of this world were judged here. Also true for any world when there are too many names to keep. */
  mayHave(name: string): boolean {
    return this.names.has(name) || this.names.size >= MAX_NAMES
  }

  /** Called when nobody needs this world any more. */
  close(): void {
    this.#callers.forgetAll()
  }

  /** The open series with their runs, for the rules. */
  openSeries(): JudgedSeries[] {
    return [...this.#open].map((series) => judgeSeries(series, this.#isAlone))
  }

  /** The number of tries that are kept. */
  get tries(): number {
    return this.#open.tries
  }

  /** Settles the series that is quiet for longest. */
  settleOldest(): void {
    this.#open.settleOldest()
  }

  /** The waits of the client, also in open series. */
  waited(): WaitedSums[] {
    const open: WaitedSums = new Map()
    for (const series of this.#open) for (const { what, ms } of waitsIn(series)) addWaited(open, what, ms)
    return [this.#waited, open]
  }

  /** The open series, without runs. */
  series(): readonly Series[] {
    return [...this.#open]
  }

  readonly #isAlone = (mark: readonly [string, string], call: string) => this.#marks.isAlone(mark, call)

  /** Closes a series: the rules judge it, and its timeline is kept. */
  #settle(series: Series): void {
    const judged = judgeSeries(series, this.#isAlone)
    for (const see of this.#seesSeries) see(judged)
    for (const { what, ms } of waitsIn(series)) addWaited(this.#waited, what, ms)
    if (this.timelines.length < MAX_SETTLED) this.timelines.push(describeSeries(series, Number.POSITIVE_INFINITY))
    else this.timelinesLeftOut += 1
  }
}
