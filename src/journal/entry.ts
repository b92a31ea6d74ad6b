// An exchange as bytes, and back. The journal keeps bytes because of the garbage collector: the collector copies long-lived objects
// again and again, and requests wait for it. It does not copy these bytes. An entry has times, the texts of the two bodies, and the
// rest of the exchange as JSON. Times have many digits, and as JSON they would take longer than everything else.

import { endianness } from 'node:os'
import type { Body, Exchange, Moment } from '../exchange/exchange.ts'
import { renderJson } from '../json/json.ts'

/** The places of the numbers. A moment takes three places: real, monotonic and world. An instant takes the first two. */
const AT = { number: 0, arrived: 1, replied: 4, closed: 7, counted: 10, opened: 13, asked: 15, answered: 16 } as const
const NUMBERS = 17
const NUMBER_BYTES = NUMBERS * 8
/** UTF-8 takes at most this many bytes for one code unit. */
const MAX_BYTES_PER_UNIT = 3

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
    const asked = exchange.request.body?.text
    const answered = exchange.reply?.body.text
    const rest = renderRest(exchange)
    reserve(rest.length + (asked?.length ?? 0) + (answered?.length ?? 0))
    let at = NUMBER_BYTES
    const write = (text: string | undefined) => {
      const length = text === undefined ? -1 : buffer.write(text, at, 'utf8')
      at += Math.max(0, length)
      return length
    }
    writeTimes(exchange, numbers)
    numbers[AT.number] = exchange.number
    numbers[AT.asked] = write(asked)
    numbers[AT.answered] = write(answered)
    write(rest)
    return buffer.subarray(0, at)
  }
}

/** What is written in another form is null here, so that the fields keep their order. */
const renderRest = (exchange: Exchange) =>
  renderJson({
    ...exchange,
    ...{ number: null, arrived: null, replied: undefined, closed: undefined },
    connection: { ...exchange.connection, opened: null },
    count: { ...exchange.count, at: null },
    request: { ...exchange.request, body: withoutText(exchange.request.body) },
    reply: exchange.reply && { ...exchange.reply, body: withoutText(exchange.reply.body) },
  })

const withoutText = (body: Body | undefined) => body && { ...body, text: undefined }

function writeTimes({ arrived, replied, closed, count, connection }: Exchange, to: Float64Array): void {
  writeMoment(arrived, to, AT.arrived)
  writeMoment(replied, to, AT.replied)
  writeMoment(closed, to, AT.closed)
  writeMoment(count.at, to, AT.counted)
  to[AT.opened] = connection.opened.real
  to[AT.opened + 1] = connection.opened.monotonic
}

/** A missing moment is written as NaN. */
function writeMoment(moment: Moment | undefined, to: Float64Array, at: number): void {
  to[at] = moment === undefined ? Number.NaN : moment.real
  to[at + 1] = moment === undefined ? Number.NaN : moment.monotonic
  to[at + 2] = moment === undefined ? Number.NaN : moment.world
}

/** The number of the exchange. The rest of the entry is not read. */
export const numberOf = (entry: Uint8Array) => new DataView(entry.buffer, entry.byteOffset).getFloat64(0, IS_LITTLE_ENDIAN)

/** Float64Array has the machine's byte order. */
const IS_LITTLE_ENDIAN = endianness() === 'LE'

/** Turns an entry back into an exchange. */
export function decode(entry: Uint8Array): Exchange {
  const bytes = Buffer.from(entry)
  const numbers = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + NUMBER_BYTES))
  const [asked = -1, answered = -1] = numbers.subarray(AT.asked)
  const behindAsked = NUMBER_BYTES + Math.max(0, asked)
  const behindAnswered = behindAsked + Math.max(0, answered)
  const rest = JSON.parse(bytes.toString('utf8', behindAnswered)) as Exchange
  const { request, reply, count, connection } = rest
  const [real = 0, monotonic = 0] = numbers.subarray(AT.opened)
  const replied = readMoment(numbers, AT.replied)
  const closed = readMoment(numbers, AT.closed)
  return {
    ...rest,
    number: numberOf(entry),
    arrived: readMoment(numbers, AT.arrived) as Moment,
    connection: { ...connection, opened: { real, monotonic } },
    count: { ...count, at: readMoment(numbers, AT.counted) as Moment },
    request: { ...request, ...(request.body && { body: withText(request.body, bytes, NUMBER_BYTES, asked) }) },
    ...(reply && { reply: { ...reply, body: withText(reply.body, bytes, behindAsked, answered) } }),
    ...(replied && { replied }),
    ...(closed && { closed }),
  }
}

const withText = (body: Body, bytes: Buffer, from: number, length: number): Body =>
  length < 0 ? body : { text: bytes.toString('utf8', from, from + length), ...body }

function readMoment(numbers: Float64Array, at: number): Moment | undefined {
  const [real = Number.NaN, monotonic = 0, world = 0] = numbers.subarray(at, at + 3)
  return Number.isNaN(real) ? undefined : { real, monotonic, world }
}
