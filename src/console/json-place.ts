// Finds the place where a text stops being JSON. It reads the text itself, because most browsers do not tell the place.

// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259 §7 wants them escaped
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/
const TOKEN = new RegExp(`[ \\t\\r\\n]*(?:(${STRING.source})|(${SCALAR.source})|([{}[\\],:]))?`, 'y')

const VALUE = { string: 'end', scalar: 'end', '{': 'a name or }', '[': 'a value or ]' }

/** Each expectation, with the tokens that meet it and the next expectation. `end` is the end of a value. */
const NEXT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a value': VALUE,
  'a value or ]': { ...VALUE, ']': 'end' },
  'a name or }': { string: 'a colon', '}': 'end' },
  'a name': { string: 'a colon' },
  'a colon': { ':': 'a value' },
  'a comma or }': { ',': 'a name', '}': 'end' },
  'a comma or ]': { ',': 'a value', ']': 'end' },
}

/** The place as an index, as line and column, and as the text that is expected there. Undefined for JSON. */
export function findPlace(text: string): { readonly at: number; readonly message: string } | undefined {
  const closers: string[] = []
  let expected = 'a value'
  for (let at = 0; ; ) {
    TOKEN.lastIndex = at
    const [whole = '', string, scalar, mark = ''] = TOKEN.exec(text) ?? []
    const token = string ?? scalar ?? mark
    at += whole.length - token.length
    const next = NEXT[expected]?.[string ? 'string' : scalar ? 'scalar' : mark]
    if (next === undefined) return at === text.length && expected === 'the end' ? undefined : { at, message: describe(text, at, expected) }
    if (mark === '{') closers.push('}')
    if (mark === '[') closers.push(']')
    if (mark === closers.at(-1)) closers.pop()
    expected = next !== 'end' ? next : closers.length > 0 ? `a comma or ${closers.at(-1)}` : 'the end'
    at += token.length
  }
}

function describe(text: string, at: number, expected: string): string {
  const before = text.slice(0, at).split('\n')
  const isOpen = text[at] === '"' && /value|name/.test(expected)
  const message = isOpen ? 'this string has no end, or a character that must be escaped' : `expected ${expected}`
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}: ${message}`
}
