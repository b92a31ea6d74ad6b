// Makes texts of clients harmless: paths, names of tests, values in messages. Every format except JSON makes its report harmless
// first, and then adds the escapes of its own syntax. spec/report.schema.json describes the JSON.

const MAX_LENGTH = 500

/** Control and format characters, line ends, halves of surrogate pairs, and unassigned code points. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * A text on one line. Characters that a reader cannot see become escapes, for example `\x1b`. Commands for runners of CI get a
 * blank, so that they have no effect: `::` at the beginning of a line, and `##[` or `##vso[` anywhere.
 */
export function plain(text: string): string {
  return shorten(text, MAX_LENGTH)
    .replaceAll(UNSEEN, (letter) => SHORT[letter] ?? escapeOf(letter.codePointAt(0) ?? 0))
    .replaceAll(/:(?=:)/g, ': ')
    .replaceAll(/#(?=#\w*\[)/g, '# ')
}

const escapeOf = (code: number) => (code <= 0xff ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`)

/** Makes every text in a value harmless, so that formats need not know which texts come from clients. */
export function harmless<T>(value: T): T {
  if (typeof value === 'string') return plain(value) as T
  if (Array.isArray(value)) return value.map(harmless) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, harmless(item)])) as T
}

/** Cuts a text to this length. A cut text ends with an ellipsis, and no surrogate pair is cut in two. */
export const shorten = (text: string, max: number) =>
  text.length > max ? `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text

/** The output is safe in a log too: it cannot move the cursor of a terminal, and a runner of CI finds no command in it. */
export const renderJsonReport = (report: object) =>
  `${JSON.stringify(report, null, 2)
    .replaceAll(UNSEEN_IN_JSON, (letter) => letter.split('').map(escapeHalf).join(''))
    .replaceAll(/(?<=#)#(?=\w*\[)/g, '\\u0023')}\n`

/** Characters that JSON does not escape, but that a terminal or an editor obeys. They occur only inside strings. */
const UNSEEN_IN_JSON = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/gu

/** A character above U+FFFF has two halves, and JSON escapes each half. */
const escapeHalf = (half: string) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`
