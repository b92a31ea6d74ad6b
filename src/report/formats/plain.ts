// Texts that a client chose, made harmless for people and programs: paths, names of tests, values in messages. Every format
// but JSON begins with this, and adds the escapes of its own syntax.

const MAX_LENGTH = 500

/** Control and format characters, ends of lines, halves of surrogate pairs, and code points without a character. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * A text on one line, with escapes in place of what a reader cannot see, as `\x1b`. The commands of GitHub's log are taken
 * apart: a runner obeys `::` at the beginning of a line, and `##[` anywhere.
 */
export function plain(text: string): string {
  return shorten(text, MAX_LENGTH)
    .replaceAll(UNSEEN, (letter) => SHORT[letter] ?? escapeOf(letter.codePointAt(0) ?? 0))
    .replaceAll(/:(?=:)/g, ': ')
    .replaceAll('##[', '# #[')
}

const escapeOf = (code: number) => (code <= 0xff ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`)

/** A value with every text in it made harmless: formats begin with this, and need not ask where a text came from. */
export function harmless<T>(value: T): T {
  if (typeof value === 'string') return plain(value) as T
  if (Array.isArray(value)) return value.map(harmless) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, harmless(item)])) as T
}

/** At most so many letters, the last of them an ellipsis. No surrogate pair is cut in two. */
export const shorten = (text: string, max: number) =>
  text.length > max ? `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text
