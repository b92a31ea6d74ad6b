// The likely spelling meant by a name that is not known.

import leven from 'leven'

const MAX_EDITS = 2
/** No known name is near one that is longer. */
const MAX_LENGTH = 100
/** Fewer letters begin too many names. */
const MIN_BEGINNING = 4

/**
 * The nearest of the known names: at most two edits away and not wholly another name, or the first name that begins so, as
 * `throttled-then-ok` for `throttled`. Undefined without one. Of two that are as near, the one that begins more alike:
 * `of` means `off` rather than `on`.
 */
export function findNearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined
  const lower = name.toLowerCase()
  let nearest: string | undefined
  let least = MAX_EDITS + 1
  for (const candidate of known) {
    const edits = leven(candidate.toLowerCase(), lower, { maxDistance: MAX_EDITS + 1 })
    if (edits > Math.min(least, MAX_EDITS, candidate.length - 1)) continue
    if (edits === least && countAlike(candidate, lower) <= countAlike(nearest ?? '', lower)) continue
    nearest = candidate
    least = edits
  }
  return nearest ?? (name.length < MIN_BEGINNING ? undefined : known.find((one) => one.toLowerCase().startsWith(lower)))
}

/** How many letters two names have in common at their beginnings. */
function countAlike(name: string, lower: string): number {
  let count = 0
  while (count < lower.length && name[count]?.toLowerCase() === lower[count]) count += 1
  return count
}
