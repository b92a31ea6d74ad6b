// From the value of a call to its reply, by the document: the status, the media type, and the body as it comes.

import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from 'koa'
import type { Operation } from '../contract/operations.ts'
import { renderJson } from '../json/json.ts'
import { Problem } from '../replies/problem.ts'
import { renderAs } from '../report/formats/formats.ts'
import type { Report } from '../report/report.ts'
import { show } from '../words/show.ts'
import { negotiate } from './negotiate.ts'

const isStream = (value: unknown): value is AsyncIterable<string> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** A connection that takes all at once would keep the others waiting, so these are served after each piece. */
async function* inTurns(texts: AsyncIterable<string>): AsyncGenerator<string, void> {
  for await (const text of texts) {
    yield text
    await nextTurn()
  }
}

/** The media type of the reply, where it has a body. Throws a Problem where there are several and none is accepted. */
export function chooseType({ responses }: Operation, ctx: Context): string | undefined {
  const [response] = responses.values()
  const types = [...(response?.content.keys() ?? [])]
  if (types.length < 2) return types[0]
  const { accept } = ctx.req.headers
  ctx.vary('Accept')
  const type = negotiate(accept, types)
  if (type === undefined) throw new Problem('not_acceptable', `Accept ${show(accept)} takes none of ${types.join(', ')}`)
  return type
}

/** Sends a value as the document says, with the first status that it gives. */
export function send(ctx: Context, { responses }: Operation, type: string | undefined, value: unknown): void {
  const [status = '500'] = responses.keys()
  ctx.status = Number(status)
  if (type === undefined) return
  ctx.set('Content-Type', PLAIN_TEXT.has(type) ? `${type}; charset=utf-8` : type)
  if (isStream(value)) ctx.body = Readable.from(inTurns(value), { objectMode: false })
  else ctx.body = renderValue(type, value)
}

/** Whose readers would have to guess the encoding. */
const PLAIN_TEXT = new Set(['text/plain', 'text/markdown'])

/** A text is sent as it is; anything else that is not sent as JSON is a report. */
function renderValue(type: string, value: unknown): unknown {
  if (type.endsWith('json')) return renderJson(value)
  return typeof value === 'string' ? value : renderAs(type, value as Report)
}
