// The space that all journals share. When it is used up, a journal that is larger than its share drops its own oldest
// entries. Otherwise the largest journal drops entries. So a busy world does not push out the entries of an idle world.

import { BOUNDS } from '../exchange/bounds.ts'
import type { MemoryBudget } from '../exchange/memory-budget.ts'
import { ByteQueue } from './byte-queue.ts'

export class Space {
  readonly #queues = new Set<ByteQueue>()
  readonly #memory: MemoryBudget

  constructor(memory: MemoryBudget) {
    this.#memory = memory
  }

  /** The bytes of all journals. */
  get bytes(): number {
    let sum = 0
    for (const { bytes } of this.#queues) sum += bytes
    return sum
  }

  createQueue(): ByteQueue {
    const queue = new ByteQueue()
    this.#queues.add(queue)
    return queue
  }

  drop(queue: ByteQueue): void {
    this.#queues.delete(queue)
  }

  /** Adds an entry, and drops older entries to make room. */
  add(queue: ByteQueue, entry: Uint8Array): void {
    if (queue.count === BOUNDS.exchanges) queue.shift()
    if (queue.push(entry)) return
    const growth = () => queue.growthFor(entry.length)
    while (queue.count > 0 && queue.bytes + growth() > BOUNDS.journalBytes) queue.shrink()
    while (this.bytes + growth() > this.#memory.leftForJournals) this.#findVictim(queue).shrink()
    queue.grow(entry.length)
    queue.push(entry)
  }

  /** Drops the queue, and returns a new queue with the entries to keep. */
  filter(queue: ByteQueue, isKept: (entry: Uint8Array) => boolean): ByteQueue {
    const kept = [...queue].filter(isKept)
    this.drop(queue)
    const filtered = this.createQueue()
    for (const entry of kept) this.add(filtered, entry)
    return filtered
  }

  #findVictim(own: ByteQueue): ByteQueue {
    if (own.bytes > this.#memory.leftForJournals / this.#queues.size) return own
    return [...this.#queues].reduce((a, b) => (b.bytes > a.bytes ? b : a))
  }
}
