// A world: its data, which the store keeps, and its session, which is never stored.

import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Choices } from '../contract/assumptions.ts'
import type { Moment, WorldState } from '../ground/generated/control.ts'
import { messageOf, Problem } from '../ground/problem.ts'
import { Clock } from './clock.ts'
import type { Data } from './data.ts'
import type { DataCheck } from './data-check.ts'
import { type LimitRules, Limits } from './limits.ts'
import type { Snapshot, Store } from './store/store.ts'

/** Lost at a reset, at a restart, when the world is unloaded, and when another replica takes it. */
export interface Session {
  /** All worlds share one count, so each session of a sandbox has its own number. */
  readonly number: number
  readonly clock: Clock
  readonly limits: Limits
  readonly random: () => number
  /** The choices of assumptions that are not the default. */
  choices: Choices
  /** The names of the scenarios on the world. */
  scenarios: readonly string[]
  /** How often somebody has set (not advanced) the clock, or changed data, limits, choices or scenarios. */
  revision: number
}

/** What all worlds share. */
export interface WorldParts {
  readonly store: Store
  readonly fixtures: Snapshot
  /** For the items of a world, as JSON text. */
  readonly maxWorldBytes: number
  readonly checkData: DataCheck
  readonly rules: LimitRules
  /** The choices that each session begins with. */
  readonly choices: Choices
  readonly nextSession: () => number
  readonly seed: number
  readonly notify: (notice: string) => void
}

const ELSEWHERE = 'another replica had this world in the meantime: its clock, limits, choices and scenarios start anew'
const GONE =
  'the store does not have this world any more: it starts anew with the fixtures. If nobody deleted it, see whether the store keeps its data'

export class World {
  readonly name: string
  session: Session
  /** A world with users is not unloaded. */
  users = 0
  /** In milliseconds since 1970. */
  lastUse = Date.now()
  /** Why the session was lost. The next request gets it as a warning, and removes it. */
  lost: string | undefined
  readonly #parts: WorldParts
  readonly #data: Data | Problem

  /** `data` is a Problem when the stored data is damaged. After a repair, the world goes on with its `session`. */
  constructor(name: string, data: Data | Problem, parts: WorldParts, session?: Session) {
    this.name = name
    this.#parts = parts
    this.session = session ?? this.#createSession()
    this.#data = data
    if (data instanceof Problem) return
    data.onTaken = (isGone) => {
      this.lost = isGone ? GONE : ELSEWHERE
      if (isGone || this.isSessionChanged) parts.notify(`world ${name}: ${this.lost}`)
      this.session = this.#createSession()
    }
  }

  /** Throws a Problem while the stored data is damaged. The session works even then. */
  get data(): Data {
    if (this.#data instanceof Problem) throw this.#data
    return this.#data
  }

  /** The reason why there is no data. */
  get damage(): Problem | undefined {
    return this.#data instanceof Problem ? this.#data : undefined
  }

  /** False when another process may have changed the world, and for a damaged world without users: somebody may have repaired it. */
  get isReady(): boolean {
    return this.#data instanceof Problem ? this.users > 0 : this.#data.writes.store.isCurrent
  }

  /** Whether somebody has changed clock, limits, choices or scenarios. */
  get isSessionChanged(): boolean {
    const { clock, limits, scenarios, choices } = this.session
    return clock.isSet || limits.isSet || scenarios.length > 0 || !isDeepStrictEqual(choices, this.#parts.choices)
  }

  state(): WorldState {
    const { damage, session } = this
    return {
      name: this.name,
      alive: true,
      bytes: damage ? 0 : this.data.bytes,
      lastUse: new Date(this.lastUse).toISOString(),
      scenarios: session.scenarios,
      clock: session.clock.state(),
      ...(damage && { damage: damage.message }),
    }
  }

  /** Starts again with the fixtures and a new session. When the store refuses the fixtures, data and session stay as before. */
  async reset(): Promise<void> {
    const { data } = this
    await data.writes.carryOut(() => {
      // An unchanged world needs no file.
      if (!data.writes.isUntouched) data.set(this.#parts.fixtures)
    })
    this.session = this.#createSession()
  }

  /** Stores all changes. When the snapshot cannot be written, the log still has them, and a notice says so. */
  async close(): Promise<void> {
    if (!this.damage) await this.data.writes.close().catch((error) => this.#parts.notify(messageOf(error)))
  }

  #createSession(): Session {
    const { rules, choices, nextSession, seed } = this.#parts
    const clock = new Clock()
    return {
      number: nextSession(),
      clock,
      limits: new Limits(rules, clock),
      random: createRandom(seed, this.name),
      choices,
      scenarios: [],
      revision: 0,
    }
  }
}

/** Numbers from 0 to 1 that depend only on seed and world. */
function createRandom(seed: number, world: string): () => number {
  let count = 0
  return () => {
    count += 1
    return hash('sha256', `${seed} ${world} ${count}`, 'buffer').readUInt32BE() / 2 ** 32
  }
}

/** A change that somebody made to a world from outside. */
export interface WorldChange {
  /** The name of the world. */
  readonly world: string
  /**
   * `journal`: the journal was cleared. `requests`: some requests were taken out of the journal. `unloaded`: the world was unloaded from
   * memory. `deleted`: the world was also removed from the store.
   */
  readonly what: 'clock' | 'limits' | 'data' | 'scenarios' | 'assumptions' | 'journal' | 'requests' | 'reset' | 'unloaded' | 'deleted'
  /** The world's session after the change. */
  readonly session: number
  /** How often somebody has set (not advanced) the clock, or changed data, limits, choices or scenarios, in this session. */
  readonly revision: number
  /** The world's scenarios after the change, when the scenarios were changed. */
  readonly scenarios?: readonly string[]
  /** The ids of the requests that were taken out of the journal. */
  readonly requests?: readonly string[]
  /** The time of the change. */
  readonly at: Moment
}
