// A reader of texts that keeps what it made of the last ones: the same few come with every request.

const MAX_REMEMBERED = 1000

/** Wraps a reader whose result depends on the text alone. The oldest results give way. */
export function remember<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const value = read(text)
    if (known.size === MAX_REMEMBERED) known.delete(known.keys().next().value ?? '')
    known.set(text, value)
    return value
  }
}
