// Turns an exchange into bytes. The journal keeps bytes because of the garbage collector: the collector copies long-lived
// objects again and again, and requests wait for it. It does not copy these bytes.

import type { Body, Exchange, Moment } from '../exchange/exchange.ts'
import { renderJson } from '../json/json.ts'
import {
  AT,
  DELIVERIES,
  LENGTHS,
  MAX_BYTES_PER_UNIT,
  NUMBER_BYTES,
  NUMBERS,
  pickRare,
  RARE_FIELDS,
  type Rest,
  VERDICTS,
  WINDOWS,
} from './entry-layout.ts'

/** Creates the encoder. The bytes that it returns are valid until the next call. */
export function createEncoder(): (exchange: Exchange) => Uint8Array {
  let buffer = Buffer.allocUnsafeSlow(16 * 1024)
  let numbers = new Float64Array(buffer.buffer, 0, NUMBERS)

  function reserve(units: number): void {
    const needed = NUMBER_BYTES + units * MAX_BYTES_PER_UNIT
    if (needed <= buffer.length) return
    buffer = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(needed)))
    numbers = new Float64Array(buffer.buffer, 0, NUMBERS)
  }

  return function encode(exchange) {
    const { request, reply } = exchange
    const lines = renderLines(exchange)
    const rest = renderRest(exchange)
    const asked = request.body?.text ?? ''
    const answered = reply?.body.text ?? ''
    reserve(lines.length + rest.length + asked.length + answered.length)
    writeNumbers(exchange, numbers)
    let at = NUMBER_BYTES
    const write = (text: string) => {
      const length = text === '' ? 0 : buffer.write(text, at, 'utf8')
      at += length
      return length
    }
    numbers[LENGTHS] = write(lines)
    numbers[LENGTHS + 1] = write(rest)
    numbers[LENGTHS + 2] = request.body ? write(asked) : -1
    numbers[LENGTHS + 3] = reply ? write(answered) : -1
    return buffer.subarray(0, at)
  }
}

function writeNumbers(exchange: Exchange, to: Float64Array): void {
  const { connection, count, request, reply } = exchange
  to[AT.number] = exchange.number
  to[AT.session] = exchange.session
  writeMoment(exchange.arrived, to, AT.arrived)
  writeMoment(exchange.replied, to, AT.replied)
  writeMoment(exchange.closed, to, AT.closed)
  writeMoment(count.at, to, AT.counted)
  to[AT.connection] = connection.id
  to[AT.use] = connection.use
  to[AT.inUse] = connection.inUse
  to[AT.opened] = connection.opened.real
  to[AT.opened + 1] = connection.opened.monotonic
  to[AT.stage] = exchange.stage
  to[AT.verdict] = VERDICTS.indexOf(count.verdict)
  to[AT.early] = count.early ? 1 : 0
  to[AT.window] = WINDOWS.indexOf(count.window)
  to[AT.limit] = count.limit
  to[AT.remaining] = count.remaining
  to[AT.reset] = count.reset
  to[AT.retryAfter] = count.retryAfter
  to[AT.delivered] = DELIVERIES.indexOf(exchange.delivered)
  to[AT.deliveredBytes] = exchange.deliveredBytes
  to[AT.carriedOut] = exchange.carriedOut ? 1 : 0
  to[AT.status] = reply?.status ?? 0
  to[AT.requestBytes] = request.body?.bytes ?? 0
  to[AT.replyBytes] = reply?.body.bytes ?? 0
}

/** A missing moment is written as NaN. */
function writeMoment(moment: Moment | undefined, to: Float64Array, at: number): void {
  to[at] = moment === undefined ? Number.NaN : moment.real
  to[at + 1] = moment === undefined ? Number.NaN : moment.monotonic
  to[at + 2] = moment === undefined ? Number.NaN : moment.world
}

/** None of these values contains a line break, because HTTP forbids line breaks in a request line and in a header. */
function renderLines({ id, request, connection, world, caller, operation = '', answeredBy, assumed, reply }: Exchange): string {
  const { key = '', plan = '' } = caller
  let text = `${id}\n${request.method}\n${request.target}\n${request.prefix}\n${request.path}\n${request.query}\n${request.origin}\n${connection.address}\n${world}\n${key}\n${plan}\n${operation}\n${answeredBy}\n${assumed.join()}\n${request.headers.length}`
  for (const header of request.headers) text += `\n${header}`
  for (const name in reply?.headers) text += `\n${name}\n${reply?.headers[name]}`
  return text
}

/** The JSON of the fields that only few exchanges have. Empty for most exchanges. */
function renderRest(exchange: Exchange): string {
  const { caller, violations, warnings, appliedSteps, causes, answeredBy, request, reply } = exchange
  const hasPlainCause = causes.length === 1 && causes[0]?.name === answeredBy && causes[0].parameters === undefined
  const isPlain =
    hasPlainCause &&
    RARE_FIELDS.every((name) => exchange[name] === undefined) &&
    caller.refusal === undefined &&
    violations.length + warnings.length + appliedSteps.length === 0 &&
    isPlainBody(request.body) &&
    isPlainBody(reply?.body)
  if (isPlain) return ''
  const rest: Rest = {
    ...pickRare(exchange),
    ...(caller.refusal && { refusal: caller.refusal }),
    ...(violations.length > 0 && { violations }),
    ...(warnings.length > 0 && { warnings }),
    ...(appliedSteps.length > 0 && { appliedSteps }),
    ...(hasPlainCause ? {} : { causes }),
    ...(isPlainBody(request.body) ? {} : { requestBody: withoutText(request.body) }),
    ...(isPlainBody(reply?.body) ? {} : { replyBody: withoutText(reply?.body) }),
  }
  return renderJson(rest)
}

const isPlainBody = (body: Body | undefined) => body === undefined || (body.base64 === undefined && body.sha256 === undefined)

const withoutText = ({ text: _text, bytes: _bytes, ...rest }: Body = { bytes: 0 }) => rest
