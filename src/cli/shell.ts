// Words as a shell reads them.

/** A word as it is, or in quotation marks where a shell would read it otherwise. */
export const quote = (word: string) => (/^[\w./:@%+=,-]+$/.test(word) ? word : quoteAlways(word))

/** A word in quotation marks. */
export const quoteAlways = (word: string) => `'${word.replaceAll("'", "'\\''")}'`
