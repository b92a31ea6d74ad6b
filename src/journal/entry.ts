// An exchange as bytes, and back. The journal keeps bytes because of the garbage collector: the collector copies long-lived objects
// again and again, and requests wait for it. It does not copy these bytes. An entry has times, the texts of the two bodies, and a list
// of the rest as JSON. As JSON, the times and the names of the fields would take longer than everything else.

import type { Body, Exchange, Moment } from '../../spec/control.ts'
import { renderJson } from '../json/json.ts'

/** The places of the numbers. A moment takes three places: real, monotonic and world. An instant takes the first two. */
const AT = { number: 0, arrived: 1, replied: 4, closed: 7, counted: 10, opened: 13, behindAsked: 15, behindAnswered: 16 } as const
const NUMBERS = 17
const NUMBER_BYTES = NUMBERS * 8
/** UTF-8 takes at most this many bytes for one code unit. */
const MAX_BYTES_PER_UNIT = 3

/** Creates the encoder. The bytes that it returns are valid until the next call. */
export function createEncoder(): (exchange: Exchange) => Buffer {
  let buffer = Buffer.allocUnsafeSlow(16 * 1024)
  let numbers = new Float64Array(buffer.buffer, 0, NUMBERS)

  return function encode(exchange) {
    const { connection, request, reply } = exchange
    const asked = request.body?.text ?? ''
    const answered = reply?.body.text ?? ''
    const rest = renderJson(restOf(exchange))
    const needed = NUMBER_BYTES + (asked.length + answered.length + rest.length) * MAX_BYTES_PER_UNIT
    if (needed > buffer.length) {
      buffer = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(needed)))
      numbers = new Float64Array(buffer.buffer, 0, NUMBERS)
    }
    buffer.writeDoubleLE(exchange.number, AT.number)
    writeMoment(exchange.arrived, numbers, AT.arrived)
    writeMoment(exchange.replied, numbers, AT.replied)
    writeMoment(exchange.closed, numbers, AT.closed)
    writeMoment(exchange.count.at, numbers, AT.counted)
    numbers[AT.opened] = connection.opened.real
    numbers[AT.opened + 1] = connection.opened.monotonic
    let end = NUMBER_BYTES
    if (asked !== '') end += buffer.write(asked, end)
    numbers[AT.behindAsked] = end
    if (answered !== '') end += buffer.write(answered, end)
    numbers[AT.behindAnswered] = end
    return buffer.subarray(0, end + buffer.write(rest, end))
  }
}

/** A missing moment is written as NaN. */
function writeMoment(moment: Moment | undefined, to: Float64Array, at: number): void {
  to[at] = moment === undefined ? Number.NaN : moment.real
  to[at + 1] = moment === undefined ? Number.NaN : moment.monotonic
  to[at + 2] = moment === undefined ? Number.NaN : moment.world
}

/** The fields of the list. JSON makes null of a missing field. */
function restOf(exchange: Exchange) {
  const { connection, request, count, reply } = exchange
  return [
    [connection.id, connection.use, connection.address, connection.inUse],
    [request.method, request.target, request.prefix, request.path, request.query, request.origin, request.headers, request.userAgent],
    request.body && { ...request.body, text: undefined },
    [count.window, count.limit, count.remaining, count.reset, count.retryAfter, count.verdict, count.early],
    [reply?.status, reply?.headers, reply && { ...reply.body, text: undefined }],
    [exchange.id, exchange.caller, exchange.world, exchange.session, exchange.revision, exchange.operation, exchange.testCase],
    [exchange.keyPlace, exchange.violations, exchange.warnings, exchange.answeredBy, exchange.appliedSteps, exchange.causes],
    [exchange.assumed, exchange.carriedOut, exchange.shown, exchange.delivered, exchange.deliveredBytes, exchange.fault, exchange.failure],
  ] as const
}

/** Turns an entry back into an exchange. */
export function decode(entry: Buffer): Exchange {
  const bytes = Buffer.from(entry)
  const numbers = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + NUMBER_BYTES))
  const [behindAsked = 0, behindAnswered = 0] = numbers.subarray(AT.behindAsked)
  const rest = JSON.parse(bytes.toString('utf8', behindAnswered)) as ReturnType<typeof restOf>
  const [[connection, use, address, inUse], asking, asked, counting, [status, replyHeaders, answered], first, second, third] = rest
  const [method, target, prefix, path, query, origin, headers, userAgent] = asking
  const [window, limit, remaining, reset, retryAfter, verdict, early] = counting
  const [id, caller, world, session, revision, operation, testCase] = first
  const [keyPlace, violations, warnings, answeredBy, appliedSteps, causes] = second
  const [assumed, carriedOut, shown, delivered, deliveredBytes, fault, failure] = third
  const [real = 0, monotonic = 0] = numbers.subarray(AT.opened)
  const at = readMoment(numbers, AT.counted) as Moment
  const body = asked && withText(asked, bytes.toString('utf8', NUMBER_BYTES, behindAsked))
  const sent = answered && { status, headers: replyHeaders, body: withText(answered, bytes.toString('utf8', behindAsked, behindAnswered)) }
  return withoutNulls({
    number: numberOf(entry),
    id,
    arrived: readMoment(numbers, AT.arrived) as Moment,
    connection: { id: connection, use, address, opened: { real, monotonic }, inUse },
    request: withoutNulls({ method, target, prefix, path, query, origin, headers, userAgent, body }),
    ...{ caller, world, session, revision },
    count: withoutNulls({ at, window, limit, remaining, reset, retryAfter, verdict, early }),
    ...{ operation, testCase, keyPlace, violations, warnings, answeredBy, appliedSteps, causes, assumed, carriedOut, shown },
    reply: sent as Exchange['reply'],
    replied: readMoment(numbers, AT.replied),
    closed: readMoment(numbers, AT.closed),
    ...{ delivered, deliveredBytes, fault, failure },
  } satisfies Record<keyof Exchange, unknown>) as Exchange
}

/** A body that is UTF-8 has its text, which stands before the list. */
const withText = (body: Omit<Body, 'text'>, text: string): Body => (body.base64 === undefined ? { text, ...body } : body)

/** The same object without its missing fields. */
function withoutNulls<Fields extends object>(fields: Fields): Fields {
  for (const name in fields) if ((fields[name] ?? undefined) === undefined) delete fields[name]
  return fields
}

/** The number of the exchange. The rest of the entry is not read. */
export const numberOf = (entry: Buffer) => entry.readDoubleLE(AT.number)

function readMoment(numbers: Float64Array, at: number): Moment | undefined {
  const [real = Number.NaN, monotonic = 0, world = 0] = numbers.subarray(at, at + 3)
  return Number.isNaN(real) ? undefined : { real, monotonic, world }
}
