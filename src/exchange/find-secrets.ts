// Finds the secrets in a text and replaces them: in a request target or another URL, and in the text of a body or a header.

import querystring from 'node:querystring'
import { isCredential, isUrlCredential } from './secret-names.ts'

/** Gives the text that is shown instead of a value. It is the value itself for the sandbox's own keys. */
export type Hide = (secret: string) => string

export const REDACTED = '[redacted]'

/** Schemes of Authorization. The second group are English words too, so they count only before a single word or parameters. */
const SURE = 'Bearer|DPoP|NTLM|OAuth|ApiKey|Hawk|AWS4-HMAC-SHA256'
const WORDS = 'Basic|Digest|Negotiate|Token|Signature'

/** A value that begins with a scheme, from its beginning to its end. A challenge of a server begins with its realm. */
const SCHEMED = new RegExp(`^(["']?(?:(?:${SURE}) +(?=\\S)|(?:${WORDS}) +(?=\\S+$|.*=)))(?!realm=)(.+)$`, 'is')

/** The same in a text: behind the beginning of a value, up to the end of the value. */
const SCHEMED_IN_TEXT = new RegExp(`((?:^|["'=:>,])\\s*(?:${SURE}|${WORDS}) +)(?!realm=)([^\\s"'<>&,;]+)(?=\\s*(?:["'<&,;]|$))`, 'gi')

/** The same in a URL, where the space is escaped. */
const SCHEMED_IN_URL = new RegExp(`([/=,;](?:${SURE}|${WORDS})(?:%20|\\+)+)([^&;,/?#]+)`, 'gi')

/** Tokens that show what they are: JSON Web Tokens (RFC 7519), and keys of well-known services. */
const TOKEN =
  /(?<![\w-])(?:eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|[rs]k_(?:live|test)_\w{4,}|gh[oprsu]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abeoprs]-[\w-]{8,}|AKIA[A-Z\d]{16})/g

/** The value of a header under a harmless name, a message of others, or a body. */
export function hideInText(text: string, hide: Hide): string {
  let shown = text.includes('//') ? text.replaceAll(USERINFO, `$1${REDACTED}@`) : text
  if (shown.startsWith('--')) shown = hideInParts(shown, hide)
  shown = hideNamed(shown, hide)
  return shown
    .replaceAll(SCHEMED_IN_TEXT, (_, before: string, secret: string) => before + hide(secret))
    .replaceAll(TOKEN, (token) => hide(token))
}

/** The value of a header under a credential's name, or of a header that is one value. The scheme helps the reader, so it is shown. */
export function hideAfterScheme(value: string, hide: Hide): string | undefined {
  if (HARMLESS.test(value)) return value
  const [, scheme, secret] = SCHEMED.exec(value) ?? []
  return scheme === undefined || secret === undefined ? undefined : scheme + hide(secret)
}

/** A name with its separator, in JSON, forms, XML, YAML and in the lines of headers. It begins where no other name character precedes. */
const NAMED = /(?<![\w.%[\]\\-])([\w.%[\]\\-]+)(["']?\s*[:=>]\s*)/g

function hideNamed(text: string, hide: Hide): string {
  let shown = ''
  let done = 0
  NAMED.lastIndex = 0
  for (let match = NAMED.exec(text); match !== null; match = NAMED.exec(text)) {
    const [, name = '', separator = ''] = match
    if (!isCredential(name)) continue
    const start = NAMED.lastIndex
    const end = endOfValue(text, start, separator)
    shown += text.slice(done, start) + hideValue(text.slice(start, end), hide)
    done = end
    NAMED.lastIndex = end
  }
  return shown + text.slice(done)
}

/** Words of JSON tell no secret, and neither does a scheme alone. */
const HARMLESS = new RegExp(`^(?:true|false|null|["']{0,2}|(?:${SURE}|${WORDS}) *)$`, 'i')

function hideValue(value: string, hide: Hide): string {
  if (HARMLESS.test(value)) return value
  const quote = /^["']/.exec(value)?.[0]
  if (quote === undefined) return /^[[{\d]/.test(value) ? `"${hide(value)}"` : (hideAfterScheme(value, hide) ?? hide(value))
  const inner = value.slice(1, value.length > 1 && value.endsWith(quote) ? -1 : undefined)
  return `${quote}${hideAfterScheme(inner, hide) ?? hide(inner)}${quote}`
}

const STRING = /"(?:[^"\\]|\\.)*"?|'[^']*'?/sy
/** The end of a value without quotes, by the last sign before it. A line such as `Password: a b` ends with the line. */
const ENDS: Readonly<Record<string, RegExp>> = { json: /[^\s,}\]]*/y, ':': /[^\r\n"<&]*/y, '=': /[^\s"'&<]*/y, '>': /[^<]*(?=<\/)/y }

function endOfValue(text: string, start: number, separator: string): number {
  const first = text[start]
  if (first === '{' || first === '[') return endOfContainer(text, start)
  const sign = separator.trim().at(-1) ?? '='
  const end = first === '"' || first === "'" ? STRING : (ENDS[sign === ':' && /["']/.test(separator) ? 'json' : sign] as RegExp)
  end.lastIndex = start
  return start + (end.exec(text)?.[0].length ?? 0)
}

/** The end of a JSON object or array, or of the text. */
function endOfContainer(text: string, start: number): number {
  const token = /"(?:[^"\\]|\\.)*"?|[[\]{}]/gs
  token.lastIndex = start
  let depth = 0
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === '{' || match[0] === '[') depth += 1
    else if (match[0] === '}' || match[0] === ']') depth -= 1
    if (depth === 0) return token.lastIndex
  }
  return text.length
}

/** `multipart/form-data` (RFC 7578): each part names its field in a header, and its value follows an empty line. */
const PART = /(\bname="([^"\r\n]*)".{0,1000}?\r?\n\r?\n)(.*?)(?=\r?\n--|$)/gis

const hideInParts = (text: string, hide: Hide) =>
  text.replaceAll(PART, (all, before: string, name: string, value: string) => (isCredential(name) ? before + hide(value) : all))

/** Hides the secrets in a request target or another URL: user name and password, and parameters of prefix, path, query and fragment. */
export function hideInUrl(target: string, hide: Hide = () => REDACTED): string {
  let shown = target.includes('@') ? target.replaceAll(USERINFO_IN_URL, `$1${REDACTED}@`) : target
  if (shown.includes('=')) shown = hideParameters(shown, hide)
  if (/%20|\+/.test(shown)) shown = shown.replaceAll(SCHEMED_IN_URL, (_, before: string, secret: string) => before + hide(secret))
  return shown
    .replace(/^[^?#]*/, (path) => path.replaceAll(SEGMENT, (all: string, name: string) => (isSecretSegment(name, all) ? hide(all) : all)))
    .replaceAll(TOKEN, (token) => hide(token))
}

/** A segment of a path, and the name in the segment before it: `/token/a1b2c3`. */
const SEGMENT = /(?<=\/([^/?#;=]+)\/)[^/?#;]{6,}/g

/** A word such as `/password/reset` is no secret. */
const isSecretSegment = (name: string, segment: string) => (/\d/.test(segment) || segment.length >= 20) && isCredential(name)

/** User name and password of a URL (RFC 3986 §3.2.1). */
const USERINFO = /(\/\/)(?:[^/?#@\s"]*@)+/g
/** Also finds `user:password@host:443`, the target of CONNECT. */
const USERINFO_IN_URL = /(\/\/|^(?=[^/]))(?:[^/?#@]*@)+/g

const IN_PATH = /^[^/?#]*/
/** Clients forget to encode `;` and `#`. It is better to hide too much than to show half of a password. */
const SECRET = /^[^&]*/
const OTHER = /^[^&;#?]*/

function hideParameters(target: string, hide: Hide): string {
  const query = target.search(/[?#]/)
  const mayNest = target.includes('%')
  // A parameter begins after `?`, `&` or `#`, after `;` in a path (`/pets;jsessionid=…`) or in an old-style query, or in the prefix `/~`.
  const parameter = /[?&;#~,/]([^=&;#?~,/]*)=/g
  let shown = ''
  let done = 0
  for (let match = parameter.exec(target); match !== null; match = parameter.exec(target)) {
    const isSecret = isUrlCredential(match[1] as string)
    if (!isSecret && !mayNest) continue
    const start = parameter.lastIndex
    const isInPath = start <= query || query === -1
    const [value = ''] = (isInPath ? IN_PATH : isSecret ? SECRET : OTHER).exec(target.slice(start)) ?? []
    const shownValue = value === '' ? value : isSecret ? hide(value) : hideNested(value, hide)
    if (shownValue === value) continue
    shown += target.slice(done, start) + shownValue
    done = start + value.length
    parameter.lastIndex = done
  }
  return shown + target.slice(done)
}

/** When the value of a parameter is a URL, it may contain further secrets. */
function hideNested(value: string, hide: Hide): string {
  const inner = querystring.unescape(value)
  const shown = inner === value ? inner : hideInUrl(inner, hide)
  return shown === inner ? value : encodeURIComponent(shown)
}
