// An exchange as bytes, and back. The journal keeps bytes because the garbage collector need not walk them: objects that
// live as long as a journal's entries would be copied at every scavenge, and each request would wait for that.
//
// An entry has four parts: numbers of fixed places, a text of lines that every exchange has, JSON for what few have, and
// the two bodies.

import type { Body, Exchange, Moment } from '../exchange.ts'
import { parseJson, renderJson } from '../json.ts'

const VERDICTS = ['served', 'refused', 'banned'] as const
const WINDOWS = ['minute', 'day'] as const
const DELIVERIES = ['whole', 'part', 'none'] as const

/** The places of the numbers. The last four are the lengths of the parts behind them, in bytes; -1 is no body. */
const NUMBERS = 32
const LENGTHS = 28
const NUMBER_BYTES = NUMBERS * 8
/** Lines of the text before the headers; the last of them counts those of the request. */
const LINES = 15
/** UTF-8 takes at most so many bytes for a code unit. */
const MAX_BYTES_PER_UNIT = 3

/** What only few exchanges have; an absent one is the empty value. */
type Rest = Pick<Exchange, 'testCase' | 'shown' | 'failure'> & {
  readonly refusal?: Exchange['caller']['refusal']
  readonly violations?: Exchange['violations']
  readonly warnings?: Exchange['warnings']
  readonly plays?: Exchange['plays']
  readonly causes?: Exchange['causes']
  readonly requestBody?: Omit<Body, 'text' | 'bytes'>
  readonly replyBody?: Omit<Body, 'text' | 'bytes'>
}

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
  to[0] = exchange.number
  to[1] = exchange.session
  writeMoment(exchange.arrived, to, 2)
  writeMoment(exchange.replied, to, 5)
  writeMoment(exchange.closed, to, 8)
  writeMoment(count.at, to, 11)
  to[14] = connection.id
  to[15] = connection.use
  to[16] = VERDICTS.indexOf(count.verdict)
  to[17] = WINDOWS.indexOf(count.window)
  to[18] = count.limit
  to[19] = count.remaining
  to[20] = count.reset
  to[21] = count.retryAfter
  to[22] = DELIVERIES.indexOf(exchange.delivered)
  to[23] = exchange.deliveredBytes
  to[24] = exchange.carriedOut ? 1 : 0
  to[25] = reply?.status ?? 0
  to[26] = request.body?.bytes ?? 0
  to[27] = reply?.body.bytes ?? 0
}

/** A moment that has not come is written as NaN. */
function writeMoment(moment: Moment | undefined, to: Float64Array, at: number): void {
  to[at] = moment === undefined ? Number.NaN : moment.real
  to[at + 1] = moment === undefined ? Number.NaN : moment.monotonic
  to[at + 2] = moment === undefined ? Number.NaN : moment.world
}

/** No value of these has a line break: HTTP allows none in a request line or a header. */
function renderLines({ id, request, connection, world, caller, operation = '', answeredBy, assumed, reply }: Exchange): string {
  const { key = '', plan = '' } = caller
  let text = `${id}\n${request.method}\n${request.target}\n${request.prefix}\n${request.path}\n${request.query}\n${request.origin}\n${connection.address}\n${world}\n${key}\n${plan}\n${operation}\n${answeredBy}\n${assumed.join()}\n${request.headers.length}`
  for (const header of request.headers) text += `\n${header}`
  for (const name in reply?.headers) text += `\n${name}\n${reply?.headers[name]}`
  return text
}

/** The JSON of what few exchanges have; empty for most. */
function renderRest(exchange: Exchange): string {
  const { testCase, shown, failure, caller, violations, warnings, plays, causes, answeredBy, request, reply } = exchange
  const hasPlainCause = causes.length === 1 && causes[0]?.name === answeredBy && causes[0].parameters === undefined
  const isPlain =
    hasPlainCause &&
    testCase === undefined &&
    shown === undefined &&
    failure === undefined &&
    caller.refusal === undefined &&
    violations.length + warnings.length + plays.length === 0 &&
    isPlainBody(request.body) &&
    isPlainBody(reply?.body)
  if (isPlain) return ''
  const rest: Rest = {
    ...(testCase && { testCase }),
    ...(shown && { shown }),
    ...(failure !== undefined && { failure }),
    ...(caller.refusal && { refusal: caller.refusal }),
    ...(violations.length > 0 && { violations }),
    ...(warnings.length > 0 && { warnings }),
    ...(plays.length > 0 && { plays }),
    ...(hasPlainCause ? {} : { causes }),
    ...(isPlainBody(request.body) ? {} : { requestBody: withoutText(request.body) }),
    ...(isPlainBody(reply?.body) ? {} : { replyBody: withoutText(reply?.body) }),
  }
  return renderJson(rest)
}

const isPlainBody = (body: Body | undefined) => body === undefined || (body.base64 === undefined && body.sha256 === undefined)

const withoutText = ({ text: _text, bytes: _bytes, ...rest }: Body = { bytes: 0 }) => rest

/** An entry with its parts apart. */
interface Parts {
  readonly number: (at: number) => number
  readonly moment: (at: number) => Moment | undefined
  readonly lines: readonly string[]
  readonly rest: Rest
  readonly asked: string
  readonly answered: string
}

/** Reads an entry back. */
export function decode(entry: Uint8Array): Exchange {
  const parts = readParts(entry)
  const { number, moment, lines, rest } = parts
  const [key, plan, operation, answeredBy = '', assumed] = lines.slice(9)
  const replied = moment(5)
  const closed = moment(8)
  return {
    number: number(0),
    id: lines[0] ?? '',
    arrived: moment(2) as Moment,
    connection: { id: number(14), use: number(15), address: lines[7] ?? '' },
    request: decodeRequest(parts),
    caller: { ...(key && { key }), ...(plan && { plan }), ...(rest.refusal && { refusal: rest.refusal }) },
    world: lines[8] ?? '',
    session: number(1),
    count: decodeCount(parts),
    ...(operation && { operation }),
    ...(rest.testCase && { testCase: rest.testCase }),
    violations: rest.violations ?? [],
    warnings: rest.warnings ?? [],
    answeredBy,
    plays: rest.plays ?? [],
    causes: rest.causes ?? [{ name: answeredBy }],
    assumed: assumed ? assumed.split(',') : [],
    carriedOut: number(24) === 1,
    ...(rest.shown && { shown: rest.shown }),
    ...decodeReply(parts),
    ...(replied && { replied }),
    ...(closed && { closed }),
    delivered: DELIVERIES[number(22)] ?? 'none',
    deliveredBytes: number(23),
    ...(rest.failure !== undefined && { failure: rest.failure }),
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

function decodeRequest({ number, lines, rest, asked }: Parts): Exchange['request'] {
  const [method = '', target = '', prefix = '', path = '', query = '', origin = ''] = lines.slice(1)
  const hasBody = number(LENGTHS + 2) >= 0
  return {
    ...{ method, target, prefix, path, query, origin },
    headers: lines.slice(LINES, LINES + Number(lines[LINES - 1])),
    ...(hasBody && { body: createBody(asked, number(26), rest.requestBody) }),
  }
}

const decodeCount = ({ number, moment }: Parts): Exchange['count'] => ({
  at: moment(11) as Moment,
  verdict: VERDICTS[number(16)] ?? 'served',
  window: WINDOWS[number(17)] ?? 'minute',
  limit: number(18),
  remaining: number(19),
  reset: number(20),
  retryAfter: number(21),
})

function decodeReply({ number, lines, rest, answered }: Parts): Pick<Exchange, 'reply'> {
  if (number(LENGTHS + 3) < 0) return {}
  const headers = pair(lines.slice(LINES + Number(lines[LINES - 1])))
  return { reply: { status: number(25), headers, body: createBody(answered, number(27), rest.replyBody) } }
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

const pair = (texts: readonly string[]): Record<string, string> =>
  Object.fromEntries(texts.flatMap((name, index) => (index % 2 === 0 ? [[name, texts[index + 1] ?? '']] : [])))
