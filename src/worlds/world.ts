// A world: its data, which is kept, and its session, which is not. Reset, restart and letting go are a line each.

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
}

export interface SessionParts {
  readonly rules: LimitRules
  readonly nextSession: () => number
  readonly createPlay: (world: string) => PlayState
}

export function createSession(world: string, { rules, nextSession, createPlay }: SessionParts): Session {
  const clock = new Clock()
  return { number: nextSession(), clock, limits: new Limits(rules, clock), play: createPlay(world) }
}

export class World {
  readonly name: string
  readonly data: Data
  session: Session
  /** How many use it at the moment: while there are any, the world is not let go. */
  users = 0
  readonly #fixtures: Snapshot
  readonly #parts: SessionParts

  constructor({ name, data, fixtures, parts }: { name: string; data: Data; fixtures: Snapshot; parts: SessionParts }) {
    this.name = name
    this.data = data
    this.#fixtures = fixtures
    this.#parts = parts
    this.session = createSession(name, parts)
  }

  /** Whether somebody has set what is lost with the session. */
  get isDriven(): boolean {
    const { clock, limits, play } = this.session
    return clock.isSet || limits.isSet || play.active.length > 0
  }

  /** Data and session as new. Resolves when the store has it; when it has not, both are as before. */
  async reset(): Promise<void> {
    const before = this.session
    this.session = createSession(this.name, this.#parts)
    this.data.set(this.#fixtures)
    try {
      await this.data.commit()
    } catch (error) {
      this.session = before
      throw error
    }
  }

  /** Writes the data out; the session goes. */
  async close(): Promise<void> {
    await this.data.close()
  }
}
