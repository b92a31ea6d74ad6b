// `once` keeps one value. `remember` keeps the last results of a function of a text, because the same few texts come with every request.

const MAX_REMEMBERED = 1000
/** A longer text is not remembered, so that the memory has a limit in bytes. */
const MAX_LENGTH = 1000

/** The result of `read` must depend only on its text. Keeps the results for which `isKept` is true, and drops the oldest first. */
export function remember<Value>(read: (text: string) => Value, isKept: (value: Value) => boolean = () => true): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const value = read(text)
    if (text.length > MAX_LENGTH || !isKept(value)) return value
    if (known.size === MAX_REMEMBERED) known.delete(known.keys().next().value ?? '')
    known.set(text, value)
    return value
  }
}

/** Makes a value at its first use. A promise that was rejected is not kept: the next use tries again. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    if (made) return made.value
    made = { value: make() }
    if (made.value instanceof Promise) made.value.catch(() => (made = undefined))
    return made.value
  }
}
