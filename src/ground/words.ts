// Words for people: values, places, types, lists, numbers, durations, likely spellings, and words for a shell.

import leven from 'leven'
import { BOUNDS } from './bounds.ts'

/** The beginning of a text, as a copy: a slice would keep the whole text in memory. */
export const cut = (text: string, length: number) => (text.length <= length ? text : Buffer.from(text.slice(0, length)).toString())

/** Cuts a text for a reader, with an ellipsis at the end. No surrogate pair is cut in two. */
export const shorten = (text: string, max: number = BOUNDS.shownValue) =>
  text.length > max ? `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text

export function show(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value === 'function') return 'a function'
  // A text may have a megabyte, so only its shown part is rendered.
  return typeof value === 'string' ? JSON.stringify(shorten(value)) : shorten(String(value))
}

/** `steps[0].respond` for `['steps', 0, 'respond']`. */
export const showPath = (path: readonly (string | number)[]) =>
  path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${step.slice(0, BOUNDS.shownValue)}`))
    .join('')

/** "a string or an object" */
export const nameTypes = (types: unknown) =>
  [types]
    .flat()
    .map((type) => (type === 'null' ? 'null' : `${/^[aeio]/.test(String(type)) ? 'an' : 'a'} ${type}`))
    .join(' or ')

const QUOTED: Readonly<Record<string, RegExp>> = {
  integer: /^-?\d+$/,
  number: /^-?\d+(\.\d+)?$/,
  boolean: /^(true|false)$/,
}

/** For a text such as `"5"` where a value of one of these types is wanted. */
export const hintAboutQuotes = (value: unknown, ...types: readonly string[]) =>
  typeof value === 'string' && types.some((type) => QUOTED[type]?.test(value)) ? ': leave out the quotation marks' : ''

/** "1 rule", "2 rules", "1,000 rules". `many` is for other plurals: "2 tries". */
export const count = (number: number, one: string, many = `${one}s`) => `${withCommas(number)} ${number === 1 ? one : many}`

/** "1,000". Intl would take 8 MiB of memory. */
export const withCommas = (number: number) => String(number).replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** `a, b or c`. Intl.ListFormat would take 5 MiB of memory. */
export const listChoices = (names: readonly string[]) =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' or ')

/** "a, b and 3 more" */
export const listSome = (names: readonly string[], most: number) =>
  names.slice(0, most).join(', ') + (names.length > most ? ` and ${names.length - most} more` : '')

export const joinSentences = (sentences: readonly string[]) =>
  sentences.slice(0, MAX_SENTENCES).join('; ') + (sentences.length > MAX_SENTENCES ? `; and ${sentences.length - MAX_SENTENCES} more` : '')

const MAX_SENTENCES = 5

/** Rounds down to a tenth, so that 100 % means all. */
export const showPercent = (percent: number) => `${Math.floor(percent * 10) / 10} %`

/** "0.8 s", "12.4 s". */
export const seconds = (value: number) => `${Number(value.toFixed(value < 10 ? 2 : 1))} s`

/** "5.2 ms", "80 ms", "12.4 s". */
export const showMs = (ms: number) => (ms < 100 ? `${Number(Math.max(0, ms).toFixed(ms < 10 ? 1 : 0))} ms` : seconds(ms / 1000))

const MAX_EDITS = 2
/** A longer name has no near name. */
const MAX_LENGTH = 100
/** A shorter beginning fits too many names. */
const MIN_BEGINNING = 4

/**
 * The known name with the fewest edits: at most two, in at most half of its letters. Of two equally near names, the one that begins with
 * the given name wins: `of` means `off` and not `on`. Otherwise the first name that begins with the given name (`throttled-then-ok` for
 * `throttled`), or that the given name begins with (`status` for `statusCode`).
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

/** A sentence about the first unknown option, or about options that are no object. */
export function findUnknown(options: unknown, known: readonly string[]): string | undefined {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    return `the options must be an object with ${listChoices(known)}, got ${show(options)}`
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown === undefined) return undefined
  return `${shorten(unknown)} is not an option${didYouMean(unknown, known, ` (known: ${known.join(', ')})`)}`
}

/** The end of a sentence about an unknown name: its likely spelling, or `otherwise`. */
export function didYouMean(name: string, known: readonly string[], otherwise = ''): string {
  const near = findNearest(name, known)
  return near === undefined ? otherwise : `: did you mean ${near}?`
}

/** The likely path among known paths such as `/v1/pets/{petId}`: `/v1/pets/1` for `/v1/pet/1`, `/v1/store/orders` for `/v1/store`. */
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

/** Puts a word in quotation marks if it has characters that are special in a shell. */
export const quote = (word: string) => (/^[\w./:@%+=,-]+$/.test(word) ? word : quoteAlways(word))

export const quoteAlways = (word: string) => `'${word.replaceAll("'", "'\\''")}'`
