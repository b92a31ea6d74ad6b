// Text of others, made harmless for a terminal: what they send must not move its cursor, change its colours or its title, or
// turn the direction of writing.

/** On one line. */
export const printable = (text: string) => text.replaceAll(/[^\P{C}]/gu, '?')

/** The same for a message of several lines. */
export const printableLines = (text: string) => text.replaceAll(/[^\P{C}\n]/gu, '?')

/** The same for JSON, in which control characters below U+0020 are escaped already. */
export const printableJson = (json: string) =>
  json.replaceAll(/[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (letter) => {
    return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
