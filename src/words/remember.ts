// A reader of texts that keeps what it made of the last ones: the same few come with every request.

const MAX_REMEMBERED = 1000
/** Longer texts are read each time, so that what is kept is bounded in bytes. */
const MAX_LENGTH = 1000

/** Wraps a reader whose result depends on the text alone. The oldest results give way; `isKept` leaves some out. */
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
