// Parses server-sent events (WHATWG HTML §9.2.6) from text that comes in pieces.

export interface ParsedEvent {
  readonly type: string
  readonly id?: string
  readonly text: string
}

/** The most characters of a line or an event. The events of a sandbox are much shorter. */
const MAX_LENGTH = 16 * 1024 * 1024

export class EventParser {
  /** The parts of an unfinished line. They are joined only once, because a new search with each part would take longer and longer. */
  #parts: string[] = []
  #length = 0
  #fields = new Map<string, string>()
  /** A reader that lost its connection comes back after this many milliseconds. */
  retry = 1000

  /** The events that this text completes. Throws when a line, or the data of an event, is too long. */
  push(text: string): ParsedEvent[] {
    // A line end of two characters may come in two pieces.
    const whole = this.#parts.at(-1)?.endsWith('\r') ? `${this.#parts.pop()}${text}` : text
    const [first = '', ...others] = whole.split(/\r\n|\n|\r(?!$)/)
    const rest = others.pop()
    if (rest === undefined) this.#keep(first)
    const lines = rest === undefined ? [] : [this.#parts.join('') + first, ...others]
    if (rest !== undefined) {
      this.#parts = []
      this.#length = 0
      this.#keep(rest)
    }
    return lines.flatMap((line) => this.#readLine(line))
  }

  #keep(part: string): void {
    this.#parts.push(part)
    this.#length += part.length
    if (this.#length > MAX_LENGTH) throw new Error(`a line of the events is longer than ${MAX_LENGTH} characters`)
  }

  #readLine(line: string): ParsedEvent[] {
    if (line === '') return this.#take()
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
    const before = this.#fields.get(name)
    if (name === 'retry' && /^\d+$/.test(value)) this.retry = Number(value)
    else if (name === 'data' && before !== undefined) this.#fields.set(name, join(before, value))
    else if (FIELDS.has(name)) this.#fields.set(name, value)
    return []
  }

  #take(): ParsedEvent[] {
    const text = this.#fields.get('data')
    const id = this.#fields.get('id')
    const type = this.#fields.get('event') ?? 'message'
    this.#fields.clear()
    return text === undefined ? [] : [{ type, text, ...(id !== undefined && { id }) }]
  }
}

const FIELDS = new Set(['event', 'id', 'data'])

function join(before: string, value: string): string {
  if (before.length + value.length > MAX_LENGTH) throw new Error(`an event is longer than ${MAX_LENGTH} characters`)
  return `${before}\n${value}`
}
