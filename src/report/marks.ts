// Headers that may tell one try of a call from the next: counters that count up, and ids that the tries of one call share.
// An id counts only where no other call has it, so the values are remembered with the call that sent them.

import type { Exchange } from '../record/exchange.ts'

/** The name of a header, in small letters, and its value. */
export type Mark = readonly [name: string, value: string]

/** Headers that say nothing of tries. */
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

/** Sent by more than one call. */
const SHARED = ''

export class Marks {
  /** Small letters of names; undefined for plain ones. Clients send the same few names again and again. */
  readonly #names = new Map<string, string | undefined>()
  /** Which call sent a value. */
  readonly #senders = new Map<string, string>()

  /** The marks of an exchange; undefined for most. */
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

  /** Whether this call alone sent the value. */
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

/** Of `traceparent` (W3C Trace Context) the tries of one call share the trace, and each has a span of its own. */
const sharedPart = (name: string, value: string) => (name === 'traceparent' ? (value.split('-')[1] ?? value) : value)

/** Names of headers whose values are ids, whatever they look like. */
const ID_NAMES = /idempotency|request-?id|correlation|invocation|trace/
/** Long, of letters and digits: a UUID, a hash, a random token. */
const RANDOM = /^(?=.*\d)(?=.*[a-z])[\w-]{16,}$/i

export const isId = ([name, value]: Mark) => value !== '' && (ID_NAMES.test(name) || RANDOM.test(value))

/** The number that a value counts: `2`, `attempt=2; max=3`. */
export function counterOf([, value]: Mark): number | undefined {
  const digits = /^\s*(?:[a-z_-]+\s*[=:]\s*)?(\d{1,3})(?:\s*$|\s*[;/,])/i.exec(value)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
