// The likely spelling meant by a name that is not known.

import leven from 'leven'

const MAX_EDITS = 2

/**
 * The known name that is the fewest edits away, at most two, and not wholly another one; undefined when none is. Of two that
 * are as near, the one that begins more alike: `of` means `off` rather than `on`.
 */
export function findNearest(name: string, known: readonly string[]): string | undefined {
  const lower = name.toLowerCase()
  const near = known
    .map((candidate) => ({ candidate, edits: leven(candidate.toLowerCase(), lower, { maxDistance: MAX_EDITS + 1 }) }))
    .filter(({ candidate, edits }) => edits <= Math.min(MAX_EDITS, candidate.length - 1))
    .sort((a, b) => a.edits - b.edits || countAlike(b.candidate, lower) - countAlike(a.candidate, lower))
  return near[0]?.candidate
}

/** How many letters two names have in common at their beginnings. */
function countAlike(name: string, lower: string): number {
  let count = 0
  while (count < lower.length && name[count]?.toLowerCase() === lower[count]) count += 1
  return count
}
