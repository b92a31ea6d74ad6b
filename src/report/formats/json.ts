// The report for programs: spec/report.schema.json describes it. Where a log shows it, nothing in it moves a cursor, and a
// runner of GitHub finds no command in it.

import type { Report } from '../report.ts'

/** What JSON leaves as it is, and a terminal or an editor obeys: it can only stand within strings. */
const UNSEEN = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/gu

/** A letter beyond the first plane has two halves, and JSON writes each. */
const escapeLetter = (letter: string) => letter.split('').map(escapeHalf).join('')

const escapeHalf = (half: string) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`

export const renderJsonReport = (report: Report) =>
  `${JSON.stringify(report, null, 2).replaceAll(UNSEEN, escapeLetter).replaceAll('##[', '#\\u0023[')}\n`
