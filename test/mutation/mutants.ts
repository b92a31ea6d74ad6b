// The mutants of a file: one small change each.

import { KINDS, type Kind, OPERATORS } from './operators.ts'
import type { Region } from './regions.ts'
import { childrenOf, type Node, parse } from './syntax.ts'

export interface Mutant extends Region {
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly kind: Kind
  /** The text that is there now, and the text in its place. */
  readonly before: string
  readonly after: string
}

/** Finds all mutants of a file, in the order of their places. */
export function findMutants(file: string, source: string): Mutant[] {
  const found = new Map<string, Omit<Mutant, 'line'>>()
  const visit = (node: Node) => {
    for (const kind of KINDS) {
      for (const { start, end, text } of OPERATORS[kind](node, source)) {
        const before = source.slice(start, end)
        if (text !== before) found.set(`${start} ${end} ${text}`, { file, start, end, kind, before, after: text })
      }
    }
    for (const child of childrenOf(node)) visit(child)
  }
  visit(parse(file, source))
  const ordered = [...found.values()].sort((one, other) => one.start - other.start || one.end - other.end)
  let [line, done] = [1, 0]
  return ordered.map((mutant) => {
    line += source.slice(done, mutant.start).split('\n').length - 1
    done = mutant.start
    return { ...mutant, line }
  })
}

/** The file with the change. */
export const mutate = (source: string, { start, end, after }: Mutant) => source.slice(0, start) + after + source.slice(end)

/** Takes a sample that is spread evenly over a list: one of each stretch, by chance. */
export function takeSample<Item>(items: readonly Item[], count: number, seed: number): Item[] {
  if (count >= items.length) return [...items]
  const random = createRandom(seed)
  return Array.from({ length: count }, (_, index) => items[Math.floor(((index + random()) * items.length) / count)] as Item)
}

/** Numbers from 0 to 1, always the same for a seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
