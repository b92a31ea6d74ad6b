// What clients know of each world: the acknowledged creations, which replicas have acknowledged or shown each of them, and which
// replicas have said that changes were lost. A replica that was killed can say nothing, so its knowledge ends with it.

interface Creation {
  readonly id: number
  readonly name: string
  /** The processes that have acknowledged it, or have shown it in a list. */
  readonly knownBy: Set<string>
}

export interface Pet {
  readonly id: number
  readonly name: string
}

export class Ledger {
  readonly faults: string[] = []
  /** Creations, and those that were lost: said by each living replica that knew them, or known by no living replica. */
  readonly counts = { created: 0, lost: 0, unknown: 0, said: 0 }
  readonly #worlds = new Map<string, Creation[]>()
  /** `<process> <world>` for each loss that was said in this round. */
  readonly #said = new Set<string>()
  /** Replies of a killed process may still arrive. */
  readonly #killed = new Set<string>()

  acknowledge(world: string, process: string, { id, name }: Pet): void {
    const creations = this.#worlds.get(world) ?? []
    this.#worlds.set(world, creations)
    creations.push({ id, name, knownBy: new Set(this.#killed.has(process) ? [] : [process]) })
    this.counts.created += 1
  }

  show(world: string, process: string, pets: readonly Pet[]): void {
    if (this.#killed.has(process)) return
    const names = new Map(pets.map(({ id, name }) => [id, name]))
    for (const { id, name, knownBy } of this.#worlds.get(world) ?? []) if (names.get(id) === name) knownBy.add(process)
  }

  say(world: string, process: string): void {
    if (!this.#said.has(`${process} ${world}`)) this.counts.said += 1
    this.#said.add(`${process} ${world}`)
  }

  /** The process was killed. */
  forget(process: string): void {
    this.#killed.add(process)
    for (const creations of this.#worlds.values()) for (const { knownBy } of creations) knownBy.delete(process)
  }

  /** The world was deleted or reset on purpose. */
  clear(world: string): void {
    this.#worlds.delete(world)
  }

  /** Compares a world with its content at the end of a round. What was lost must have been said by each living replica that knew it. */
  check(world: string, pets: readonly Pet[], round: string): void {
    const kept = new Map(pets.map(({ id, name }) => [id, name]))
    if (kept.size < pets.length) this.faults.push(`${round}: ${world}: an id stands twice`)
    const creations = this.#worlds.get(world) ?? []
    const lost = creations.filter(({ id, name }) => kept.get(id) !== name)
    for (const { id, name, knownBy } of lost) {
      const silent = [...knownBy].filter((process) => !this.#said.has(`${process} ${world}`))
      if (silent.length > 0) this.faults.push(`${round}: ${world}: ${silent} knew ${id} ${name}, which was lost, and did not say so`)
      this.counts[knownBy.size > 0 ? 'lost' : 'unknown'] += 1
    }
    this.#worlds.set(
      world,
      creations.filter((creation) => !lost.includes(creation)),
    )
  }

  /** Ends a round. When Redis has lost nothing, nobody may have said so. */
  endRound(round: string, mayBeLost: boolean): void {
    if (!mayBeLost) for (const said of this.#said) this.faults.push(`${round}: ${said} was said to be lost`)
    this.#said.clear()
  }
}
