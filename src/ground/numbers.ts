// Numbers for people: counts with their nouns, percentages and durations. Also the beginnings of long lists.

/** "1 rule", "2 rules", "1,000 rules". `many` is for other plurals: "2 tries". */
export const count = (number: number, one: string, many = `${one}s`) => `${number.toLocaleString('en')} ${number === 1 ? one : many}`

/** `a, b or c`. Intl.ListFormat would take 5 MiB of memory. */
export const listChoices = (names: readonly string[]) =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' or ')

/** "a, b and 3 more": the first names, and how many others there are. */
export const listSome = (names: readonly string[], most: number) =>
  names.slice(0, most).join(', ') + (names.length > most ? ` and ${names.length - most} more` : '')

/** Rounds down to a tenth, so that 100 % means all. */
export const showPercent = (percent: number) => `${Math.floor(percent * 10) / 10} %`

/** "0.8 s", "12.4 s". */
export const seconds = (value: number) => `${Number(value.toFixed(value < 10 ? 2 : 1))} s`

/** "5.2 ms", "80 ms", "12.4 s". */
export const showMs = (ms: number) => (ms < 100 ? `${Number(Math.max(0, ms).toFixed(ms < 10 ? 1 : 0))} ms` : seconds(ms / 1000))
