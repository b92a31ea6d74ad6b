// Renders the report for programs. spec/report.schema.json describes it. The output is safe in a log: it cannot move the cursor of a
// terminal, and a runner of CI finds no command in it.

/** Characters that JSON does not escape, but that a terminal or an editor obeys. They occur only inside strings. */
const UNSEEN = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/gu

/** A character above U+FFFF has two halves, and JSON escapes each half. */
const escapeLetter = (letter: string) => letter.split('').map(escapeHalf).join('')

const escapeHalf = (half: string) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`

export const renderJsonReport = (report: object) =>
  `${JSON.stringify(report, null, 2)
    .replaceAll(UNSEEN, escapeLetter)
    .replaceAll(/(?<=#)#(?=\w*\[)/g, '\\u0023')}\n`
