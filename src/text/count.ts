// A number with its noun in the right form, for messages.

/** "1 rule", "2 rules", "1,000 rules". `many` is for other plurals: "2 tries". */
export const count = (number: number, one: string, many = `${one}s`) => `${number.toLocaleString('en')} ${number === 1 ? one : many}`
