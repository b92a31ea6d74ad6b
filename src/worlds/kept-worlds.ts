// Loads worlds from the store, checks them against the contract, and remembers which worlds are damaged.

import { setImmediate, setTimeout } from 'node:timers/promises'
import { messageOf, Problem } from '../ground/problem.ts'
import { Data } from './data.ts'
import { damagedAt, unavailable, type WorldStore } from './store/store.ts'
import type { WorldParts } from './world.ts'

/** The check of the stored worlds begins after this time, so that the first requests come first. */
const CHECK_AFTER_MS = 100

export class KeptWorlds {
  /** The worlds that were damaged when they were last opened, each with the reason. */
  readonly damaged = new Map<string, string>()
  readonly #parts: WorldParts
  /** What the check has told, and the first use need not tell again. */
  readonly #told = new Set<string>()

  constructor(parts: WorldParts) {
    this.#parts = parts
  }

  /** The data of a world, stored or new. Resolves with a Problem when it is damaged, or when the store cannot be used. */
  async open(name: string, isCheck = false): Promise<Data | Problem> {
    const { store, fixtures, maxWorldBytes, checkData, notify } = this.#parts
    let kept: WorldStore | undefined
    try {
      kept = await store.open(name)
      const { saved } = kept
      const [violation] = saved ? checkData(saved) : []
      if (saved && violation) throw damagedAt(saved.place, violation)
      if (saved?.notice && !this.#told.delete(saved.notice)) {
        notify(saved.notice)
        if (isCheck) this.#told.add(saved.notice)
      }
      this.damaged.delete(name)
      const data = new Data(kept, fixtures, maxWorldBytes)
      // A world may have been stored under another bound.
      if (data.bytes > maxWorldBytes)
        notify(
          `the world ${name} has ${data.bytes} bytes, and the bound of a world is ${maxWorldBytes} (option maxWorldBytes): it takes no more items`,
        )
      return data
    } catch (error) {
      await kept?.close().catch(() => {})
      // When the whole store cannot be used, the error says nothing about this world.
      const outage = error instanceof Problem ? undefined : await store.check().catch(unavailable)
      return outage ?? this.#noteDamage(name, error instanceof Problem ? error : unavailable(error))
    }
  }

  async checkAll(signal: AbortSignal, checkOne: (name: string) => Promise<void>): Promise<void> {
    const { store, notify } = this.#parts
    try {
      await setTimeout(CHECK_AFTER_MS, undefined, { signal })
      for (const { name } of await store.list()) {
        if (signal.aborted) return
        await checkOne(name)
        await setImmediate()
      }
    } catch (error) {
      if (!signal.aborted) notify(`${store.place}: the kept worlds could not be checked: ${messageOf(error)}`)
    }
  }

  async check(name: string): Promise<void> {
    const data = await this.open(name, true)
    if (data instanceof Data) await data.writes.close()
  }

  #noteDamage(name: string, problem: Problem): Problem {
    if (this.damaged.get(name) !== problem.message) this.#parts.notify(`the world ${name} is damaged: ${problem.message}`)
    this.damaged.set(name, problem.message)
    return problem
  }
}
