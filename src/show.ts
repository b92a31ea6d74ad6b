// A value in a message: short, and on one line.

const MAX_LENGTH = 60

/** `"gold"`, `5`, `an object`. */
export function show(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = typeof value === 'string' ? JSON.stringify(value) : typeof value === 'function' ? 'a function' : String(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 3)}...` : text
}
