// Splits JSON text into tokens, and finds the place of a mistake. The tokens are the written texts, not values, so that long
// numbers keep their digits.

type Kind = 'mark' | 'name' | 'string' | 'scalar' | 'blank'

export interface Token {
  readonly kind: Kind
  readonly text: string
}

export interface Scan {
  readonly tokens: readonly Token[]
  readonly fault?: { readonly at: number; readonly message: string }
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
  '[': { expected: 'a comma or the end of the list', ',': 'value', ']': 'after' },
  end: { expected: 'nothing more' },
} as const satisfies Record<string, Readonly<Record<string, string>>>

type Place = keyof typeof PLACES

export function scanJson(text: string): Scan {
  const tokens: Token[] = []
  const open: ('{' | '[')[] = []
  let place: Place = 'value'
  for (let at = 0; ; ) {
    TOKEN.lastIndex = at
    const [whole = '', string, scalar, mark] = TOKEN.exec(text) ?? []
    const written = string ?? scalar ?? mark ?? ''
    at += whole.length - written.length
    if (at === text.length && place === 'end') return { tokens }
    const { expected, ...next } = PLACES[place] as Readonly<Record<string, string>>
    const after: string | undefined = next[string ? 'string' : scalar ? 'scalar' : (mark ?? 'none')]
    if (after === undefined) return { tokens, fault: { at, message: describeFault(text, at, expected, 'string' in next) } }
    if (mark === '{' || mark === '[') open.push(mark)
    if (mark === '}' || mark === ']') open.pop()
    tokens.push({ kind: mark ? 'mark' : scalar ? 'scalar' : after === 'colon' ? 'name' : 'string', text: written })
    place = after === 'after' ? (open.at(-1) ?? 'end') : (after as Place)
    at += written.length
  }
}

function describeFault(text: string, at: number, expected: string | undefined, mayBeString: boolean): string {
  if (at === text.length) return `the text ends, but ${expected} is missing`
  if (text[at] === '"' && mayBeString) return 'this string has no closing quotation mark, or has a character that must be escaped'
  return `expected ${expected}`
}

/** Deeper levels get no more blanks, because many deep lines would fill the memory with blanks. */
const MAX_INDENT = 50

/** Adds line breaks and indents to the tokens. */
export function indentJson(tokens: readonly Token[]): Token[] {
  let depth = 0
  const lineBreak = (): Token => ({ kind: 'blank', text: `\n${'  '.repeat(Math.min(depth, MAX_INDENT))}` })
  return tokens.flatMap((token, index) => {
    const { text } = token
    if (token.kind !== 'mark') return [token]
    if (text === ':') return [token, { kind: 'blank', text: ' ' }]
    if (text === ',') return [token, lineBreak()]
    const isEmpty = (other: Token | undefined, marks: string) => other?.kind === 'mark' && marks.includes(other.text)
    if (text === '{' || text === '[') {
      depth += 1
      return isEmpty(tokens[index + 1], '}]') ? [token] : [token, lineBreak()]
    }
    depth -= 1
    return isEmpty(tokens[index - 1], '{[') ? [token] : [lineBreak(), token]
  })
}

/** The same JSON with line breaks; undefined when the text is not JSON. */
export function formatJson(text: string): string | undefined {
  const { tokens, fault } = scanJson(text)
  return fault ? undefined : renderTokens(indentJson(tokens))
}

export const renderTokens = (tokens: readonly Token[]) => tokens.map(({ text }) => text).join('')

/** `line 1, column 10` */
export function describePlace(text: string, at: number): string {
  const lines = text.slice(0, at).split('\n')
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
}
