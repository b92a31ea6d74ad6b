// The likely spelling meant by a name that is not known.

import leven from 'leven'

const MAX_EDITS = 2

/** The first known name that is at most two edits away and not wholly another one; undefined when none is. */
export function findNearest(name: string, known: readonly string[]): string | undefined {
  const lower = name.toLowerCase()
  return known.find(
    (candidate) => leven(candidate.toLowerCase(), lower, { maxDistance: MAX_EDITS + 1 }) <= Math.min(MAX_EDITS, candidate.length - 1),
  )
}
