// Makes texts from clients safe for a terminal and for the log of a CI run. Such a text must not move the cursor, change
// colours or the title, or change the direction of writing. It must not be a command for the runner of the CI either.

/** For a text on one line. */
export const printable = (text: string) => withoutCommands(text.replaceAll(/[^\P{C}]/gu, '?'))

/** For a message of several lines. */
export const printableLines = (text: string) => withoutCommands(text.replaceAll(/[^\P{C}\n]/gu, '?'))

/** For JSON, where control characters below U+0020 are already escaped. */
export const printableJson = (json: string) =>
  json.replaceAll(/[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|(?<=#)#(?=\w*\[)/g, (letter) => {
    return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  })

/**
 * Puts a blank into commands of CI runners, so that they have no effect. GitHub obeys `::` at the beginning of a line, and
 * `##[` anywhere. Azure obeys `##vso[`, and TeamCity `##teamcity[`.
 */
const withoutCommands = (text: string) => text.replaceAll(/^(\s*):(?=:)/gm, '$1: ').replaceAll(/#(?=#\w*\[)/g, '# ')
