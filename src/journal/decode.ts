// Turns the bytes of an entry back into an exchange, when somebody asks for the exchange.

import { endianness } from 'node:os'
import type { Body, Exchange, Moment } from '../exchange/exchange.ts'
import { headerOf, pairsOf } from '../exchange/headers.ts'
import { parseJson } from '../json/json.ts'
import { AT, DELIVERIES, LENGTHS, LINES, NUMBER_BYTES, pickRare, type Rest, VERDICTS, WINDOWS } from './entry-layout.ts'

/** The number of the exchange. The rest of the entry is not read. */
export const numberOf = (entry: Uint8Array) => new DataView(entry.buffer, entry.byteOffset).getFloat64(0, IS_LITTLE_ENDIAN)

/** Float64Array has the machine's byte order. */
const IS_LITTLE_ENDIAN = endianness() === 'LE'

/** The parts of an entry. */
interface Parts {
  readonly number: (at: number) => number
  readonly moment: (at: number) => Moment | undefined
  readonly lines: readonly string[]
  readonly rest: Rest
  readonly asked: string
  readonly answered: string
}

/** Turns an entry back into an exchange. */
export function decode(entry: Uint8Array): Exchange {
  const parts = readParts(entry)
  const { number, moment, lines, rest } = parts
  const [key, plan, operation, answeredBy = '', assumed] = lines.slice(9)
  const replied = moment(AT.replied)
  const closed = moment(AT.closed)
  return {
    number: number(AT.number),
    id: lines[0] ?? '',
    arrived: moment(AT.arrived) as Moment,
    connection: decodeConnection(parts),
    request: decodeRequest(parts),
    caller: { ...(key && { key }), ...(plan && { plan }), ...(rest.refusal && { refusal: rest.refusal }) },
    world: lines[8] ?? '',
    session: number(AT.session),
    stage: number(AT.stage),
    count: decodeCount(parts),
    ...(operation && { operation }),
    violations: rest.violations ?? [],
    warnings: rest.warnings ?? [],
    answeredBy: answeredBy as Exchange['answeredBy'],
    appliedSteps: rest.appliedSteps ?? [],
    causes: rest.causes ?? [{ name: answeredBy }],
    assumed: assumed ? assumed.split(',') : [],
    carriedOut: number(AT.carriedOut) === 1,
    ...decodeReply(parts),
    ...(replied && { replied }),
    ...(closed && { closed }),
    delivered: DELIVERIES[number(AT.delivered)] ?? 'none',
    deliveredBytes: number(AT.deliveredBytes),
    ...pickRare(rest),
  }
}

function readParts(entry: Uint8Array): Parts {
  const bytes = Buffer.from(entry)
  const numbers = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + NUMBER_BYTES))
  let from = NUMBER_BYTES
  const read = (part: number) => {
    const length = Math.max(0, numbers[LENGTHS + part] ?? 0)
    from += length
    return bytes.toString('utf8', from - length, from)
  }
  const lines = read(0).split('\n')
  const rest = read(1)
  return {
    number: (at) => numbers[at] ?? 0,
    moment: (at) => readMoment(numbers, at),
    lines,
    rest: (rest === '' ? {} : parseJson(rest)) as Rest,
    asked: read(2),
    answered: read(3),
  }
}

const decodeConnection = ({ number, lines }: Parts): Exchange['connection'] => ({
  id: number(AT.connection),
  use: number(AT.use),
  address: lines[7] ?? '',
  opened: { real: number(AT.opened), monotonic: number(AT.opened + 1) },
  inUse: number(AT.inUse),
})

function decodeRequest({ number, lines, rest, asked }: Parts): Exchange['request'] {
  const [method = '', target = '', prefix = '', path = '', query = '', origin = ''] = lines.slice(1)
  const hasBody = number(LENGTHS + 2) >= 0
  const headers = lines.slice(LINES, LINES + Number(lines[LINES - 1]))
  return {
    ...{ method, target, prefix, path, query, origin },
    userAgent: headerOf(headers, 'user-agent'),
    headers,
    ...(hasBody && { body: createBody(asked, number(AT.requestBytes), rest.requestBody) }),
  }
}

const decodeCount = ({ number, moment }: Parts): Exchange['count'] => ({
  at: moment(AT.counted) as Moment,
  verdict: VERDICTS[number(AT.verdict)] ?? 'served',
  window: WINDOWS[number(AT.window)] ?? 'minute',
  limit: number(AT.limit),
  remaining: number(AT.remaining),
  reset: number(AT.reset),
  retryAfter: number(AT.retryAfter),
  ...(number(AT.early) === 1 && { early: true }),
})

function decodeReply({ number, lines, rest, answered }: Parts): Pick<Exchange, 'reply'> {
  if (number(LENGTHS + 3) < 0) return {}
  const headers = Object.fromEntries(pairsOf(lines.slice(LINES + Number(lines[LINES - 1]))))
  return { reply: { status: number(AT.status), headers, body: createBody(answered, number(AT.replyBytes), rest.replyBody) } }
}

const createBody = (text: string, bytes: number, more: Omit<Body, 'text' | 'bytes'> = {}): Body => ({
  ...(more.base64 === undefined && { text }),
  bytes,
  ...more,
})

function readMoment(numbers: Float64Array, at: number): Moment | undefined {
  const [real = Number.NaN, monotonic = 0, world = 0] = numbers.subarray(at, at + 3)
  return Number.isNaN(real) ? undefined : { real, monotonic, world }
}
