// Hides the secrets of a request before anything of it is kept: in its target, headers and body, and in the messages and the
// reply that repeat a value. A secret stands under a name of secret-names.ts, begins with a scheme such as Bearer, or has the
// form of a well-known token. In doubt a value is hidden, because a secret that was shown once is no longer a secret.

import querystring from 'node:querystring'
import type { Body, SentReply } from '../../spec/control.ts'
import { type Hide, hideAfterScheme, hideInText, hideInUrl, REDACTED } from './find-secrets.ts'
import { kindOf } from './secret-names.ts'

/** Whether a token is a key of the sandbox. Such keys are not secrets, and are shown. */
export type IsOwn = (token: string) => boolean

/** A message that repeats fewer letters of a secret tells nothing. */
const MIN_REPEATED = 6
/** A message can repeat only few values. */
const MAX_FOUND = 200
/** Header names whose last harmless value is remembered. A longer value is searched each time. */
const MAX_NAMES = 100
const MAX_VALUE = 300

/** Shared by all requests of a sandbox. */
export interface SecretMemory {
  readonly isOwn: IsOwn
  /** The last harmless value of each header. Clients send the same values again and again. */
  readonly harmless: Map<string, string>
  /** A request had a secret in its body. Later replies may repeat it, so they are searched too. */
  inBody: boolean
}

export const createSecretMemory = (isOwn: IsOwn): SecretMemory => ({ isOwn, harmless: new Map(), inBody: false })

/** The secrets that were found in one request. */
export class Secrets {
  readonly #memory: SecretMemory
  /** Undefined while nothing has to be hidden, as in most requests. */
  found: Set<string> | undefined

  constructor(memory: SecretMemory) {
    this.#memory = memory
  }

  /** A request target, and raw headers: name, value, name, value … Each may repeat a secret of the other. */
  hideInHead(target: string, rawHeaders: readonly string[]): { target: string; headers: readonly string[] } {
    const headers = this.#hideInHeaders(rawHeaders)
    const shown = hideInUrl(target, this.#hide)
    return this.found
      ? { target: this.hideRepeated(shown), headers: headers.map((text) => this.hideRepeated(text)) }
      : { target: shown, headers }
  }

  /** The same list when nothing has to be hidden. */
  #hideInHeaders(rawHeaders: readonly string[]): readonly string[] {
    let shown: string[] | undefined
    for (let at = 1; at < rawHeaders.length; at += 2) {
      const value = rawHeaders[at] as string
      const hidden = this.#hideInHeader(rawHeaders[at - 1] as string, value)
      if (hidden === value) continue
      shown ??= [...rawHeaders]
      shown[at] = hidden
    }
    return shown ?? rawHeaders
  }

  /** The record of the body of the request. */
  hideInBody(body: Body): Body {
    const shown = changeText(body, (text) => this.hideRepeated(hideInText(text, this.#hide)))
    if (shown !== body) this.#memory.inBody = true
    return shown
  }

  /** The record of the reply. `hasTexts` says that a scenario may have put secrets of its own into it. */
  hideInReply(reply: SentReply, hasTexts: boolean): SentReply {
    const isSearched = hasTexts || this.#memory.inBody
    if (!isSearched && this.found === undefined) return reply
    const { status, body } = reply
    const hidden = Object.entries(reply.headers).map(([name, value]) => [name, hasTexts ? this.#hideInHeader(name, value) : value])
    const shown = changeText(body, (text) => this.hideRepeated(isSearched ? hideInText(text, this.#hide) : text))
    return { status, headers: Object.fromEntries(hidden), body: shown }
  }

  /** A text of the sandbox that may repeat values of the request. */
  hideRepeated(text: string): string {
    if (this.found === undefined) return text
    // The parser of JSON repeats the place around a mistake, which may be a part of a secret.
    let shown = text.replace(/, (?:\.{3})?".*"(?:\.{3})? is not valid JSON/s, ' in the JSON')
    for (const secret of this.found) shown = hideBeginnings(shown, secret, this.#memory.isOwn)
    return shown
  }

  get #hide(): Hide {
    return (secret) => {
      const { isOwn } = this.#memory
      if (secret === REDACTED || isOwn(secret) || isOwn(tokenOf(secret))) return secret
      for (const part of [secret, ...secret.split(/[\s;,=&"']+/)]) this.#note(part)
      return REDACTED
    }
  }

  #note(secret: string): void {
    if (secret.length < MIN_REPEATED) return
    this.found ??= new Set()
    if (this.found.size < MAX_FOUND) this.found.add(secret).add(querystring.unescape(secret))
  }

  #hideInHeader(name: string, value: string): string {
    const { harmless } = this.#memory
    if (harmless.get(name) === value) return value
    const kind = kindOf(name)
    if (kind === 'credential') return hideAfterScheme(value, this.#hide) ?? this.#hide(value)
    const shown = kind === 'url' ? this.#hideInUrls(value) : (hideAfterScheme(value, this.#hide) ?? hideInText(value, this.#hide))
    if (shown === value && value.length <= MAX_VALUE && (harmless.size < MAX_NAMES || harmless.has(name))) harmless.set(name, value)
    return shown
  }

  /** The header Link has its URLs in angle brackets. The other headers are one URL. */
  #hideInUrls(value: string): string {
    return value.includes('<') ? value.replaceAll(/(?<=<)[^>]*/g, (url) => hideInUrl(url, this.#hide)) : hideInUrl(value, this.#hide)
  }
}

/** The token of `Bearer <token>` (RFC 6750 §2.1), or the whole value. */
const tokenOf = (value: string) => value.replace(/^Bearer +/i, '').trim()

/** Changes the text of a body. Bytes that are no UTF-8 may hold a text too. Returns the same body when nothing changes. */
function changeText(body: Body, change: (text: string) => string): Body {
  const text = body.text ?? Buffer.from(body.base64 ?? '', 'base64').toString('latin1')
  const changed = change(text)
  if (changed === text) return body
  return body.text === undefined ? { ...body, base64: Buffer.from(changed, 'latin1').toString('base64') } : { ...body, text: changed }
}

/** The characters of a key of the sandbox. No key is longer, and a client may repeat the beginning of a secret thousands of times. */
const OWN_TOKEN = /^[\w.-]{1,256}/

/** All keys of the sandbox begin with it, and so does a misspelled one. */
const OWN_BEGINNING = 'sandbox_'

/** Hides a secret, and each beginning of it, because messages cut long values. */
function hideBeginnings(text: string, secret: string, isOwn: (token: string) => boolean): string {
  const beginning = secret.slice(0, MIN_REPEATED)
  let shown = ''
  let done = 0
  for (let at = text.indexOf(beginning); at !== -1; at = text.indexOf(beginning, done)) {
    let end = at + beginning.length
    while (end < text.length && text[end] === secret[end - at]) end += 1
    // A hint may name an own key that begins like the refused one: `sandbox_free` for `sandbox_freee`. `sandbox` is a word of messages too.
    const [token = ''] = OWN_TOKEN.exec(text.slice(at)) ?? []
    const repeated = text.slice(at, end)
    shown += text.slice(done, at) + (isOwn(token) || OWN_BEGINNING.startsWith(repeated) ? repeated : REDACTED)
    done = end
  }
  return shown + text.slice(done)
}
