// A sandbox without HTTP, with a simulated clock. It makes the exchanges of clients of known behaviour, and feeds them to a judge.
// Rules are functions of exchanges, so years can be judged in milliseconds.

import { FactMemory } from '../../src/examine/record/fact-memory.ts'
import { Judge } from '../../src/examine/record/judge.ts'
import { applyPolicy } from '../../src/examine/verdict.ts'
import type { Exchange, Moment } from '../../src/ground/generated/control.ts'
import type { Report } from '../../src/ground/generated/report.ts'
import { nameCaller } from '../../src/record/caller.ts'
import { createKeySearch, Keys } from '../../src/worlds/keys.ts'
import { type Answer, type Ask, contract, createExchange, type Link, type Pending, START, type VirtualClient } from './virtual-exchange.ts'

const ME: VirtualClient = { key: 'sandbox_free_w1', userAgent: 'pet-client/1.2' }

export class VirtualSandbox {
  readonly judge: Judge
  /** Milliseconds since the start. */
  now = 1000
  /** The milliseconds that the clock of the world is ahead of real time. */
  offset = 0
  revision = 0
  session = 1
  world = 'w1'
  exchanges = 0
  #connections = 0
  readonly #pools = new Map<string, Link[]>()
  readonly #loads = new Map<string, number>()

  constructor() {
    this.judge = new Judge({
      contract,
      reachWith: () => '',
      findKey: createKeySearch(new Keys({ plans: ['free', 'pro', 'business', 'enterprise'] })),
      memory: new FactMemory(),
      version: '0.0.0',
      seed: 1,
    })
  }

  report(world?: string): Report {
    return applyPolicy(this.judge.report(world))
  }

  sleep(ms: number): void {
    this.now += ms
  }

  /** Makes a whole call: it begins now, and ends after `took` of its answer. */
  call(ask: Ask = {}, answer: Answer = {}, client: VirtualClient = ME): Exchange {
    const pending = this.begin(ask, client)
    this.now += answer.took ?? 1
    return this.end(pending, answer)
  }

  /** Begins a call. Calls that are under way together have a connection each. */
  begin(ask: Ask = {}, client: VirtualClient = ME): Pending {
    const caller = nameCaller(client.key, client.address ?? '127.0.0.1', client.userAgent)
    const load = (this.#loads.get(caller) ?? 0) + 1
    this.#loads.set(caller, load)
    const pool = this.#pools.get(caller) ?? []
    this.#pools.set(caller, pool)
    let link = pool.find(({ isFree }) => isFree)
    if (link === undefined) {
      this.#connections += 1
      link = { id: this.#connections, opened: this.now, uses: 0, isFree: false }
      pool.push(link)
    }
    link.isFree = false
    link.uses += 1
    return { client, ask, link: { ...link }, arrived: this.#moment(), inUse: load, caller }
  }

  end(pending: Pending, answer: Answer = {}): Exchange {
    const { caller, link } = pending
    this.#loads.set(caller, (this.#loads.get(caller) ?? 1) - 1)
    const pool = this.#pools.get(caller) ?? []
    const isBroken = answer.fault !== undefined || answer.gaveUp === true
    const at = pool.findIndex(({ id }) => id === link.id)
    if (isBroken) pool.splice(at, 1)
    else if (pool[at]) pool[at].isFree = true
    this.exchanges += 1
    const { world, session, revision } = this
    const exchange = createExchange(pending, answer, { number: this.exchanges, closed: this.#moment(), world, session, revision })
    this.judge.closed(exchange)
    return exchange
  }

  /** A test puts scenarios on the world. */
  putScenarios(...scenarios: string[]): void {
    this.revision += 1
    this.judge.changed({
      world: this.world,
      what: 'scenarios',
      session: this.session,
      revision: this.revision,
      scenarios,
      at: this.#moment(),
    })
  }

  /** A test sets the clock of the world. */
  setClock(now: number): void {
    this.offset = now - (START + this.now)
    this.revision += 1
  }

  advance(seconds: number): void {
    this.offset += seconds * 1000
  }

  #moment(): Moment {
    const real = START + this.now
    return { real, monotonic: this.now, world: real + this.offset }
  }
}
