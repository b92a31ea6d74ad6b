// Splits JSON text into tokens, and finds the place of a mistake. The tokens are the written texts, not values, so that long
// numbers keep their digits.

export type Kind = 'mark' | 'name' | 'string' | 'number' | 'word' | 'blank'

export interface Token {
  readonly kind: Kind
  readonly text: string
}

export interface Fault {
  readonly at: number
  readonly message: string
}

export interface Scan {
  readonly tokens: readonly Token[]
  readonly fault?: Fault
}

const BLANK = /[ \t\r\n]*/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259 §7 wants them escaped
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /true|false|null/y

/** The tokens that are allowed next. */
type Next = 'value' | 'item' | 'first name' | 'name' | 'colon' | 'more' | 'end'

const EXPECTED: Readonly<Record<Next, string>> = {
  value: 'a value',
  item: 'a value or ]',
  'first name': 'a name in quotation marks or }',
  name: 'a name in quotation marks',
  colon: 'a colon',
  more: 'a comma or the end of the object or list',
  end: 'nothing more',
}

export const scanJson = (text: string): Scan => new Scanner(text).scan()

class Scanner {
  readonly #text: string
  readonly #tokens: Token[] = []
  readonly #open: ('{' | '[')[] = []
  #next: Next = 'value'
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  scan(): Scan {
    for (;;) {
      this.#at += this.#match(BLANK).length
      const letter = this.#text[this.#at]
      if (letter === undefined && this.#next === 'end') return { tokens: this.#tokens }
      const message = letter === undefined ? `the text ends, but ${EXPECTED[this.#next]} is missing` : this.#read(letter)
      if (message !== undefined) return { tokens: this.#tokens, fault: { at: this.#at, message } }
    }
  }

  /** Reads a token. Returns a message when no allowed token begins with this letter. */
  #read(letter: string): string | undefined {
    const next = this.#next
    const takesValue = next === 'value' || next === 'item'
    if (letter === '"' && (takesValue || next === 'name' || next === 'first name')) return this.#readString(takesValue)
    if (takesValue && (letter === '{' || letter === '[')) {
      this.#open.push(letter)
      this.#take('mark', letter, letter === '{' ? 'first name' : 'item')
    } else if (this.#closes(letter)) {
      this.#open.pop()
      this.#take('mark', letter, this.#afterValue())
    } else if (letter === ',' && next === 'more') this.#take('mark', letter, this.#open.at(-1) === '{' ? 'name' : 'value')
    else if (letter === ':' && next === 'colon') this.#take('mark', letter, 'value')
    else if (takesValue) return this.#readScalar()
    else return `expected ${EXPECTED[next]}`
    return undefined
  }

  #closes(letter: string): boolean {
    const isFirst = this.#next === 'first name' || this.#next === 'item'
    return (isFirst || this.#next === 'more') && letter === (this.#open.at(-1) === '{' ? '}' : ']')
  }

  #readString(isValue: boolean): string | undefined {
    const word = this.#match(STRING)
    if (word === '') return 'this string has no closing quotation mark, or has a character that must be escaped'
    this.#take(isValue ? 'string' : 'name', word, isValue ? this.#afterValue() : 'colon')
    return undefined
  }

  #readScalar(): string | undefined {
    const number = this.#match(NUMBER)
    const word = number || this.#match(WORD)
    if (word === '') return `expected ${EXPECTED[this.#next]}`
    this.#take(number === '' ? 'word' : 'number', word, this.#afterValue())
    return undefined
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    return pattern.exec(this.#text)?.[0] ?? ''
  }

  #take(kind: Kind, text: string, next: Next): void {
    this.#tokens.push({ kind, text })
    this.#at += text.length
    this.#next = next
  }

  #afterValue(): Next {
    return this.#open.length === 0 ? 'end' : 'more'
  }
}

/** Deeper levels get no more blanks, because many deep lines would fill the memory with blanks. */
const MAX_INDENT = 50

/** Adds line breaks and indents to the tokens. */
export function indentJson(tokens: readonly Token[]): Token[] {
  const out: Token[] = []
  let depth = 0
  const breakLine = () => out.push({ kind: 'blank', text: `\n${'  '.repeat(Math.min(depth, MAX_INDENT))}` })
  for (const [index, token] of tokens.entries()) {
    const isMark = token.kind === 'mark'
    const opens = isMark && (token.text === '{' || token.text === '[')
    const closes = isMark && (token.text === '}' || token.text === ']')
    const before = tokens[index - 1]
    const isEmpty = closes && before?.kind === 'mark' && (before.text === '{' || before.text === '[')
    if (closes) depth -= 1
    if (closes && !isEmpty) breakLine()
    out.push(token)
    if (opens) depth += 1
    const after = tokens[index + 1]
    if (opens && !(after?.kind === 'mark' && (after.text === '}' || after.text === ']'))) breakLine()
    if (isMark && token.text === ',') breakLine()
    if (isMark && token.text === ':') out.push({ kind: 'blank', text: ' ' })
  }
  return out
}

/** The same JSON with line breaks; undefined when the text is not JSON. */
export function formatJson(text: string): string | undefined {
  const { tokens, fault } = scanJson(text)
  return fault
    ? undefined
    : indentJson(tokens)
        .map((token) => token.text)
        .join('')
}

/** `line 1, column 10` */
export function describePlace(text: string, at: number): string {
  const lines = text.slice(0, at).split('\n')
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
}
