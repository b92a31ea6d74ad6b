// The only list of names whose values are secrets. secrets.ts hides the values.

import { findNearest } from '../text/nearest.ts'
import { remember } from '../text/remember.ts'

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
  ...['password', 'passwd', 'passphrase', 'passcode', 'pwd', 'userpass', 'authpass', 'authcode', 'authorizationcode'],
  // Signed URLs (S3, Azure, Google): the signature alone gives access.
  ...['signature', 'sig', 'hmac', 'accesskeyid'],
  ...KEYS,
]

/** Names that are credentials only as a whole name. Google's APIs take `key`, and a CAS client sends `ticket`. */
const WHOLE = new Set(['key', 'xkey', 'pass', 'sid', 'connectsid', 'session', 'xsession', 'ticket', 'otp', 'bearer', 'dpop', 'pat', 'xpat'])

/** Names with such an ending that are not credentials: page tokens, and a CORS header whose value is `true`. */
const HARMLESS = /(?:page|next|previous|prev|continuation|sync)token$|^accesscontrolallowcredentials$/

const CREDENTIAL = new RegExp(`(?:${ENDINGS.join('|')})$`)

/** Headers whose value is a URL. The URL may contain credentials. */
const URLS = /^(?:host|origin|referer|link|(?:content)?location|x(?:forwarded|original|rewrite)(?:host|ur[il]))$/

export type Kind = 'harmless' | 'credential' | 'url'

/** Only the end of a name matters, so longer names are cut to this length. */
const MAX_NAME = 64

/** Whether the value of a header, a field or a parameter of this name is a credential. */
export const isCredential = (name: string) => kindOf(name) === 'credential'

/** The same for a parameter in a URL, where OAuth sends its code (RFC 6749 §4.1.2). In a body, `code` is the code of an error. */
export const isUrlCredential = (name: string) => isCredential(name) || decodeAscii(name).toLowerCase() === 'code'

/** What the value of this name is: a credential, a URL that may contain credentials, or harmless. Clients send the same few names. */
export const kindOf: (name: string) => Kind = remember(findKind)

function findKind(name: string): Kind {
  const plain = decodeAscii(name)
    .slice(-MAX_NAME)
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, '')
  if (URLS.test(plain)) return 'url'
  const word = plain.replace(/\d+$/, '')
  return WHOLE.has(word) || (CREDENTIAL.test(word) && !HARMLESS.test(word)) || isMisspelled(word) ? 'credential' : 'harmless'
}

/** True for `autorization` and other misspellings of Authorization. */
const isMisspelled = (word: string) => word.length > 10 && word.startsWith('a') && findNearest(word, MEANT) !== undefined
const MEANT = ['authorization']

/**
 * `%61pi_key` means `api_key` for a server that reads the query, and so does `\\u0061pi_key` in JSON. A broken escape stays
 * unchanged.
 */
const decodeAscii = (text: string) =>
  /[%\\]/.test(text)
    ? text.replaceAll(/(?:%|\\u00)([0-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
