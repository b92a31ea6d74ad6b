// Finds the path that somebody likely meant, among known paths that may have parameters such as `{petId}`.

import { findNearest } from './nearest.ts'

/** The likely path: `/v1/pets/1` for `/v1/pet/1`, `/v1/store/orders` for `/v1/orders`, `/v1/store/orders` for `/v1/store`. */
export function findNearPath(path: string, known: readonly string[]): string | undefined {
  const words = path.split('/')
  // A path with fewer parameters fits fewer words by chance.
  const paths = known.map((one) => one.split('/')).sort((one, other) => one.filter(isParameter).length - other.filter(isParameter).length)
  const near = paths.map((one) => fillIn(words, one)).find((one) => one !== undefined && one !== path)
  return near ?? paths.find((one) => endsAlike(words, one))?.join('/')
}

const isParameter = (word: string) => word.startsWith('{')

/** The known path with the words of the path in place of its parameters. Undefined when another word is too different. */
function fillIn(words: readonly string[], known: readonly string[]): string | undefined {
  if (words.length > known.length || words.length < MIN_BEGINNING) return undefined
  const filled = known.map((word, index) => {
    const given = words[index]
    if (given === undefined) return word
    return isParameter(word) ? given || undefined : given === word ? word : findNearest(given, [word])
  })
  const isMeant = words.length === known.length || known[words.length - 1] === words.at(-1)
  return isMeant && !filled.includes(undefined) ? filled.join('/') : undefined
}

/** A shorter beginning fits too many paths: `['', 'v1', 'store']`. */
const MIN_BEGINNING = 3

function endsAlike(words: readonly string[], known: readonly string[]): boolean {
  const last = known.at(-1) ?? ''
  return !isParameter(last) && findNearest(words.at(-1) ?? '', [last]) === last
}
