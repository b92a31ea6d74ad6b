// Makes texts from clients safe for a terminal. Such a text must not move the cursor, change colours or the title, or
// change the direction of writing.

/** For a text on one line. */
export const printable = (text: string) => text.replaceAll(/[^\P{C}]/gu, '?')

/** For a message of several lines. */
export const printableLines = (text: string) => text.replaceAll(/[^\P{C}\n]/gu, '?')

/** For JSON, where control characters below U+0020 are already escaped. */
export const printableJson = (json: string) =>
  json.replaceAll(/[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (letter) => {
    return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
