// Carries out a task for each of many worlds, some of them at the same time.

/** Each world may hold a file open. Other calls are served between two batches. */
const BATCH = 50

export async function inBatches<Item>(items: readonly Item[], task: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += BATCH) await Promise.all(items.slice(at, at + BATCH).map(task))
}
