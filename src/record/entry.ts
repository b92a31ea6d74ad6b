// An exchange as bytes, and back. The garbage collector copies long-lived objects again and again while requests wait, but it does not
// copy these bytes. An entry has times, the texts of the two bodies, and a list of the rest as JSON. As JSON, the times and the names of
// the fields would take longer than everything else.

import { renderJson } from '../contract/json/json.ts'
import type { Body, Exchange, Moment } from '../ground/generated/control.ts'

/** The places of numbers, of 8 bytes each. A moment has three: real, monotonic and world. */
const AT = { number: 0, arrived: 8, replied: 32, closed: 56, counted: 80, behindAsked: 104, behindAnswered: 112 } as const
const NUMBER_BYTES = 136
/** UTF-8 takes at most this many bytes for one code unit. */
const MAX_BYTES_PER_UNIT = 3

/** The bytes of the encoder are valid until its next call. */
export function createEncoder(): (exchange: Exchange) => Buffer {
  let buffer = Buffer.allocUnsafeSlow(16 * 1024)
  let numbers = numbersOf(buffer)

  return function encode(exchange) {
    const { request, reply } = exchange
    const asked = request.body?.text ?? ''
    const answered = reply?.body.text ?? ''
    const rest = renderJson(restOf(exchange))
    const needed = NUMBER_BYTES + (asked.length + answered.length + rest.length) * MAX_BYTES_PER_UNIT
    if (needed > buffer.length) {
      buffer = Buffer.allocUnsafeSlow(needed)
      numbers = numbersOf(buffer)
    }
    numbers.setFloat64(AT.number, exchange.number)
    writeMoment(numbers, AT.arrived, exchange.arrived)
    writeMoment(numbers, AT.replied, exchange.replied)
    writeMoment(numbers, AT.closed, exchange.closed)
    writeMoment(numbers, AT.counted, exchange.count.at)
    let end = NUMBER_BYTES
    if (asked !== '') end += buffer.write(asked, end)
    numbers.setFloat64(AT.behindAsked, end)
    if (answered !== '') end += buffer.write(answered, end)
    numbers.setFloat64(AT.behindAnswered, end)
    return buffer.subarray(0, end + buffer.write(rest, end))
  }
}

const numbersOf = ({ buffer, byteOffset }: Buffer) => new DataView(buffer, byteOffset, NUMBER_BYTES)

const MISSING: Moment = { real: Number.NaN, monotonic: Number.NaN, world: Number.NaN }

function writeMoment(to: DataView, at: number, { real, monotonic, world }: Moment = MISSING): void {
  to.setFloat64(at, real)
  to.setFloat64(at + 8, monotonic)
  to.setFloat64(at + 16, world)
}

/** The fields of the list. JSON makes null of a missing field. */
function restOf(exchange: Exchange) {
  const { connection, request, count, reply } = exchange
  return [
    [connection.id, connection.use, connection.address],
    [request.method, request.target, request.prefix, request.path, request.query, request.origin, request.headers, request.userAgent],
    request.body && { ...request.body, text: undefined },
    [count.window, count.limit, count.remaining, count.reset, count.retryAfter, count.verdict, count.early],
    [reply?.status, reply?.headers, reply && { ...reply.body, text: undefined }],
    [exchange.id, exchange.caller, exchange.world, exchange.session, exchange.revision, exchange.operation, exchange.testCase],
    [exchange.violations, exchange.warnings, exchange.answeredBy, exchange.appliedSteps, exchange.causes],
    [exchange.assumed, exchange.carriedOut, exchange.shown, exchange.delivered, exchange.deliveredBytes, exchange.fault, exchange.failure],
  ] as const
}

export function decode(entry: Buffer): Exchange {
  const numbers = numbersOf(entry)
  const [behindAsked, behindAnswered] = [numbers.getFloat64(AT.behindAsked), numbers.getFloat64(AT.behindAnswered)]
  const rest = JSON.parse(entry.toString('utf8', behindAnswered)) as ReturnType<typeof restOf>
  const [[connection, use, address], asking, asked, counting, [status, replyHeaders, answered], first, second, third] = rest
  const [method, target, prefix, path, query, origin, headers, userAgent] = asking
  const [window, limit, remaining, reset, retryAfter, verdict, early] = counting
  const [id, caller, world, session, revision, operation, testCase] = first
  const [violations, warnings, answeredBy, appliedSteps, causes] = second
  const [assumed, carriedOut, shown, delivered, deliveredBytes, fault, failure] = third
  const at = readMoment(numbers, AT.counted) as Moment
  const body = asked && withText(asked, entry.toString('utf8', NUMBER_BYTES, behindAsked))
  const sent = answered && { status, headers: replyHeaders, body: withText(answered, entry.toString('utf8', behindAsked, behindAnswered)) }
  return withoutNulls({
    number: numberOf(entry),
    id,
    arrived: readMoment(numbers, AT.arrived) as Moment,
    connection: { id: connection, use, address },
    request: withoutNulls({ method, target, prefix, path, query, origin, headers, userAgent, body }),
    caller,
    world,
    session,
    revision,
    count: withoutNulls({ at, window, limit, remaining, reset, retryAfter, verdict, early }),
    operation,
    testCase,
    violations,
    warnings,
    answeredBy,
    appliedSteps,
    causes,
    assumed,
    carriedOut,
    shown,
    reply: sent as Exchange['reply'],
    replied: readMoment(numbers, AT.replied),
    closed: readMoment(numbers, AT.closed),
    delivered,
    deliveredBytes,
    fault,
    failure,
  } satisfies Record<keyof Exchange, unknown>) as Exchange
}

/** A body without base64 has its text before the list. */
const withText = (body: Omit<Body, 'text'>, text: string): Body => (body.base64 === undefined ? { text, ...body } : body)

function withoutNulls<Fields extends object>(fields: Fields): Fields {
  for (const name in fields) if ((fields[name] ?? undefined) === undefined) delete fields[name]
  return fields
}

/** Reads nothing but the number of the exchange. */
export const numberOf = (entry: Buffer) => entry.readDoubleBE(AT.number)

function readMoment(numbers: DataView, at: number): Moment | undefined {
  const real = numbers.getFloat64(at)
  return Number.isNaN(real) ? undefined : { real, monotonic: numbers.getFloat64(at + 8), world: numbers.getFloat64(at + 16) }
}
