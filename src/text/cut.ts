// Shortens texts of clients that are kept for a long time.

/** The beginning of a text, as a copy: a slice would keep the whole text in memory. */
export const cut = (text: string, length: number) => (text.length <= length ? text : Buffer.from(text.slice(0, length)).toString())
