// Quotes words for a shell.

/** The word itself, or the word in quotation marks if it has characters that are special in a shell. */
export const quote = (word: string) => (/^[\w./:@%+=,-]+$/.test(word) ? word : quoteAlways(word))

export const quoteAlways = (word: string) => `'${word.replaceAll("'", "'\\''")}'`
