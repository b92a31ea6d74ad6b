// Exchanges as HAR 1.2, which the developer tools of browsers import. Times are in real time. A call without a reply has status 0.

import { STATUS_CODES } from 'node:http'
import type { Content, Entry, Har, Header, PostData, Request, Response } from 'har-format'
import type { Body, Exchange, RequestRecord } from '../ground/generated/control.ts'
import { headerOf, pairsOf, renderCauses, replyHeaderOf } from './exchange.ts'
import { messagesOf } from './show-exchange.ts'

/** The JSON of a HAR before its entries. `]}}` must follow them. */
export const renderHarHead = (version: string) => JSON.stringify(toHar([], version)).slice(0, -3)

export const toHar = (exchanges: readonly Exchange[], version: string): Har => ({
  log: { version: '1.2', creator: { name: 'petstore-sandbox', version }, pages: [], entries: exchanges.map(toHarEntry) },
})

export function toHarEntry(exchange: Exchange): Entry {
  const { id, world, arrived, replied, closed, connection, operation, causes, testCase, delivered, warnings } = exchange
  const wait = Math.max(0, ((replied ?? closed)?.monotonic ?? arrived.monotonic) - arrived.monotonic)
  const receive = replied && closed ? Math.max(0, closed.monotonic - replied.monotonic) : 0
  return {
    startedDateTime: new Date(arrived.real).toISOString(),
    time: wait + receive,
    request: toRequest(exchange.request),
    response: toResponse(exchange),
    cache: {},
    timings: { send: 0, wait, receive },
    connection: String(connection.id),
    _sandbox: {
      id,
      world,
      operation,
      cause: renderCauses(causes),
      case: testCase?.name,
      delivered,
      warnings: messagesOf(warnings),
    },
  }
}

function toRequest({ method, origin, target, query, headers, body }: RequestRecord): Request {
  return {
    method,
    url: toUri(target.startsWith('/') ? origin + target : target),
    httpVersion: 'HTTP/1.1',
    // Cookies are credentials, so the journal does not keep them.
    cookies: [],
    headers: toPairs(pairsOf(headers)),
    queryString: toPairs([...new URLSearchParams(query)]),
    headersSize: -1,
    bodySize: body?.bytes ?? 0,
    ...(body !== undefined && { postData: toPostData(body, headerOf(headers, 'content-type')) }),
  }
}

function toResponse(exchange: Exchange): Response {
  const { reply, deliveredBytes } = exchange
  const status = reply?.status ?? 0
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: toPairs(Object.entries(reply?.headers ?? {})),
    content: toContent(reply?.body, replyHeaderOf(exchange, 'content-type')),
    redirectURL: replyHeaderOf(exchange, 'location') ?? '',
    headersSize: -1,
    bodySize: deliveredBytes,
  }
}

function toPostData(body: Body, mimeType = ''): PostData {
  const comment = body.base64 === undefined ? cutOf(body) : 'the text is base64'
  return { mimeType, text: body.text ?? body.base64 ?? '', ...(comment && { comment }) }
}

function toContent(body: Body = { bytes: 0 }, mimeType = ''): Content {
  const comment = cutOf(body)
  const text = body.text ?? body.base64 ?? ''
  return { size: body.bytes, mimeType, text, ...(body.base64 !== undefined && { encoding: 'base64' }), ...(comment && { comment }) }
}

const toPairs = (entries: readonly (readonly [string, string])[]): Header[] => entries.map(([name, value]) => ({ name, value }))

const cutOf = ({ bytes, sha256 }: Body) => sha256 && `the beginning of ${bytes} bytes with the SHA-256 ${sha256}`

/** Escapes a target that is not a valid URI (RFC 3986 §2). */
const toUri = (text: string) =>
  text.replaceAll(/%(?![\da-f]{2})|[^\w\-.~:/?@!$&'()*+,;=%[\]]/gi, (letter) => encodeURIComponent(letter.toWellFormed()))
