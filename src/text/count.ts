// Numbers with their nouns, and the beginnings of long lists, for messages.

/** "1 rule", "2 rules", "1,000 rules". `many` is for other plurals: "2 tries". */
export const count = (number: number, one: string, many = `${one}s`) => `${number.toLocaleString('en')} ${number === 1 ? one : many}`

/** "a, b and 3 more": the first names, and how many others there are. */
export const listSome = (names: readonly string[], most: number) =>
  names.slice(0, most).join(', ') + (names.length > most ? ` and ${names.length - most} more` : '')
