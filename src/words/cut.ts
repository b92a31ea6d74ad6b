// Texts of clients that are kept for long.

/** The beginning of a text. A copy, because a slice would keep the whole text in memory. */
export const cut = (text: string, length: number) => (text.length <= length ? text : Buffer.from(text.slice(0, length)).toString())
