// Escapes texts for GitHub: annotations of a step, and Markdown.

import { shorten } from './words.ts'

/** An annotation: a line that a step writes and that GitHub shows on the run. */
export const annotation = (name: 'error' | 'warning' | 'notice', title: string, lines: readonly string[]) =>
  `::${name} title=${escapeProperty(title)}::${escapeMessage(lines.join('\n'))}\n`

/** The percent sign is escaped first, because the other escapes contain a percent sign. */
const escapeMessage = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const escapeProperty = (text: string) => escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

const MAX_LENGTH = 300

/**
 * Escapes a text, so that Markdown shows it unchanged: without markup, HTML, cells, links and mentions. After an @ comes a space
 * without width, because GitHub looks for mentions after it has removed the escapes. `invalid_body` and `a: b` need no escape.
 */
export const prose = (text: string, maxLength = MAX_LENGTH) =>
  shorten(text, maxLength)
    .replaceAll(/[\\`*[\]<>|~$]|:(?=\/\/)|&(?=#?\w+;)|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, '\\$&')
    .replaceAll(/www\./gi, 'www\\.')
    .replace(/^[-+#]|^(\d+)(?=[.)])/, (mark, digits) => (digits === undefined ? `\\${mark}` : `${digits}\\`))
    .replaceAll(/@(?=\w)/g, '@\u200b')
