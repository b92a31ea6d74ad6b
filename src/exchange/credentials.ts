// The only list of what is a credential, for log, journal, HAR, report and console. Values are hidden before they are
// encoded for any of these, so that no credential is missed because of its encoding.

const REDACTED = '[redacted]'

/** Whether a token is a key of the sandbox. Such keys are not secrets, and are shown. */
export type IsOwn = (token: string) => boolean

/** A name that ends with "key" may be harmless (Idempotency-Key, Sec-WebSocket-Key, sort_key). The keys in this list are credentials. */
const KEYS = [
  ...['api', 'access', 'account', 'app', 'application', 'auth', 'client', 'consumer', 'encryption', 'functions', 'license'],
  ...['master', 'private', 'secret', 'server', 'service', 'session', 'shared', 'signing', 'subscription', 'user'],
].map((kind) => `${kind}key`)

/**
 * The endings of credential names, without separators: `X-Api-Key`, `api_key` and `apiKey` are the same name. A number may
 * follow the ending. In doubt a value is hidden, because a secret that was shown once is no longer a secret.
 */
const ENDINGS = [
  // Authorization and Proxy-Authorization (RFC 9110 §11), frequent misspellings of them, and `auth` in a query.
  ...['authorization', 'authorisation', 'authentication', 'auth', 'credential', 'credentials'],
  // Cookie and Set-Cookie (RFC 6265), because they hold session ids, and session ids in a URL.
  ...['cookie', 'sessionid', 'sessid'],
  // OAuth (RFC 6749, RFC 6750 §2.3, RFC 7521, RFC 7636), and headers of many services: X-Auth-Token, Private-Token, X-CSRF-Token.
  ...['token', 'tokenhint', 'secret', 'assertion', 'jwt', 'samlresponse', 'codeverifier', 'devicecode'],
  ...['password', 'passwd', 'passphrase', 'passcode', 'pwd', 'userpass', 'authpass'],
  // Signed URLs (S3, Azure, Google): the signature alone gives access.
  ...['signature', 'sig', 'hmac', 'accesskeyid'],
  ...KEYS,
]

/** Names that are credentials only as a whole name. Google's APIs take `key`, and a CAS client sends `ticket`. */
const WHOLE = new Set(['key', 'xkey', 'pass', 'sid', 'connectsid', 'session', 'xsession', 'ticket', 'otp', 'bearer', 'dpop'])

/** Names with such an ending that are not credentials: page tokens, and a CORS header whose value is `true`. */
const HARMLESS = /(?:page|next|previous|prev|continuation|sync)token$|^accesscontrolallowcredentials$/

const CREDENTIAL = new RegExp(`(?:${ENDINGS.join('|')})$`)

/** Headers whose value is a URL. The URL may contain credentials. */
const URLS = new Set(['referer', 'location', 'contentlocation', 'link', 'xoriginalurl', 'xoriginaluri', 'xforwardeduri', 'xrewriteurl'])

type Kind = 'harmless' | 'credential' | 'url'

/** Only the end of a name matters, so longer names are cut to this length. */
const MAX_NAME = 64

/** The kind of each name that was looked up before. Clients send the same few names again and again. */
const KINDS = new Map<string, Kind>()
const MAX_KINDS = 1000

/** Whether the value of a header or a query parameter of this name is a credential. */
export const isCredential = (name: string) => kindOf(name) === 'credential'

function kindOf(name: string): Kind {
  if (isTailHarmless(name)) return 'harmless'
  const known = KINDS.get(name)
  if (known !== undefined) return known
  const kind = findKind(name)
  if (KINDS.size < MAX_KINDS && name.length <= MAX_NAME) KINDS.set(name, kind)
  return kind
}

function findKind(name: string): Kind {
  const plain = decodeAscii(name)
    .slice(-MAX_NAME)
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, '')
  if (URLS.has(plain)) return 'url'
  const word = plain.replace(/\d+$/, '')
  return WHOLE.has(word) || (CREDENTIAL.test(word) && !HARMLESS.test(word)) ? 'credential' : 'harmless'
}

/**
 * The last two letters of all these names. Every request has four or more names, and for most of them two letters already
 * show that they are harmless.
 */
const TAILS = new Set([...ENDINGS, ...WHOLE, ...URLS].map((name) => tailOf(name)))

/** The last two letters of a name as one number. Capital and small letters give the same number. 0 when they are not two letters. */
function tailOf(name: string): number {
  const last = name.charCodeAt(name.length - 1) | 32
  const before = name.charCodeAt(name.length - 2) | 32
  return isLetter(last) && isLetter(before) ? before * 128 + last : 0
}

function isLetter(code: number): boolean {
  return code >= 97 && code <= 122
}

function isTailHarmless(name: string): boolean {
  const tail = tailOf(name)
  return tail !== 0 && !TAILS.has(tail)
}

/** `%61pi_key` means `api_key` for a server that reads the query. A broken escape stays unchanged. */
const decodeAscii = (text: string) =>
  text.includes('%') ? text.replaceAll(/%([0-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text

/** Hides the credentials in raw headers (name, value, name, value …). Returns the same array when there are no credentials. */
export function redactHeaders(rawHeaders: readonly string[], isOwn: IsOwn): readonly string[] {
  let redacted: string[] | undefined
  for (let index = 1; index < rawHeaders.length; index += 2) {
    const value = rawHeaders[index] as string
    const shown = redactHeader(rawHeaders[index - 1] as string, value, isOwn)
    if (shown === value) continue
    redacted ??= [...rawHeaders]
    redacted[index] = shown
  }
  return redacted ?? rawHeaders
}

/**
 * Hides the credentials in the headers of a reply. A scenario may send headers such as Set-Cookie. Returns the same object
 * when there are no credentials.
 */
export function redactReplyHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  let redacted: Record<string, string> | undefined
  for (const name in headers) {
    const value = headers[name] as string
    const shown = redactHeader(name, value, () => false)
    if (shown === value) continue
    redacted ??= { ...headers }
    redacted[name] = shown
  }
  return redacted ?? headers
}

/** The value of a header, with credentials hidden. */
function redactHeader(name: string, value: string, isOwn: IsOwn): string {
  const kind = kindOf(name)
  if (kind === 'harmless' || value === '') return value
  if (kind === 'url') return redactUrls(value, isOwn)
  return isOwn(tokenOf(value)) ? value : (SCHEME.exec(value)?.[0] ?? '') + REDACTED
}

/**
 * The scheme of Authorization is shown, because it helps the reader of the log. A single word is hidden, because it may be
 * the secret itself.
 */
const SCHEME = /^(?:Basic|Bearer|Digest|DPoP|Negotiate|NTLM|OAuth|Token|ApiKey|AWS4-HMAC-SHA256) +(?=\S)/i

/** The token of `Bearer <token>` (RFC 6750 §2.1), or the whole value. */
const tokenOf = (value: string) => (value.startsWith('Bearer ') ? value.slice(7) : value.replace(/^Bearer +/i, '')).trim()

/** The header Link has its URLs in angle brackets. The other headers are one URL. */
const redactUrls = (value: string, isOwn: IsOwn) =>
  value.includes('<') ? value.replaceAll(/(?<=<)[^>]*/g, (url) => redactTarget(url, isOwn)) : redactTarget(value, isOwn)

/**
 * Hides the credentials in a request target or a URL: user name and password, and parameters of path, query and fragment.
 * Returns the same text when there are no credentials.
 */
export function redactTarget(target: string, isOwn: IsOwn = () => false): string {
  const shown = target.includes('@') ? redactUserinfo(target) : target
  return shown.includes('=') ? redactParameters(shown, isOwn) : shown
}

/** Also finds a URL inside a parameter, and `user:password@host:443`, the target of CONNECT. */
const redactUserinfo = (target: string) => target.replaceAll(/(\/\/|^(?=[^/]))(?:[^/?#@]*@)+/g, `$1${REDACTED}@`)

const IN_PATH = /^[^/?#]*/
/** Clients forget to encode `;` and `#`. It is better to hide too much than to show half of a password. */
const SECRET = /^[^&]*/
const OTHER = /^[^&;#?]*/

function redactParameters(target: string, isOwn: IsOwn): string {
  const query = target.search(/[?#]/)
  const mayNest = target.includes('%')
  // A parameter begins after `?`, `&` or `#`, or after `;` in a path (`/pets;jsessionid=…`) or in an old-style query.
  const parameter = /[?&;#]([^=&;#?]*)=/g
  let shown = ''
  let done = 0
  for (let match = parameter.exec(target); match !== null; match = parameter.exec(target)) {
    const isSecret = isCredential(match[1] as string)
    if (!isSecret && !mayNest) continue
    const start = parameter.lastIndex
    const isInPath = start <= query || query === -1
    const [value = ''] = (isInPath ? IN_PATH : isSecret ? SECRET : OTHER).exec(target.slice(start)) ?? []
    const shownValue = isSecret ? hide(value, isOwn) : redactNested(value, isOwn)
    if (shownValue === value) continue
    shown += target.slice(done, start) + shownValue
    done = start + value.length
    parameter.lastIndex = done
  }
  return shown + target.slice(done)
}

const hide = (value: string, isOwn: IsOwn) => (value === '' || isOwn(value) ? value : REDACTED)

/** When the value of a parameter is a URL, it may contain further credentials. */
function redactNested(value: string, isOwn: IsOwn): string {
  const inner = decodeText(value)
  const shown = inner === value ? inner : redactTarget(inner, isOwn)
  return shown === inner ? value : encodeURIComponent(shown)
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return decodeAscii(text)
  }
}
