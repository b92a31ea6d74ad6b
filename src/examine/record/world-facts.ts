// The facts of one world: copies of remarkable exchanges, and counters of all exchanges. An exchange without anything remarkable
// costs only the counters. The memory budget bounds the facts of all worlds together. When it is used up, new facts are refused. Old
// facts are never dropped.

import { findIds, MAY_HAVE_BIG, MAY_HAVE_INTEGER } from '../../contract/json/big-integers.ts'
import type { Exchange } from '../../ground/generated/control.ts'
import type { WorldChange } from '../../worlds/world-change.ts'
import { nameItems } from './balance.ts'
import type { Surroundings } from './contract-facts.ts'
import { createFact, type Fact, isLast, type Program } from './fact.ts'
import type { FactMemory } from './fact-memory.ts'
import { countCall, createTally, type Programs, type Tally } from './programs.ts'
import { nameCall } from './series.ts'

export interface WorldParts extends Surroundings {
  readonly programs: Programs
  readonly memory: FactMemory
}

const MAX_IDS = 2000
/** The approximate memory of a fact without its texts. */
const FACT_BYTES = 1500
/** The memory of a number with a name. */
const ENTRY_BYTES = 100
/** A reply that takes longer than this is slow. In milliseconds. */
export const SLOW_MS = 300
/** Only short replies are searched for big integers, unless the world is known to have such integers. */
const SHORT = 600

export class WorldFacts {
  readonly name: string
  readonly facts: Fact[] = []
  readonly tallies = new Map<string | undefined, Tally>()
  readonly assumptions = new Map<string, number>()
  /** Scenarios that were put on the world, and when first. In milliseconds of the process. */
  readonly scenarios = new Map<string, number>()
  /** The big ids that replies gave out, and when. In milliseconds of the process. */
  readonly ids = new Map<string, number>()
  /** Creations that left no fact, by path and test. Only the balance counts them. */
  readonly created = new Map<string, number>()
  exchanges = 0
  /** How many facts were refused. */
  dropped = 0
  /** The real time of the first exchange. */
  from: number | undefined
  to: number | undefined
  #changes = 0
  #hasBig = false
  #hasLoss = false
  #bytes = 0
  /** The failed calls that have not succeeded since, by target. The success that ends their series is a fact too. */
  readonly #failed = new Map<string, Set<string>>()
  readonly #parts: WorldParts
  /** The contract's first removal date. */
  readonly #firstRemoval: number

  constructor(name: string, parts: WorldParts) {
    this.name = name
    this.#parts = parts
    const removals = [...parts.operations.values()].flatMap(({ deprecation }) => deprecation?.sunset ?? [])
    this.#firstRemoval = Math.min(...removals)
  }

  /** Called when an exchange has ended. */
  see(exchange: Exchange): void {
    const { reply, delivered, arrived, closed = arrived, operation, request } = exchange
    const status = reply === undefined || delivered === 'none' ? 0 : reply.status
    const program = this.#parts.programs.find(exchange)
    this.exchanges += 1
    this.from ??= arrived.real
    this.to = closed.real
    const tally = this.tallies.get(operation) ?? createTally(operation)
    this.tallies.set(operation, tally)
    countCall(tally, program, exchange, status)
    if (arrived.world >= this.#firstRemoval) tally.afterRemoval += 1
    for (const id of exchange.assumed) this.assumptions.set(id, (this.assumptions.get(id) ?? 0) + 1)
    const isRemarkable = this.#isRemarkable(exchange, status, program)
    const failed = this.#failed.get(request.target)
    const fact = isRemarkable || failed !== undefined ? this.#createFact(exchange, status, program) : undefined
    if (fact !== undefined && (isRemarkable || failed?.has(nameCall(fact)))) this.#keep(fact, exchange)
    else if (request.method !== 'GET' && exchange.carriedOut) this.#countCreation(exchange)
  }

  changed({ what, scenarios = [], at }: WorldChange): void {
    if (what === 'journal' || what === 'requests' || what === 'unloaded') return
    this.#changes += 1
    if (what === 'data') this.#hasBig = true
    for (const name of scenarios) if (!this.scenarios.has(name)) this.scenarios.set(name, at.monotonic)
  }

  /** Gives its memory back. */
  close(): void {
    this.#parts.memory.release(this.#bytes)
    this.#bytes = 0
  }

  /** Most exchanges leave here with only their counters. So this is one function, and its cheapest questions come first. */
  #isRemarkable(exchange: Exchange, status: number, program: Program): boolean {
    const { request, testCase, count, violations, warnings, delivered, arrived, closed = arrived, reply } = exchange
    if (status >= 400 || delivered !== 'whole' || program.isAtLimit || (count.remaining === 0 && count.verdict === 'served')) return true
    if (testCase?.expect !== undefined || violations.length > 0 || warnings.length > 0) return true
    if (exchange.appliedSteps.length > 0 || closed.monotonic - arrived.monotonic > SLOW_MS) return true
    if (MAY_HAVE_BIG.test(request.target)) return true
    // After a lost creation, each later one may be its twin.
    if (request.method !== 'GET' && (this.#hasLoss || MAY_HAVE_INTEGER.test(request.body?.text ?? ''))) return true
    if (request.query !== '' && this.#mayTell(exchange)) return true
    return this.#hasBig || (reply !== undefined && reply.body.bytes < SHORT && MAY_HAVE_BIG.test(reply.body.text ?? ''))
  }

  /** Cursors tell whether the client follows the links, and a key may stand in the query. */
  #mayTell({ operation, request }: Exchange): boolean {
    const cursors = this.#parts.operations.get(operation)?.cursors ?? []
    return cursors.some((name) => request.query.includes(name)) || this.#parts.findKey({ query: request.query }) !== undefined
  }

  #countCreation({ operation, request, testCase }: Exchange): void {
    if (this.#parts.operations.get(operation)?.list === undefined) return
    const item = nameItems(request.path, testCase)
    const count = this.created.get(item)
    if (count === undefined && !this.#take(item.length + ENTRY_BYTES)) return
    this.created.set(item, (count ?? 0) + 1)
  }

  #createFact(exchange: Exchange, status: number, program: Program): Fact {
    const { session, revision, request } = exchange
    return createFact(exchange, {
      ...{ program, status },
      episode: `${session}.${revision}.${this.#changes}`,
      keyPlace: this.#parts.findKey({ path: request.path, query: request.query }),
    })
  }

  #keep(fact: Fact, { request, reply }: Exchange): void {
    const { program, status, delivered, fault, carriedOut, target, switches, bigIntegers, testCase, appliedSteps } = fact
    const said = reply?.body.text
    if (said !== undefined && status < 400 && (said.length <= SHORT || this.#hasBig || appliedSteps.length > 0)) this.#noteIds(said, fact)
    program.isAtLimit = isLast(fact)
    const call = nameCall(fact)
    const texts = [target, call, switches, testCase?.name].join('')
    if (!this.#take(FACT_BYTES + texts.length + bigIntegers.length * 64)) return
    this.facts.push(fact)
    this.#noteOutcome(request.target, call, fact)
    if (carriedOut && (delivered !== 'whole' || fault !== undefined)) this.#hasLoss = true
  }

  /** A success ends the series of its call. What the same call does later is no part of it. */
  #noteOutcome(target: string, call: string, { failure }: Fact): void {
    const failed = this.#failed.get(target) ?? new Set()
    if (failure === undefined) failed.delete(call)
    else failed.add(call)
    if (failed.size > 0) this.#failed.set(target, failed)
    else this.#failed.delete(target)
  }

  #noteIds(text: string, { replied, closed }: Fact): void {
    for (const id of findIds(text)) {
      this.#hasBig = true
      if (this.ids.size < MAX_IDS && !this.ids.has(id)) this.ids.set(id, (replied ?? closed).monotonic)
    }
  }

  /** Takes memory for one more fact. What gets none is dropped. */
  #take(bytes: number): boolean {
    const isGiven = this.#parts.memory.take(bytes)
    if (isGiven) this.#bytes += bytes
    else this.dropped += 1
    return isGiven
  }
}
