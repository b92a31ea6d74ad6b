// The one error class for refusals, and the catalogue of codes. What a refusal looks like on the wire is the
// domain's; every other error is a bug.

/** Status and meaning of every code that a reply can carry. */
export const CODES = {
  malformed_request: { status: 400, meaning: 'The request breaks the rules of HTTP: what was sent cannot be read as a request.' },
  malformed_json: { status: 400, meaning: 'The body is not JSON.' },
  invalid_body: { status: 400, meaning: 'The body is missing, is no object, or a field of it is missing or wrong.' },
  invalid_content_type: { status: 400, meaning: 'The body is sent as something else than the contract names.' },
  invalid_parameter: { status: 400, meaning: 'A query parameter is missing or wrong.' },
  invalid_scenario: { status: 400, meaning: 'The sandbox was asked, by header or base URL, for something it does not know.' },
  invalid_value: { status: 400, meaning: 'A world of the sandbox was told something that does not fit.' },
  unauthorized: { status: 401, meaning: 'The API key is missing or invalid.' },
  forbidden: { status: 403, meaning: 'The control API is not for web pages of another origin.' },
  not_found: { status: 404, meaning: 'There is no such thing, or no such path.' },
  operation_removed: { status: 404, meaning: 'The operation was deprecated, and its removal date has passed.' },
  method_not_allowed: { status: 405, meaning: 'The path is known, but not with this method.' },
  not_acceptable: { status: 406, meaning: 'The reply has several media types, and Accept takes none of them.' },
  request_timeout: { status: 408, meaning: 'The request did not arrive whole in time.' },
  payload_too_large: { status: 413, meaning: 'The request body is over the size limit.' },
  uri_too_long: { status: 414, meaning: 'The target of the request line, path and query, is too long.' },
  rate_limited: { status: 429, meaning: 'The limit of the minute or of the day is used up.' },
  key_banned: { status: 429, meaning: 'Too many requests came before Retry-After was over: the key is banned for a while.' },
  headers_too_large: { status: 431, meaning: 'The headers of the request are too long.' },
  internal_error: { status: 500, meaning: 'A bug of the sandbox; its log says more.' },
  forced_error: { status: 0, meaning: 'A scenario asked for a status that has no code of its own.' },
  not_implemented: { status: 501, meaning: 'The method, or the transfer coding of the body, is not known here.' },
  unavailable: { status: 503, meaning: 'The change could not be stored, the world is full, or what is stored of it cannot be read.' },
  version_not_supported: { status: 505, meaning: 'The request is not in HTTP/1.0 or HTTP/1.1.' },
} as const satisfies Record<string, { status: number; meaning: string }>

/** The codes of the errors. A reply carries the code in its body, and a Problem carries it in `code`. */
export type Code = keyof typeof CODES

/** What every refusal says, whatever it looks like on the wire. */
export interface Refusal {
  /** The code, for programs. */
  readonly code: string
  /** What is wrong, and what to do instead. */
  readonly message: string
  /** The status code of the reply. */
  readonly status: number
}

/** A refusal: thrown anywhere, rendered in one place. `message` names the place and what to do instead. */
export class Problem extends Error implements Refusal {
  /** The code, for programs. */
  readonly code: Code
  /** The status code of a reply that refuses for this reason. */
  readonly status: number
  /** Headers that the reply has beside the usual ones, as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>
  /** Parameters of the cause, as `{ window: 'minute' }`. */
  readonly because: Readonly<Record<string, string>> | undefined
  /** The ids of the assumptions that the refusal rests on. */
  readonly assumed: readonly string[]

  /** A store of your own throws one for what it cannot keep or read. */
  constructor(
    code: Code,
    message: string,
    more: { headers?: Record<string, string>; because?: Record<string, string>; assumed?: string[]; cause?: unknown } = {},
  ) {
    // A refusal is an everyday reply: capturing a stack for it would cost more than all else about it.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message, { cause: more.cause })
    Error.stackTraceLimit = stackTraceLimit
    this.code = code
    this.status = CODES[code].status
    this.headers = more.headers ?? {}
    this.because = more.because
    this.assumed = more.assumed ?? []
  }
}

/** How the name of an option is written: `banAfter` for the library, `--ban-after` for the command. */
export type Spell = (option: string) => string

/**
 * Wrong usage or wrong data at start: one line that names the place, no stack; the process exits with `exitCode`. A message
 * that names an option is a function of how the option is written.
 */
export class StartError extends Error {
  /** Always `StartError`. */
  override readonly name = 'StartError'
  /** The exit code of the command: 2 for wrong usage or wrong data, 3 when the sandbox cannot listen, store or be reached. */
  readonly exitCode: 2 | 3
  /** The message, with the names of options written in another way. */
  readonly spelled: (spell: Spell) => string

  /** Made by the library, and by nobody else. */
  constructor(message: string | ((spell: Spell) => string), exitCode: 2 | 3 = 2) {
    const spelled = typeof message === 'string' ? () => message : message
    super(spelled((option) => option))
    this.exitCode = exitCode
    this.spelled = spelled
  }
}

/** The message of anything thrown. */
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
