// Random numbers from a seed. The same seed gives the same run.

export interface Random {
  /** From 0 to 1. */
  next(): number
  between(from: number, to: number): number
  /** A whole number, both ends included. */
  whole(from: number, to: number): number
  /** Each order of magnitude is as likely as the others: 10 to 100 as likely as 100 to 1000. */
  magnitude(from: number, to: number): number
  pick<Item>(items: readonly Item[]): Item
}

/** The algorithm is mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (from: number, to: number) => from + next() * (to - from)
  return {
    next,
    between,
    whole: (from, to) => Math.floor(between(from, to + 1)),
    magnitude: (from, to) => Math.exp(between(Math.log(from), Math.log(to))),
    pick: (items) => items[Math.floor(next() * items.length)] as (typeof items)[number],
  }
}
