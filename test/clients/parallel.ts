// Does work with a few workers at the same time.

import { setTimeout as sleep } from 'node:timers/promises'

/** The machine must not start many programs at once: a client that waits for its reply too long tries again too early. */
const BETWEEN_STARTS_MS = 250

/** Gives the results in the order of the items. The workers begin one after the other. */
export async function inParallel<Item, Result>(
  limit: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const left = [...items.entries()]
  const worker = async (_: unknown, index: number) => {
    await sleep(index * BETWEEN_STARTS_MS)
    for (let next = left.shift(); next !== undefined; next = left.shift()) results[next[0]] = await work(next[1])
  }
  await Promise.all(Array.from({ length: limit }, worker))
  return results
}
