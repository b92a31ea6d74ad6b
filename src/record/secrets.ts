// Hides the secrets of a request before anything of it is kept. A secret is the value of a name with a word such as `key` or `password`,
// or a value that shows by itself what it is, such as `Bearer abc`. The keys of the sandbox are no secrets. A secret is also hidden where
// the request, its reply or a message repeats it.

import querystring from 'node:querystring'
import type { Body, SentReply } from '../ground/generated/control.ts'
import { remember } from '../ground/remember.ts'

const REDACTED = '[redacted]'

/** Gives the text to show in place of a value: the value itself for the sandbox's own keys. */
type Hide = (secret: string) => string

/** A word of a name. `auth?ori[sz]` is Authorization with its usual misspellings. */
const WORD = /^(?:key|token|secret|password|cookie|jsessionid|pat|auth?ori[sz]\w*)$/

/** `X-Api-Key`, `api%5Fkey` and `apiKey` have the word `key`, and `monkey` has not. Clients send the same few names. */
export const isSecretName = remember((name: string): boolean => {
  const plain = name.replaceAll(/(?:\\u00|%(?:25)*)([0-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  const words = plain
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '-')
    .toLowerCase()
    .split(/[^a-z]+/)
  return words.some((word) => WORD.test(word)) && words.join() !== 'idempotency,key'
})

/** A value behind `Bearer`, user name and password in a URL, and a key of a well-known service. */
const SHOWN =
  /(\bBearer(?:\s|%20|\+)+(?!realm=))[^\s"'<>&,;/?#]+|(?<![\w.%+-])[\w.%+-]{1,64}:[^\s/@"'<>]{1,256}(?=@)|\b[rs]k_(?:live|test)_\w+/gi

/** A name and its separator in JSON, forms, XML, YAML, lines of headers, and the parts of `multipart/form-data`. */
const NAMED = /(?<![\w.[\]\\%-])([\w.[\]\\%-]+)(["']?\s*[:=>]\s*|"\r?\n\r?\n)/g
/** The same in a URL: `?token=a`, and `/token/a` in its path. */
const NAMED_IN_URL = /(?<![\w.[\]%-])([\w.[\]%-]+)([=/])/g

const STRING = /"(?:[^"\\]|\\.)*"?|'[^']*'?/sy
const IN_JSON = /[^\s,}\]]*/y
const IN_LINE = /[^\r\n"<&]*/y
const IN_PATH = /[^/?#;]*/y
/** Clients forget to encode `;` and `#`. It is better to hide too much than to show half of a password. */
const IN_QUERY = /[^&]*/y

function hideIn(text: string, hide: Hide, isUrl = false): string {
  const query = text.search(/[?#]/)
  const named = isUrl ? NAMED_IN_URL : NAMED
  named.lastIndex = 0
  let shown = ''
  let done = 0
  for (let match = named.exec(text); match !== null; match = named.exec(text)) {
    const [, name = '', separator = ''] = match
    const start = named.lastIndex
    // OAuth sends its code in a query (RFC 6749 §4.1.2). In a body, `code` is the code of an error.
    if (!isSecretName(name) && !(isUrl && name === 'code' && separator === '=')) continue
    const end = isUrl ? (query === -1 || start <= query ? IN_PATH : IN_QUERY) : endOf(text[start], separator)
    end.lastIndex = start
    const [value = ''] = end.exec(text) ?? []
    shown += text.slice(done, start) + hideValue(value, hide, end)
    done = start + value.length
    named.lastIndex = done
  }
  return (shown + text.slice(done)).replaceAll(SHOWN, (all, scheme = '') => scheme + hide(all.slice(scheme.length)))
}

/** An array, an object and a part of a form are hidden with all that follows. */
const REST = /.*/sy

function endOf(first = '', separator = ''): RegExp {
  if ('[{'.includes(first) || separator.endsWith('\n\n') || separator.endsWith('\r\n\r\n')) return REST
  if (`"'`.includes(first)) return STRING
  return separator.startsWith('"') ? IN_JSON : IN_LINE
}

function hideValue(value: string, hide: Hide, end: RegExp): string {
  if (value === '') return ''
  const quote = end === STRING ? value.charAt(0) : end === IN_JSON || end === REST ? '"' : ''
  const inner = end === STRING ? value.slice(1, value.length > 1 && value.endsWith(quote) ? -1 : undefined) : value
  return quote + hide(inner) + quote
}

/** A target with a secret is shown decoded, because each part of it may be escaped. */
export function hideInTarget(target: string, hide: Hide = () => REDACTED): string {
  // An escaped & is a part of a value, so it stays escaped.
  const plain = target.includes('%') ? querystring.unescape(target.replaceAll('%26', '%2526')) : target
  const shown = hideIn(plain, hide, true)
  return shown === plain ? target : shown.replaceAll(/[^!-~]+/gu, encodeURIComponent)
}

/** Clients send the same few headers. Only harmless values are remembered. */
const isHarmless = remember((value) => hideIn(value, () => REDACTED) === value, Boolean)

/** A shorter secret is not looked for elsewhere: it may be an ordinary word. */
const MIN_REPEATED = 8
/** How many secrets of a request are looked for elsewhere. */
const MAX_FOUND = 200

export class Secrets {
  /** Whether a token is a key of the sandbox. */
  readonly #isOwn: (token: string) => boolean
  readonly #found = new Set<string>()
  /** True while no secret must be looked for elsewhere, as in most requests. */
  isEmpty = true

  constructor(isOwn: (token: string) => boolean) {
    this.#isOwn = isOwn
  }

  /** `rawHeaders` are names and values in turn. Returns the same list when nothing in it has to be hidden. */
  hideInHead(target: string, rawHeaders: readonly string[]): { target: string; headers: readonly string[] } {
    const hidden = rawHeaders.map((text, at) => (at % 2 === 0 ? text : this.#hideInHeader(rawHeaders[at - 1] as string, text)))
    const shown = hideInTarget(target, this.#hide)
    const headers = hidden.map((text) => this.hideRepeated(text))
    return { target: this.hideRepeated(shown), headers: headers.every((text, at) => text === rawHeaders[at]) ? rawHeaders : headers }
  }

  hideInBody(body: Body): Body {
    return changeText(body, (text) => this.hideRepeated(hideIn(text, this.#hide)))
  }

  /** A reply may repeat values of the request. */
  hideInReply(reply: SentReply): SentReply {
    if (this.isEmpty) return reply
    const headers = Object.entries(reply.headers).map(([name, value]) => [name, this.hideRepeated(value)])
    return { ...reply, headers: Object.fromEntries(headers), body: changeText(reply.body, (text) => this.hideRepeated(text)) }
  }

  /** A text that the client wrote, for example the name of a test. */
  hideInText(text: string): string {
    return this.hideRepeated(isHarmless(text) ? text : hideIn(text, this.#hide))
  }

  /** A text that may repeat values of the request. */
  hideRepeated(text: string): string {
    if (this.isEmpty) return text
    let shown = hidePlace(text)
    for (const secret of this.#found) shown = hideCut(shown.replaceAll(secret, hideWhole), secret)
    return shown
  }

  #hide = (secret: string): string => {
    const token = secret.replace(/^Bearer +/i, '').trim()
    if (token === '' || secret === REDACTED || this.#isOwn(token)) return secret
    for (const text of new Set([secret, unescapeJson(secret)]))
      for (const part of [text, ...text.split(/(?:[\s:;,=&"']|%26)+/)]) this.#note(part)
    return REDACTED
  }

  #note(secret: string): void {
    if (secret.length < MIN_REPEATED || this.#found.size >= MAX_FOUND || this.#isOwn(secret)) return
    this.#found.add(secret)
    this.isEmpty = false
  }

  /** The scheme of Authorization helps the reader, so it is shown. */
  #hideInHeader(name: string, value: string): string {
    if (!isSecretName(name)) return isHarmless(value) ? value : hideIn(value, this.#hide)
    const [, scheme = '', secret = ''] = /^((?:Bearer|Basic|Digest) +)?(.*)$/is.exec(value) ?? []
    return scheme + this.#hide(secret)
  }
}

const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** Undoes the escapes of JSON (RFC 8259 §7). JSON.parse would not read a part of a document. */
const unescapeJson = (text: string) =>
  text.replaceAll(/\\(?:u([\da-fA-F]{4})|(.))/g, (_, code: string | undefined, char: string) =>
    code === undefined ? (CONTROLS[char] ?? char) : String.fromCharCode(Number.parseInt(code, 16)),
  )

/** A hint may name a key that begins like the refused one: `sandbox_free` for `sandbox_fre`. */
const hideWhole = (secret: string, at: number, text: string) => (/\w/.test(text.charAt(at + secret.length)) ? secret : REDACTED)

/** The end of a message of JSON.parse. */
const NOT_JSON = ' is not valid JSON'

/**
 * JSON.parse repeats the place around a mistake, which may be a part of a secret. One regular expression for the whole message would
 * take quadratic time for a body such as `, ", ", "`.
 */
function hidePlace(text: string): string {
  const end = text.lastIndexOf(NOT_JSON)
  const start = end === -1 ? -1 : text.slice(0, end).search(/, (?:\.{3})?"/)
  return start === -1 ? text : `${text.slice(0, start)} in the JSON${text.slice(end + NOT_JSON.length)}`
}

/** Messages cut long values, so a secret may end with an ellipsis. */
function hideCut(text: string, secret: string): string {
  const at = text.indexOf(secret.slice(0, MIN_REPEATED))
  const end = at === -1 ? -1 : text.indexOf('…', at)
  return end !== -1 && secret.startsWith(text.slice(at, end)) ? text.slice(0, at) + REDACTED + text.slice(end) : text
}

/** Bytes that are no UTF-8 may hold a text too. Returns the same body when nothing changes. */
function changeText(body: Body, change: (text: string) => string): Body {
  const text = body.text ?? Buffer.from(body.base64 ?? '', 'base64').toString('latin1')
  const changed = change(text)
  if (changed === text) return body
  return body.text === undefined ? { ...body, base64: Buffer.from(changed, 'latin1').toString('base64') } : { ...body, text: changed }
}
