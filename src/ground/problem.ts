// The errors of the server that are no bugs: a Problem is a refusal with a code, and a StartError ends a start or a command. The domain
// decides how the body of a refusal looks.

/** Status and meaning of every code that a reply can carry. */
export const CODES = {
  malformed_request: { status: 400, meaning: 'The request breaks the rules of HTTP, so it cannot be read.' },
  malformed_json: { status: 400, meaning: 'The body is not JSON.' },
  invalid_body: { status: 400, meaning: 'The body is missing or is not an object, or one of its fields is missing or wrong.' },
  invalid_content_type: { status: 400, meaning: 'The body has a media type that the contract does not name.' },
  invalid_parameter: { status: 400, meaning: 'A query parameter is missing or wrong.' },
  invalid_scenario: { status: 400, meaning: 'A header or the base URL asks the sandbox for something that it does not know.' },
  invalid_value: { status: 400, meaning: 'A call of the control API or of the library has a value that does not fit.' },
  unauthorized: { status: 401, meaning: 'The API key is missing or invalid.' },
  forbidden: { status: 403, meaning: 'The control API refuses web pages of another origin.' },
  not_found: { status: 404, meaning: 'There is no such resource, or no such path.' },
  operation_removed: { status: 404, meaning: 'The operation was deprecated, and its removal date has passed.' },
  method_not_allowed: { status: 405, meaning: 'The path is known, but not with this method.' },
  not_acceptable: { status: 406, meaning: 'The reply exists in several media types, and the header Accept allows none of them.' },
  request_timeout: { status: 408, meaning: 'The request did not arrive completely in time.' },
  idempotency_conflict: { status: 409, meaning: 'The Idempotency-Key was sent with another request before.' },
  payload_too_large: { status: 413, meaning: 'The request body is over the size limit.' },
  uri_too_long: { status: 414, meaning: 'The target of the request line (path and query) is too long.' },
  rate_limited: { status: 429, meaning: 'The limit of the minute or of the day is used up.' },
  key_banned: { status: 429, meaning: 'Too many requests came before Retry-After was over: the key is banned for a while.' },
  headers_too_large: { status: 431, meaning: 'The headers of the request are too long.' },
  internal_error: { status: 500, meaning: 'This is a bug of the sandbox. The log of the sandbox says more.' },
  forced_error: { status: 0, meaning: 'A scenario asked for a status that has no code of its own.' },
  not_implemented: { status: 501, meaning: 'The method or the Transfer-Encoding is not known here.' },
  unavailable: { status: 503, meaning: 'The change could not be stored, the world is full, or the stored world cannot be read.' },
  version_not_supported: { status: 505, meaning: 'The request is not in HTTP/1.0 or HTTP/1.1.' },
} as const satisfies Record<string, { status: number; meaning: string }>

/** The codes of the errors. A reply carries the code in its body, and a Problem carries it in `code`. */
export type Code = keyof typeof CODES

/** The content of every refusal, whatever its body looks like. */
export interface Refusal {
  /** The code, for programs. */
  readonly code: string
  /** What is wrong, and what to do instead. */
  readonly message: string
  /** The status code of the reply. */
  readonly status: number
}

/** A refusal. `message` names the place and what to do instead. */
export class Problem extends Error implements Refusal {
  /** The code, for programs. */
  readonly code: Code
  /** The status code of a reply that refuses for this reason. */
  readonly status: number
  /** Headers that the reply has beside the usual ones, for example `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>
  /** Parameters of the cause, for example `{ window: 'minute' }`. */
  readonly causeParameters: Readonly<Record<string, string>> | undefined
  /** The ids of the assumptions behind the refusal. */
  readonly assumed: readonly string[]

  /** A store of your own throws a Problem when it cannot keep or read something. */
  constructor(
    code: Code,
    message: string,
    more: Partial<Pick<Problem, 'headers' | 'causeParameters' | 'assumed'>> & { cause?: unknown } = {},
  ) {
    // A refusal is a frequent reply, and capturing its stack would cost more than everything else about it.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message, { cause: more.cause })
    Error.stackTraceLimit = stackTraceLimit
    this.code = code
    this.status = CODES[code].status
    this.headers = more.headers ?? {}
    this.causeParameters = more.causeParameters
    this.assumed = more.assumed ?? []
  }
}

/** Writes the name of an option: `banAfter` for the library, `--ban-after` for the command. */
export type OptionName = (option: string) => string

/**
 * Wrong usage or wrong data at the start. People see one line that names the place, without a stack. The process exits with
 * `exitCode`. The library and the command write an option differently, so a message that names an option is a function.
 */
export class StartError extends Error {
  /** Always `StartError`. */
  override readonly name = 'StartError'
  /**
   * The exit code of the command: 2 for wrong usage or wrong data, 3 when the sandbox cannot listen, store or be reached. Tests
   * that fail without a fault give their own code.
   */
  readonly exitCode: number
  /** The message with the option names that `optionName` writes. */
  readonly messageWith: (optionName: OptionName) => string

  /** Only the library makes this error. */
  constructor(message: string | ((optionName: OptionName) => string), exitCode = 2) {
    const messageWith = typeof message === 'string' ? () => message : message
    super(messageWith((option) => option))
    this.exitCode = exitCode
    this.messageWith = messageWith
  }
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
