// The facts of one world: copies of remarkable exchanges, and counters of all exchanges. When their memory is full, new facts are refused.

import { findIds, MAY_HAVE_BIG, MAY_HAVE_INTEGER } from '../../contract/json/big-integers.ts'
import type { Operation } from '../../contract/operations.ts'
import { BOUNDS } from '../../ground/bounds.ts'
import type { Exchange, RequestRecord } from '../../ground/generated/control.ts'
import type { WorldChange } from '../../worlds/world.ts'
import { countCall, createFact, type Ending, endingOf, type Fact, type Identity, identify, type Tally } from './fact.ts'
import { nameCall } from './series.ts'

/** What the judge knows besides the exchanges. */
export interface Surroundings {
  /** By operationId. A call of no operation finds nothing. */
  readonly operations: ReadonlyMap<string | undefined, Operation>
  /** The place of a key in path or query: `path` or `query api_key`. */
  readonly findKey: (request: Partial<Pick<RequestRecord, 'path' | 'query'>>) => string | undefined
  /** The bytes of the facts of all worlds. */
  readonly memory: { bytes: number }
}

/** The items that an operation creates, for example `pets`. Undefined if it creates nothing that a list has. */
export function findCreated(id: string | undefined, operations: Surroundings['operations']): string | undefined {
  const { method, path = '' } = operations.get(id) ?? {}
  const hasList = method === 'POST' && [...operations.values()].some((one) => one.method === 'GET' && one.path === path)
  return hasList ? path.slice(path.lastIndexOf('/') + 1) : undefined
}

/** At most this many calls of a kind become facts because their operation is deprecated. */
const DEPRECATED_CALLS = 3
const MAX_IDS = 2000
/** The approximate memory of a fact without its texts. */
const FACT_BYTES = 1500
/** How many characters of a reply are tested for a big id. A reply that may have one is searched whole. */
const BEGINNING = 600

export class WorldFacts {
  readonly name: string
  readonly facts: Fact[] = []
  readonly tallies: Tally[] = []
  readonly assumed = new Set<string>()
  /** When replies first gave out each big id. In milliseconds of the process. */
  readonly ids = new Map<string, number>()
  /** When the latest of its calls that have ended arrived. In milliseconds of the process. */
  lastSeen = 0
  /** How many facts were refused. */
  dropped = 0
  /** The part of the memory that these facts use. */
  bytes = 0
  #hasBig = false
  /** The failed calls that have not succeeded since, by target. The success that ends their series is a fact too. */
  readonly #failed = new Map<string, Set<string>>()
  readonly #parts: Surroundings

  constructor(name: string, parts: Surroundings) {
    this.name = name
    this.#parts = parts
  }

  see(exchange: Exchange): void {
    const { arrived, request, session, revision } = exchange
    const ending = endingOf(exchange)
    this.lastSeen = Math.max(this.lastSeen, arrived.monotonic)
    for (const id of exchange.assumed) this.assumed.add(id)
    const calls = countCall(this.tallies, exchange, ending)
    const isRemarkable = this.#isRemarkable(exchange, ending.status, calls)
    const failed = this.#failed.get(request.target)
    if (!isRemarkable && !failed?.size) return
    const identity = identify(exchange, `${session}.${revision}`)
    if (!isRemarkable && !failed?.has(nameCall(identity))) return
    if (this.#parts.memory.bytes >= BOUNDS.factBytes) this.dropped += 1
    else this.#keep(exchange, ending, identity)
  }

  changed({ what }: WorldChange): void {
    if (what === 'data') this.#hasBig = true
  }

  /** Most exchanges leave here with only their counters. So this is one function, and its cheapest questions come first. */
  #isRemarkable(exchange: Exchange, status: number, calls: number): boolean {
    const { request, operation, testCase, violations, warnings, delivered, reply } = exchange
    if (status >= 400 || delivered !== 'whole') return true
    if (testCase?.expect !== undefined || violations.length > 0 || warnings.length > 0) return true
    if (exchange.appliedSteps.length > 0) return true
    if (calls <= DEPRECATED_CALLS && this.#parts.operations.get(operation)?.deprecation !== undefined) return true
    if (MAY_HAVE_BIG.test(request.target)) return true
    if (request.method !== 'GET' && MAY_HAVE_INTEGER.test(request.body?.text ?? '')) return true
    if (request.query !== '' && this.#parts.findKey({ query: request.query }) !== undefined) return true
    return this.#hasBig || MAY_HAVE_BIG.test(reply?.body.text?.slice(0, BEGINNING) ?? '')
  }

  #keep(exchange: Exchange, ending: Ending, identity: Identity): void {
    const { request, reply } = exchange
    const fact = createFact(exchange, ending, identity, this.#parts.findKey(request))
    const { status, failure, replied, closed, bigIntegers, appliedSteps, userAgent = '' } = fact
    const said = reply?.body.text ?? ''
    const isSearched = status < 400 && (this.#hasBig || appliedSteps.length > 0 || MAY_HAVE_BIG.test(said.slice(0, BEGINNING)))
    for (const id of isSearched ? findIds(said) : []) {
      this.#hasBig = true
      if (this.ids.size < MAX_IDS && !this.ids.has(id)) this.ids.set(id, (replied ?? closed).monotonic)
    }
    const call = nameCall(fact)
    // The name of the call has the other texts of the fact.
    const bytes = FACT_BYTES + 2 * (call.length + userAgent.length) + bigIntegers.length * 64
    this.#parts.memory.bytes += bytes
    this.bytes += bytes
    this.facts.push(fact)
    const failed = this.#failed.get(request.target) ?? new Set()
    this.#failed.set(request.target, failed)
    if (failure === undefined) failed.delete(call)
    else failed.add(call)
  }
}
