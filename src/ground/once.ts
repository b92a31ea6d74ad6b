// Makes a value at its first use, and keeps the value. A promise that was rejected is not kept: the next use tries again.

export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    if (made) return made.value
    made = { value: make() }
    if (made.value instanceof Promise) made.value.catch(() => (made = undefined))
    return made.value
  }
}
