// Shortens texts of clients.

import { BOUNDS } from './bounds.ts'

/** The beginning of a text that is kept for a long time, as a copy: a slice would keep the whole text in memory. */
export const cut = (text: string, length: number) => (text.length <= length ? text : Buffer.from(text.slice(0, length)).toString())

/** Cuts a text to this length for a reader. A cut text ends with an ellipsis, and no surrogate pair is cut in two. */
export const shorten = (text: string, max: number = BOUNDS.shownValue) =>
  text.length > max ? `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text
