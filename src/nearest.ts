// The likely spelling meant by a name that is not known.

import leven from 'leven'

const MAX_EDITS = 2
/** No known name is near one that is longer. */
const MAX_LENGTH = 100

/** The nearest of the known names, at most two edits away and not wholly another one; undefined without one. */
export function findNearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined
  const lower = name.toLowerCase()
  let nearest: string | undefined
  let least = MAX_EDITS + 1
  for (const candidate of known) {
    const edits = leven(candidate.toLowerCase(), lower, { maxDistance: least })
    if (edits >= least || edits >= candidate.length) continue
    nearest = candidate
    least = edits
  }
  return nearest
}
