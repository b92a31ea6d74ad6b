// The space that all journals share. When it is used up, a journal that is larger than its share drops its own oldest
// entries. Otherwise the largest journal drops entries. So a busy world does not push out the entries of an idle world.

import { BOUNDS } from '../exchange/bounds.ts'
import type { MemoryBudget } from '../exchange/memory-budget.ts'
import { ByteQueue } from './byte-queue.ts'

export class Space {
  readonly #queues = new Set<ByteQueue>()
  readonly #memory: MemoryBudget
  #total = 0

  constructor(memory: MemoryBudget) {
    this.#memory = memory
  }

  /** The bytes of all journals. */
  get bytes(): number {
    return this.#total
  }

  createQueue(): ByteQueue {
    const queue = new ByteQueue()
    this.#queues.add(queue)
    return queue
  }

  drop(queue: ByteQueue): void {
    if (this.#queues.delete(queue)) this.#total -= queue.bytes
  }

  /** Adds an entry, and drops older entries to make room. */
  add(queue: ByteQueue, entry: Uint8Array): void {
    if (queue.count === BOUNDS.exchanges) this.#change(queue, () => queue.shift())
    if (queue.growthFor(entry.length) > 0) this.#makeRoom(queue, entry.length)
    this.#change(queue, () => queue.push(entry))
  }

  /** Drops the queue, and returns a new queue with the entries to keep. */
  filter(queue: ByteQueue, isKept: (entry: Uint8Array) => boolean): ByteQueue {
    const kept = [...queue].filter(isKept)
    this.drop(queue)
    const filtered = this.createQueue()
    for (const entry of kept) this.add(filtered, entry)
    return filtered
  }

  #makeRoom(queue: ByteQueue, size: number): void {
    while (queue.count > 0 && queue.bytes + queue.growthFor(size) > BOUNDS.journalBytes) this.#shrink(queue)
    while (this.#total + queue.growthFor(size) > this.#memory.leftForJournals) this.#shrink(this.#findVictim(queue))
  }

  #shrink(queue: ByteQueue): void {
    this.#change(queue, () => queue.shrink())
  }

  /** Every change of a queue passes here, because each one can take memory or give it back. */
  #change(queue: ByteQueue, change: () => void): void {
    const before = queue.bytes
    change()
    this.#total += queue.bytes - before
  }

  #findVictim(own: ByteQueue): ByteQueue {
    if (own.bytes > this.#memory.leftForJournals / this.#queues.size) return own
    return [...this.#queues].reduce((a, b) => (b.bytes > a.bytes ? b : a))
  }
}
