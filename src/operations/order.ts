// Lists in the order of the assumption `order`.

import type { Id, Item, Page, PageOptions } from '../worlds/collection.ts'
import type { Data } from '../worlds/data.ts'
import type { Call } from '../worlds/handler.ts'

/** A page, and the id after which the next one begins. In every order but `newest-first`, a page has the same items. */
export function pageInOrder(data: Data, collection: string, options: PageOptions, { choices, random }: Call) {
  const { items, more } = choices.order === 'newest-first' ? pageBackwards(data, collection, options) : data.page(collection, options)
  return { items: choices.order === 'shuffled' ? shuffle(items, random) : items, next: more ? items.at(-1)?.id : undefined }
}

function pageBackwards(
  data: Data,
  collection: string,
  { after = Number.POSITIVE_INFINITY, limit = Number.POSITIVE_INFINITY, where = {} }: PageOptions,
): Page {
  const newest = data.page(collection, { where }).items.toReversed()
  const rest = newest.filter(({ id }) => id < after)
  return { items: rest.slice(0, limit), more: rest.length > limit }
}

/** Another order at each call, and never the ascending one. */
function shuffle(items: readonly Item[], random: () => number): Item[] {
  const ranked = items.map((item) => ({ item, rank: random() })).sort((a, b) => a.rank - b.rank)
  const shuffled = ranked.map(({ item }) => item)
  return isAscending(shuffled.map(({ id }) => id)) ? shuffled.reverse() : shuffled
}

const isAscending = (ids: readonly Id[]) => ids.every((id, index) => index === 0 || (ids[index - 1] as Id) < id)
