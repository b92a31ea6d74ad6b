// Sends calls to a real service, one at a time. Honours Retry-After, stops when the key is refused, and hides the key in replies.

import { setTimeout as sleep } from 'node:timers/promises'
import { readJson } from '../contract/json/json.ts'
import { messageOf, StartError } from '../ground/problem.ts'

export type ServiceReplies = ReadonlyMap<string, ServiceReply>

export interface PlannedCall {
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** The path with its query, below the base URL. */
  readonly path: string
  /** Chooses the path by the earlier replies. Undefined when they make the call needless or impossible. */
  readonly choosePath?: (replies: ServiceReplies) => string | undefined
  readonly operation?: string
  readonly body?: (replies: ServiceReplies) => string
  readonly type?: string
  readonly keyless?: true
}

export interface ServiceReply {
  readonly call: PlannedCall
  /** For people, for example `GET /v1/pets?limit=100`. */
  readonly request: string
  readonly status: number
  readonly headers: Headers
  /** The media type without parameters. */
  readonly type: string
  readonly text: string
  /** Undefined when the body is not JSON. */
  readonly body: unknown
  /** In seconds since 1970, by the `Date` of the service or else by our clock. */
  readonly at: number
  readonly limits: Readonly<Record<'limit' | 'remaining' | 'reset', number | undefined>>
}

export interface ServiceOptions {
  readonly url: string
  readonly key: string
  /** The headers of the limit, the remaining requests and the reset, in this order. */
  readonly limitHeaders: readonly string[]
  /** Called before a wait, with a sentence about it. */
  readonly onWait?: (says: string) => void
}

/** Calls of one probe. A repeated call counts again. */
const MOST_CALLS = 40
/** Seconds to wait for one reply. */
const PATIENCE = 15
/** A longer reply ends the probe. */
const MOST_BYTES = 4 * 1024 * 1024
/** A shorter key may stand in a reply by chance, so it is not hidden. */
const SHORTEST_KEY = 8
/** Seconds to wait after a 429 without a valid Retry-After. */
const USUAL_WAIT = 60
/** The longest wait that the service may ask for, in seconds. */
const LONGEST_WAIT = 120

/** `stopped` says why the probe ended early. Rejects with a StartError when the first call fails or gets 401 or 404. */
export async function carryOut(calls: readonly PlannedCall[], options: ServiceOptions) {
  const replies = new Map<string, ServiceReply>()
  const received: ServiceReply[] = []
  let sent = 0
  const end = (stopped?: string) => ({ replies, received, calls: sent, stopped })
  for (const call of calls) {
    const path = call.choosePath ? call.choosePath(replies) : call.path
    if (path === undefined) continue
    for (;;) {
      if (sent === MOST_CALLS) return end(`${MOST_CALLS} calls were sent`)
      sent += 1
      const reply = await ask(call, path, call.body?.(replies), options).catch(reasonOf)
      if (typeof reply === 'string') {
        if (replies.size === 0)
          throw new StartError(`${options.url}: the first call failed (${reply}): check --url, and whether the service runs`, 3)
        return end(`${call.method} ${path}: ${reply}`)
      }
      if (reply.status === 401 && !call.keyless) {
        if (replies.size === 0) throw new StartError(`${options.url}: the service refuses the key (401): give the right key with --key`, 3)
        return end('the service refused the key with 401')
      }
      if (reply.status === 404 && replies.size === 0)
        throw new StartError(`${options.url}: the first call got 404: check --url, whose path must be that of the API`, 3)
      received.push(reply)
      if (reply.status !== 429) {
        replies.set(call.name, reply)
        break
      }
      const asked = askedWait(reply)
      const wait = Math.ceil(asked ?? USUAL_WAIT)
      if (wait > LONGEST_WAIT) return end(`the service asked to wait for ${wait} s`)
      const why = asked === undefined ? 'because the service gave no valid Retry-After' : 'as long as the service asked'
      if (wait > 0) options.onWait?.(`waits ${wait} s, ${why}`)
      await sleep(wait * 1000)
    }
  }
  return end()
}

/** `fetch failed` has the reason in its cause, for example ECONNREFUSED. */
const reasonOf = (error: Error & { cause?: NodeJS.ErrnoException }) => error.cause?.code ?? messageOf(error.cause ?? error)

/** The seconds that a 429 asks to wait (RFC 9110 §10.2.3). Undefined without a number or a date to come. */
function askedWait({ headers, at }: ServiceReply): number | undefined {
  const text = headers.get('retry-after') ?? ''
  const seconds = /^\d+$/.test(text) ? Number(text) : Date.parse(text) / 1000 - at
  return seconds >= 0 ? seconds : undefined
}

async function ask(call: PlannedCall, path: string, body: string | undefined, options: ServiceOptions): Promise<ServiceReply> {
  const { method, keyless = false, type = 'application/json' } = call
  const headers = {
    ...(keyless ? {} : { Authorization: `Bearer ${options.key}` }),
    ...(body === undefined ? {} : { 'Content-Type': type }),
    Accept: 'application/json',
    'User-Agent': 'petstore-sandbox-probe',
  }
  const signal = AbortSignal.timeout(PATIENCE * 1000)
  const response = await fetch(options.url + path, { method, headers, redirect: 'manual', signal, ...(body !== undefined && { body }) })
  const hide = createHide(options.key)
  const text = hide(await readText(response))
  const shown = new Headers([...response.headers].map(([name, value]) => [name, hide(value)]))
  const [limit, remaining, reset] = options.limitHeaders.map((header) => numberOf(shown.get(header)))
  const { pathname, search } = new URL(options.url + path)
  return {
    call,
    request: `${method} ${pathname}${search}`,
    status: response.status,
    headers: shown,
    type: shown.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '',
    text,
    body: readJson(text),
    at: (Date.parse(shown.get('date') ?? '') || Date.now()) / 1000,
    limits: { limit, remaining, reset },
  }
}

/** Hides a key as it is, and as JSON and URLs escape it: `a/b`, `a\/b`, `a\u002fb`, `a%2Fb`. */
function createHide(key: string): (text: string) => string {
  const letters = Buffer.from(key).toString('hex')
  const found = new RegExp(letters.replaceAll(/../g, '\\\\{0,4}(?:\\x$&|u00$&|%$&)'), 'gi')
  return (text) => (key.length < SHORTEST_KEY ? text : text.replaceAll(found, '[redacted]'))
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new Error(`its reply has more than ${MOST_BYTES / 1024 / 1024} MiB`)
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

function numberOf(text: string | null): number | undefined {
  const number = /^\d+$/.test(text ?? '') ? Number(text) : Number.NaN
  return Number.isSafeInteger(number) ? number : undefined
}
