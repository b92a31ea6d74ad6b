// The facts of one world: a list of remarkable exchanges, and counters of all exchanges. An exchange without anything remarkable
// costs only the counters. The memory budget bounds the facts of all worlds together. When it is used up, new facts are refused. Old
// facts are never dropped.

import type { Exchange, Instant } from '../exchange/exchange.ts'
import type { MemoryBudget } from '../exchange/memory-budget.ts'
import type { WorldChange } from '../exchange/observer.ts'
import { nameItems } from './balance.ts'
import { findIds, findIntegers, findInUrl, mayHaveBig, mayHaveInteger } from './big-integers.ts'
import type { Surroundings } from './contract-facts.ts'
import { createFact, type Fact, isAnnounced, statusOf } from './fact.ts'
import { countCall, createTally, type Program, type Programs, type Tally } from './programs.ts'
import { PutScenarios } from './unmet.ts'

export interface WorldParts extends Surroundings {
  readonly programs: Programs
  readonly memory: MemoryBudget
}

const MAX_IDS = 2000
/** The approximate memory of a counter, and of a fact without its texts. */
const BYTES = 1500
/** The memory of a number with a name. */
const SMALL = 100
/** A reply that takes longer than this is slow. */
const SLOW_MS = 300
/** Only short replies are searched for big integers, unless the world is known to have such integers. */
const SHORT = 600

export class WorldFacts {
  readonly name: string
  readonly facts: Fact[] = []
  readonly tallies = new Map<string, Tally>()
  readonly assumptions = new Map<string, number>()
  readonly scenarios = new PutScenarios()
  /** The big ids that replies gave out, and when. In milliseconds of the process. */
  readonly ids = new Map<string, number>()
  readonly slow = { slow: { ms: 0, times: 0 }, none: { ms: 0, times: 0 } }
  /** Creations that left no fact, by path and test. Only the balance counts them. */
  readonly created = new Map<string, number>()
  exchanges = 0
  /** How many facts or counters were refused. */
  dropped = 0
  /** The real time of the first exchange. */
  from: number | undefined
  to: number | undefined
  #revision = 0
  #lastLook = 0
  #hasBig = false
  #hasLoss = false
  #bytes = 0
  /** The targets of failed calls. A later success of such a call is a fact too. */
  readonly #failed = new Set<string>()
  readonly #parts: WorldParts
  #last: Tally | undefined

  constructor(name: string, parts: WorldParts) {
    this.name = name
    this.#parts = parts
  }

  /** Called when an exchange has ended. */
  see(exchange: Exchange): void {
    const program = this.#parts.programs.find(exchange)
    const tally = this.#tallyOf(program, exchange.operation)
    const status = statusOf(exchange)
    this.exchanges += 1
    this.from ??= exchange.arrived.real
    this.to = exchange.closed?.real ?? exchange.arrived.real
    countCall(tally, exchange, status, exchange.testCase !== undefined && isAnnounced(exchange, status))
    for (const id of exchange.assumed) this.assumptions.set(id, (this.assumptions.get(id) ?? 0) + 1)
    if (this.#isRemarkable(exchange, status, program)) this.#note(exchange, status, program)
    else if (exchange.request.method !== 'GET' && exchange.carriedOut) this.#countCreation(exchange)
  }

  changed(change: WorldChange): void {
    if (change.what === 'journal' || change.what === 'requests' || change.what === 'let-go') return
    this.#revision += 1
    if (change.what === 'data') this.#hasBig = true
    this.scenarios.changed(change)
  }

  lookedAt({ monotonic }: Instant): void {
    this.#lastLook = monotonic
  }

  /** Gives its memory back. */
  close(): void {
    this.#parts.memory.releaseFacts(this.#bytes)
    this.#bytes = 0
  }

  /** Most exchanges leave here with only their counters. So this is one function, and its cheapest questions come first. */
  #isRemarkable(exchange: Exchange, status: number, program: Program): boolean {
    const { request, testCase, count, violations, warnings, delivered, arrived, closed = arrived, reply } = exchange
    if (status >= 400 || delivered !== 'whole' || program.isAtLimit || (count.remaining === 0 && count.verdict === 'served')) return true
    if (testCase?.calls === 1 || testCase?.expect !== undefined || violations.length > 0 || warnings.length > 0) return true
    if (exchange.appliedSteps.length > 0 || closed.monotonic - arrived.monotonic > SLOW_MS) return true
    if (exchange.keyPlace !== undefined || mayHaveBig(request.target) || this.#failed.has(request.target)) return true
    // After a lost creation, each later one may be its twin.
    if (request.method !== 'GET' && (this.#hasLoss || mayHaveInteger(request.body?.text ?? ''))) return true
    if ((request.query !== '' || request.body !== undefined) && this.#mayTell(exchange)) return true
    return this.#hasBig || (reply !== undefined && reply.body.bytes < SHORT && mayHaveBig(reply.body.text ?? ''))
  }

  #countCreation({ operation, request, testCase }: Exchange): void {
    if (this.#parts.operations.get(operation)?.list === undefined) return
    const item = nameItems(request.path, testCase)
    const count = this.created.get(item)
    if (count === undefined && !this.#take(item.length + SMALL)) this.dropped += 1
    else this.created.set(item, (count ?? 0) + 1)
  }

  /** Cursors tell whether the client follows the links, and a key may stand in query or body. */
  #mayTell({ operation, request }: Exchange): boolean {
    const cursors = this.#parts.operations.get(operation)?.cursors ?? []
    return cursors.some((name) => request.query.includes(name)) || this.#parts.findKey(request) !== undefined
  }

  #note(exchange: Exchange, status: number, program: Program): void {
    const { request, arrived, closed = arrived } = exchange
    if (this.scenarios.isWaiting) this.scenarios.see(exchange)
    this.#noteIds(exchange)
    const took = closed.monotonic - arrived.monotonic
    if (took > SLOW_MS) {
      const sum = exchange.delivered === 'none' ? this.slow.none : this.slow.slow
      sum.ms += took
      sum.times += 1
    }
    const fact = createFact(exchange, status, {
      program,
      episode: `${exchange.session}.${exchange.revision}.${this.#revision}`,
      lastRead: this.#lastReadFor(exchange),
      bigIntegers: [...findInUrl(request.target), ...findIntegers(request.body?.text ?? '')],
      keyPlace: this.#parts.findKey(request) ?? exchange.keyPlace,
    })
    program.isAtLimit = fact.usedUp !== undefined
    if (!this.#take(bytesOf(fact) + request.target.length)) {
      this.dropped += 1
      return
    }
    this.facts.push(fact)
    if (fact.failure !== undefined) this.#failed.add(request.target)
    if (fact.failure === 'fault' && fact.carriedOut) this.#hasLoss = true
  }

  /** When somebody last read the list of the items that this call creates, by HTTP or by the control API. */
  #lastReadFor({ operation }: Exchange): number {
    const list = this.#parts.operations.get(operation)?.list
    let last = this.#lastLook
    if (list !== undefined) for (const tally of this.tallies.values()) if (tally.operation === list) last = Math.max(last, tally.lastSeen)
    return last
  }

  #noteIds({ reply, appliedSteps, replied, closed, arrived }: Exchange): void {
    const text = reply?.body.text
    if (text === undefined || (text.length > SHORT && !this.#hasBig && appliedSteps.length === 0)) return
    for (const id of findIds(text)) {
      this.#hasBig = true
      if (this.ids.size < MAX_IDS && !this.ids.has(id)) this.ids.set(id, (replied ?? closed ?? arrived).monotonic)
    }
  }

  #tallyOf(program: Program, operation: string | undefined): Tally {
    const last = this.#last
    if (last !== undefined && last.program === program && last.operation === operation) return last
    const name = `${operation ?? ''}\n${program.key ?? ''}\n${program.isMixed ? '\n' : (program.userAgent ?? '')}`
    let tally = this.tallies.get(name)
    if (tally === undefined) {
      tally = createTally(this.name, program, operation)
      if (this.#take(BYTES)) this.tallies.set(name, tally)
      else this.dropped += 1
    }
    this.#last = tally
    return tally
  }

  #take(bytes: number): boolean {
    if (!this.#parts.memory.takeForFacts(bytes)) return false
    this.#bytes += bytes
    return true
  }
}

const bytesOf = ({ target, switches, testCase, mark, bigIntegers }: Fact) =>
  BYTES + target.length + switches.length + (testCase?.name.length ?? 0) + (mark.invocation?.length ?? 0) + bigIntegers.length * 64
