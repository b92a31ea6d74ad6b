// Formats JSON text, and finds the place of a mistake. Works on the written text, not on values, so that long numbers keep their
// digits.

export interface JsonFault {
  readonly at: number
  readonly message: string
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259 §7 wants them escaped
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/
const TOKEN = new RegExp(`[ \\t\\r\\n]*(?:(${STRING.source})|(${SCALAR.source})|([{}[\\],:]))?`, 'y')

/** What may come next, by the place in the text: `string`, `scalar` or a mark, and the place after it. */
const PLACES = {
  value: { expected: 'a value', string: 'after', scalar: 'after', '{': 'first name', '[': 'first item' },
  'first item': { expected: 'a value or ]', string: 'after', scalar: 'after', '{': 'first name', '[': 'first item', ']': 'after' },
  'first name': { expected: 'a name in quotation marks or }', string: 'colon', '}': 'after' },
  name: { expected: 'a name in quotation marks', string: 'colon' },
  colon: { expected: 'a colon', ':': 'value' },
  '{': { expected: 'a comma or the end of the object', ',': 'name', '}': 'after' },
  '[': { expected: 'a comma or the end of the list', ',': 'item', ']': 'after' },
  item: { expected: 'a value', string: 'after', scalar: 'after', '{': 'first name', '[': 'first item' },
  end: { expected: 'nothing more' },
} as const satisfies Record<string, Readonly<Record<string, string>>>

type Place = keyof typeof PLACES

/** Deeper levels get no more blanks, because many deep lines would fill the memory with blanks. */
const MAX_INDENT = 50

/** The same JSON with line breaks and indents, or the place where the text stops being JSON. */
export function formatJson(text: string): { readonly pretty?: string; readonly fault?: JsonFault } {
  const open: ('{' | '[')[] = []
  let place: Place = 'value'
  let pretty = ''
  for (let at = 0; ; ) {
    TOKEN.lastIndex = at
    const [whole = '', string, scalar, mark = ''] = TOKEN.exec(text) ?? []
    const written = string ?? scalar ?? mark
    at += whole.length - written.length
    if (at === text.length && place === 'end') return { pretty }
    const { expected = '', ...next } = PLACES[place] as Readonly<Record<string, string>>
    const after = next[string ? 'string' : scalar ? 'scalar' : mark]
    if (after === undefined) return { fault: { at, message: describeFault(text, at, expected, 'string' in next) } }
    const isEnd = mark === '}' || mark === ']'
    if (isEnd) open.pop()
    // An empty object or list stays on its line.
    if (isEnd ? !place.startsWith('first') : /name|item/.test(place)) pretty += `\n${'  '.repeat(Math.min(open.length, MAX_INDENT))}`
    pretty += mark === ':' ? ': ' : written
    if (mark === '{' || mark === '[') open.push(mark)
    place = after === 'after' ? (open.at(-1) ?? 'end') : (after as Place)
    at += written.length
  }
}

function describeFault(text: string, at: number, expected: string, mayBeString: boolean): string {
  if (at === text.length) return `the text ends, but ${expected} is missing`
  if (text[at] === '"' && mayBeString) return 'this string has no closing quotation mark, or has a character that must be escaped'
  return `expected ${expected}`
}

/** `line 1, column 10` */
export function describePlace(text: string, at: number): string {
  const lines = text.slice(0, at).split('\n')
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
}
