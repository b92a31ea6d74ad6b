// Reads server-sent events (WHATWG HTML §9.2.6) out of the text in which they come.

export interface ParsedEvent {
  readonly type: string
  readonly id?: string
  readonly text: string
}

export class EventParser {
  #rest = ''
  #fields = new Map<string, string>()
  /** After so many milliseconds a reader that lost its connection comes back. */
  retry = 1000

  /** The events that are whole with this text. */
  push(text: string): ParsedEvent[] {
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/)
    this.#rest = lines.pop() ?? ''
    return lines.flatMap((line) => this.#readLine(line))
  }

  #readLine(line: string): ParsedEvent[] {
    if (line === '') return this.#take()
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
    const before = this.#fields.get(name)
    if (name === 'retry' && /^\d+$/.test(value)) this.retry = Number(value)
    else if (name === 'data' && before !== undefined) this.#fields.set(name, `${before}\n${value}`)
    else this.#fields.set(name, value)
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
