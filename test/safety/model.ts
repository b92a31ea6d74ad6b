// What a world must do, in the plainest words: one list of animals, one clock, two windows, and the failures that a scenario still
// owes. The random test compares the sandbox with it.

export interface Pet {
  readonly id: number | bigint
  readonly name: string
  readonly categoryId: number | bigint
  readonly status: string
}

interface Window {
  limit: number
  seconds: number
  used: number
  opened: number | undefined
}

export type Answer = 'limited' | 'failed' | 'served'

export const BEGINNING = Date.parse('2027-03-01T12:00:00.250Z')

export class Model {
  readonly #fixtures: readonly Pet[]
  pets: Pet[]
  nextId: bigint
  now = BEGINNING
  minute: Window = { limit: 10_000, seconds: 60, used: 0, opened: undefined }
  day: Window = { limit: 1_000_000, seconds: 86_400, used: 0, opened: undefined }
  /** How many creations the scenario on the world still fails. */
  failures = 0

  constructor(fixtures: readonly Pet[]) {
    this.#fixtures = fixtures
    this.pets = [...fixtures]
    this.nextId = highest(fixtures) + 1n
  }

  /** A new session: after a restart, and as a part of a reset. */
  forgetSession(): void {
    this.now = BEGINNING
    this.minute = { limit: 10_000, seconds: 60, used: 0, opened: undefined }
    this.day = { limit: 1_000_000, seconds: 86_400, used: 0, opened: undefined }
    this.failures = 0
  }

  reset(): void {
    this.forgetSession()
    this.put(this.#fixtures)
  }

  put(pets: readonly Pet[]): void {
    this.pets = [...pets].sort((a, b) => (a.id < b.id ? -1 : 1))
    this.nextId = highest(pets) + 1n
  }

  find(id: number | bigint): Pet | undefined {
    return this.pets.find((pet) => BigInt(pet.id) === BigInt(id))
  }

  create(pet: Omit<Pet, 'id' | 'status'> & { readonly status?: string }): Pet {
    const created = { id: exact(this.nextId), name: pet.name, categoryId: pet.categoryId, status: pet.status ?? 'available' }
    this.pets.push(created)
    this.nextId += 1n
    return created
  }

  /** Counts a call. `isCreation` tells whether the scenario applies to it. */
  call(isCreation = false): Answer {
    const windows = [this.minute, this.day]
    for (const window of windows) if (window.opened !== undefined && this.now >= window.opened + window.seconds * 1000) close(window)
    if (windows.some(({ limit, used }) => used >= limit)) return 'limited'
    for (const window of windows) {
      window.opened ??= Math.floor(this.now / 1000) * 1000
      window.used += 1
    }
    if (!isCreation || this.failures === 0) return 'served'
    this.failures -= 1
    return 'failed'
  }

  limitMinute(limit: number, seconds: number): void {
    this.minute = { limit, seconds, used: 0, opened: undefined }
  }
}

function close(window: Window): void {
  window.opened = undefined
  window.used = 0
}

/** Integers of the sandbox's JSON are numbers where numbers are exact. */
const exact = (id: bigint) => (id <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(id) : id)

const highest = (pets: readonly Pet[]) => pets.reduce((most, { id }) => (BigInt(id) > most ? BigInt(id) : most), 0n)
