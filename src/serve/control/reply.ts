// Turns the value of a call into its reply, with the status and the media type of the document. A thrown error becomes problem details (RFC
// 9457). An error that is not a Problem is a bug, and the log has its stack.

import { STATUS_CODES } from 'node:http'
import { Readable } from 'node:stream'
import type { Context } from 'koa'
import { isObject, renderJson } from '../../contract/json/json.ts'
import type { Operation } from '../../contract/operations.ts'
import { renderAs } from '../../examine/formats/formats.ts'
import type { Report } from '../../ground/generated/report.ts'
import { Problem } from '../../ground/problem.ts'
import { show } from '../../ground/words.ts'

const isTexts = (value: unknown): value is Iterable<string> | AsyncIterable<string> =>
  isObject(value) && (Symbol.asyncIterator in value || Symbol.iterator in value)

/** Undefined when the reply has no body. Throws a Problem when the client accepts none of several types. */
export function chooseType({ responses }: Operation, ctx: Context): string | undefined {
  const [response] = responses.values()
  const types = [...(response?.content.keys() ?? [])]
  if (types.length < 2) return types[0]
  ctx.vary('Accept')
  // Some clients write the encoding behind the type.
  const type = ctx.accepts(types.flatMap((type) => [type, `${type};charset=utf-8`]))
  if (type === false)
    throw new Problem('not_acceptable', `the header Accept ${show(ctx.req.headers.accept)} allows none of ${types.join(', ')}`)
  return type.split(';')[0]
}

/** Sends a value with the first status of the document. */
export function send(ctx: Context, { responses }: Operation, type: string | undefined, value: unknown): void {
  const [status = '500'] = responses.keys()
  ctx.status = Number(status)
  if (type === undefined) return
  ctx.set('Content-Type', PLAIN_TEXT.has(type) ? `${type}; charset=utf-8` : type)
  if (value instanceof Readable) ctx.body = value
  else if (isTexts(value)) ctx.body = Readable.from(value, { objectMode: false })
  else if (type.endsWith('json')) ctx.body = renderJson(value)
  // A text is sent unchanged. Another value whose media type is not JSON is a report.
  else ctx.body = typeof value === 'string' ? value : renderAs(type, value as Report)
}

/** These types name their encoding, because readers would have to guess it. */
const PLAIN_TEXT = new Set(['text/plain', 'text/markdown'])

/** The journal has texts of clients: no page of another origin may load a reply as a script, a style or an image. */
export const HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'same-origin', 'Cache-Control': 'no-store' }

export function sendProblem(ctx: Context, error: unknown, notify: (notice: string) => void): void {
  const isBug = !(error instanceof Problem)
  if (isBug) notify(`${ctx.method} ${ctx.path} failed: ${error instanceof Error ? error.stack : error}`)
  const { status, code, message, headers } = isBug ? new Problem('internal_error', 'the sandbox failed; its log says more') : error
  ctx.status = status
  ctx.set({ ...headers, ...HEADERS })
  ctx.type = 'application/problem+json'
  ctx.body = JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status], status, detail: message, code })
}
