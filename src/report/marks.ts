// Finds marks in the headers of a request: counters that grow from try to try, and ids that the tries of one call share. An id is
// a mark only if no other call sends it. So this file remembers which call sent which value.

import type { Exchange } from '../exchange/exchange.ts'

/** The name of a header in lower case, and its value. */
export type Mark = readonly [name: string, value: string]

/** Headers that never mark a try. */
const PLAIN = new Set([
  ...['host', 'connection', 'accept', 'accept-encoding', 'accept-language', 'accept-charset', 'authorization', 'user-agent'],
  ...['content-type', 'content-length', 'content-encoding', 'transfer-encoding', 'expect', 'keep-alive', 'te', 'upgrade'],
  ...['cache-control', 'pragma', 'cookie', 'origin', 'referer', 'date', 'prefer', 'sandbox-scenario', 'sandbox-case'],
  ...[
    'sec-fetch-mode',
    'sec-fetch-site',
    'sec-fetch-dest',
    'sec-fetch-user',
    'upgrade-insecure-requests',
    'priority',
    'dnt',
    'http2-settings',
  ],
])
const MAX_VALUE = 200
const MAX_MARKS = 6
const MAX_REMEMBERED = 1000
const MAX_NAMES = 500

/** Stands for the sender of a value that more than one call has sent. */
const SHARED = ''

export class Marks {
  /** The names in lower case; undefined for a header that is no mark. Kept because clients send the same few names again and again. */
  readonly #names = new Map<string, string | undefined>()
  /** The call that sent each value. */
  readonly #senders = new Map<string, string>()

  /** The marks of an exchange; undefined without a mark, as in most exchanges. */
  see(exchange: Exchange, callOf: () => string): readonly Mark[] | undefined {
    const { headers } = exchange.request
    let marks: Mark[] | undefined
    for (let at = 0; at < headers.length; at += 2) {
      const name = this.#nameOf(headers[at] as string)
      const value = headers[at + 1] as string
      if (name === undefined || value.length > MAX_VALUE || (marks && marks.length >= MAX_MARKS)) continue
      marks ??= []
      marks.push([name, sharedPart(name, value)])
    }
    if (marks) for (const mark of marks) this.#note(mark, callOf())
    return marks
  }

  /** True when no other call has sent the value. */
  isAlone([name, value]: Mark, call: string): boolean {
    return this.#senders.get(`${name}=${value}`) === call
  }

  #nameOf(name: string): string | undefined {
    const known = this.#names.get(name)
    if (known !== undefined || this.#names.has(name)) return known
    const small = name.toLowerCase()
    const found = PLAIN.has(small) ? undefined : small
    if (this.#names.size < MAX_NAMES) this.#names.set(name, found)
    return found
  }

  #note([name, value]: Mark, call: string): void {
    const key = `${name}=${value}`
    const sender = this.#senders.get(key)
    if (sender === call || sender === SHARED) return
    if (sender === undefined && this.#senders.size >= MAX_REMEMBERED) this.#senders.delete(this.#senders.keys().next().value ?? '')
    this.#senders.set(key, sender === undefined ? call : SHARED)
  }
}

/** In `traceparent` (W3C Trace Context), the tries of one call share only the trace id. */
const sharedPart = (name: string, value: string) => (name === 'traceparent' ? (value.split('-')[1] ?? value) : value)

/** Names of headers whose values are always ids. */
const ID_NAMES = /idempotency|request-?id|correlation|invocation|trace/
/** A value that looks like an id: a UUID, a hash or a random token. */
const RANDOM = /^(?=.*\d)(?=.*[a-z])[\w-]{16,}$/i

export const isId = ([name, value]: Mark) => value !== '' && (ID_NAMES.test(name) || RANDOM.test(value))

/** The number in a counter: 2 for `2` and for `attempt=2; max=3`. */
export function counterOf([, value]: Mark): number | undefined {
  const digits = /^\s*(?:[a-z_-]+\s*[=:]\s*)?(\d{1,3})(?:\s*$|\s*[;/,])/i.exec(value)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
