// Finds the likely spelling of an unknown name, and says it.

import leven from 'leven'
import { shorten } from './cut.ts'
import { listChoices } from './numbers.ts'
import { show } from './show.ts'

const MAX_EDITS = 2
/** A longer name has no near name. */
const MAX_LENGTH = 100
/** A shorter beginning fits too many names. */
const MIN_BEGINNING = 4

/**
 * The nearest known name: a name with at most two edits, in at most half of its letters. Otherwise the first name with this
 * beginning, for example `throttled-then-ok` for `throttled`, or `status` for `statusCode`. Undefined when there is no such name. Of two equally near names, the one
 * with this beginning wins: `of` means `off` and not `on`.
 */
export function findNearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined
  const lower = name.toLowerCase()
  let nearest: string | undefined
  let least = MAX_EDITS + 1
  for (const candidate of known) {
    const edits = leven(candidate.toLowerCase(), lower, { maxDistance: MAX_EDITS + 1 })
    if (edits > Math.min(least, MAX_EDITS, candidate.length / 2)) continue
    if (edits === least && !candidate.toLowerCase().startsWith(lower)) continue
    nearest = candidate
    least = edits
  }
  if (nearest !== undefined || name.length < MIN_BEGINNING) return nearest
  const isLonger = (one: string) => one.length >= MIN_BEGINNING && lower.startsWith(one.toLowerCase()) && /^[\w-]+$/.test(name)
  return known.find((one) => one.toLowerCase().startsWith(lower)) ?? known.find(isLonger)
}

/** A sentence about the first field that an object of options does not have, or about a value that is no object. */
export function findUnknown(options: unknown, known: readonly string[]): string | undefined {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    return `the options must be an object with ${listChoices(known)}, got ${show(options)}`
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown === undefined) return undefined
  return `${shorten(unknown)} is not an option${didYouMean(unknown, known, ` (known: ${known.join(', ')})`)}`
}

/** The end of a sentence about an unknown name: the likely spelling, or `otherwise` when there is none. */
export function didYouMean(name: string, known: readonly string[], otherwise = ''): string {
  const near = findNearest(name, known)
  return near === undefined ? otherwise : `: did you mean ${near}?`
}

/**
 * The likely path among known paths, which may have parameters such as `{petId}`: `/v1/pets/1` for `/v1/pet/1`, `/v1/store/orders` for
 * `/v1/orders` or `/v1/store`.
 */
export function findNearPath(path: string, known: readonly string[]): string | undefined {
  const words = path.split('/')
  const fillIn = (one: string) =>
    one
      .split('/')
      .map((word, index) => (word.startsWith('{') && words[index]) || word)
      .join('/')
  // A path with fewer parameters fits fewer words by chance.
  const paths = known.toSorted((one, other) => one.split('{').length - other.split('{').length)
  const endsAlike = (one: string) =>
    !one.endsWith('}') && findNearest(words.at(-1) ?? '', [one.slice(one.lastIndexOf('/') + 1)]) !== undefined
  return (
    findNearest(
      path,
      paths.map(fillIn).filter((one) => one !== path),
    ) ?? paths.find(endsAlike)
  )
}
