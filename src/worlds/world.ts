// A world: its data, which is kept, and its session, which is not. Reset, restart and letting go are a line each.

import { Problem } from '../replies/problem.ts'
import type { PlayState } from '../scenarios/player.ts'
import { Clock } from './clock.ts'
import type { Data } from './data.ts'
import { type LimitRules, Limits } from './limits.ts'
import type { Snapshot } from './store/store.ts'

/** What a world forgets at reset, at restart and when it is let go. */
export interface Session {
  /** Counts the sessions of this run over all worlds, so that no two are taken for one. */
  readonly number: number
  readonly clock: Clock
  readonly limits: Limits
  readonly play: PlayState
  /** Counts how often somebody put or removed scenarios, or set the clock. */
  stage: number
}

export interface SessionParts {
  readonly rules: LimitRules
  readonly nextSession: () => number
  readonly createPlay: (world: string) => PlayState
}

export function createSession(world: string, { rules, nextSession, createPlay }: SessionParts): Session {
  const clock = new Clock()
  return { number: nextSession(), clock, limits: new Limits(rules, clock), play: createPlay(world), stage: 0 }
}

export class World {
  readonly name: string
  session: Session
  /** How many use it at the moment: while there are any, the world is not let go. */
  users = 0
  /** In milliseconds since 1970. */
  lastUse = Date.now()
  #data: Data | Problem
  readonly #fixtures: Snapshot
  readonly #parts: SessionParts

  constructor({ name, data, fixtures, parts }: { name: string; data: Data | Problem; fixtures: Snapshot; parts: SessionParts }) {
    this.name = name
    this.#data = data
    this.#fixtures = fixtures
    this.#parts = parts
    this.session = createSession(name, parts)
  }

  /** Throws a Problem while what is kept of the world is damaged; the session works all the same. */
  get data(): Data {
    if (this.#data instanceof Problem) throw this.#data
    return this.#data
  }

  /** Why there is no data; undefined when there is. */
  get damage(): Problem | undefined {
    return this.#data instanceof Problem ? this.#data : undefined
  }

  /** Takes what a damaged world was found to be when it was looked at again. */
  mend(data: Data | Problem): void {
    this.#data = data
  }

  /** Whether somebody has set what is lost with the session. */
  get isDriven(): boolean {
    const { clock, limits, play } = this.session
    return clock.isSet || limits.isSet || play.active.length > 0
  }

  /** Data and session as new. Resolves when the store has it; when it has not, both are as before. */
  async reset(): Promise<void> {
    const { data } = this
    const before = this.session
    // A world that nobody has changed needs no file.
    if (!data.isUntouched) data.set(this.#fixtures)
    this.session = createSession(this.name, this.#parts)
    try {
      await data.commit()
    } catch (error) {
      this.session = before
      throw error
    }
  }

  /** Writes the data out; the session goes. Rejects when the store does not take it. */
  async close(): Promise<void> {
    if (!this.damage) await this.data.close()
  }
}
