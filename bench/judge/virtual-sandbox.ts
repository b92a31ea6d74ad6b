// A sandbox without HTTP, with a simulated clock. It makes the exchanges of clients of known behaviour, and feeds them to a judge.
// Rules are functions of exchanges, so years can be judged in milliseconds.

import { Judge } from '../../src/examine/record/judge.ts'
import type { Exchange, Moment } from '../../src/ground/generated/control.ts'
import type { Report } from '../../src/ground/generated/report.ts'
import { createKeySearch, Keys } from '../../src/worlds/keys.ts'
import { type Answer, type Ask, contract, createExchange, type Pending, START, type VirtualClient } from './virtual-exchange.ts'

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

  constructor() {
    this.judge = new Judge({
      contract,
      reachWith: () => '',
      findKey: createKeySearch(new Keys(['free', 'pro', 'business', 'enterprise'])),
      version: '0.0.0',
      seed: 1,
    })
  }

  report(world?: string): Report {
    return this.judge.report(world)
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

  /** Begins a call, for calls that are under way together. */
  begin(ask: Ask = {}, client: VirtualClient = ME): Pending {
    return { client, ask, arrived: this.#moment() }
  }

  end(pending: Pending, answer: Answer = {}): Exchange {
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
