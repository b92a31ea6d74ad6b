// Valid requests, and random damage to their bytes.

import fc from 'fast-check'

const KEY = 'Authorization: Bearer sandbox_enterprise_mutated'
const render = (line: string, headers: readonly string[] = [], body = '') =>
  Buffer.from(`${[line, 'Host: localhost', KEY, ...headers].join('\r\n')}\r\n\r\n${body}`)

const PET = '{"name":"Rex","categoryId":9223372036854775807,"status":"sold"}'
const JSON_TYPE = 'Content-Type: application/json'

const REQUESTS: readonly Buffer[] = [
  render('GET /v1/pets?limit=3&status=available HTTP/1.1', ['Accept: application/json', 'User-Agent: shop/1.0']),
  render('GET /v1/pets/1 HTTP/1.1', ['Sandbox-Case: "reads a pet";expect=200']),
  render('GET /v1/store/orders HTTP/1.1', ['Prefer: code=200']),
  render('GET /~world=mutated,rate-limited,retry-after=5/v1/pets HTTP/1.1'),
  render('GET http://localhost/v1/pets/%31?x=%e2%82%ac#top HTTP/1.1', ['Cookie: a=b', 'Referer: http://u:p@h/?token=x']),
  render('POST /v1/pets HTTP/1.1', [JSON_TYPE, `Content-Length: ${PET.length}`], PET),
  render(
    'POST /v1/pets HTTP/1.1',
    [JSON_TYPE, 'Transfer-Encoding: chunked'],
    `${PET.length.toString(16)};a=b\r\n${PET}\r\n0\r\nX-End: 1\r\n\r\n`,
  ),
  render('POST /v1/pets HTTP/1.1', [JSON_TYPE, 'Expect: 100-continue', `Content-Length: ${PET.length}`], PET),
  render('OPTIONS /v1/pets HTTP/1.1', ['Origin: http://shop.example', 'Access-Control-Request-Method: GET']),
  render('GET /_sandbox/worlds/mutated/clock HTTP/1.1'),
  render('PUT /_sandbox/worlds/mutated/limits/enterprise HTTP/1.1', [JSON_TYPE, 'Content-Length: 28'], '{"minute":{"limit":1000000}}'),
]

type Damage = (bytes: Buffer) => Buffer

const at = (share: number, { length }: Buffer) => Math.floor(share * length)
/** Doubles of fast-check lie near 0, integers everywhere. */
const share = fc.integer({ min: 0, max: 9999 }).map((part) => part / 10_000)
/** Bytes that mean something to a parser, or any bytes. */
const piece = fc.oneof(
  fc.constantFrom(
    ...['\r\n', '\r\n\r\n', '\n', '\0', ' ', ':', '%', '%00', '\xff', '"', '{', '['],
    ...['=', ';', '~', ',', '/../', '//', '?', '#', '🐕', '-1', '1e999'],
  ),
  fc.constantFrom(
    ...['Content-Length: 5\r\n', 'Transfer-Encoding: chunked\r\n', 'Host: a\r\n', 'Connection: close\r\n'],
    ...['HTTP/1.1', 'GET / HTTP/1.1\r\n\r\n'],
  ),
  fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  fc.constant('A'.repeat(9000)),
)

const flip: fc.Arbitrary<Damage> = fc.tuple(share, fc.integer({ min: 0, max: 7 })).map(([where, bit]) => (bytes) => {
  const changed = Buffer.from(bytes)
  const index = at(where, bytes)
  if (index < changed.length) changed[index] = (changed[index] as number) ^ (1 << bit)
  return changed
})
const insert: fc.Arbitrary<Damage> = fc.tuple(share, piece).map(([where, text]) => (bytes) => {
  const index = at(where, bytes)
  return Buffer.concat([bytes.subarray(0, index), Buffer.from(text, 'latin1'), bytes.subarray(index)])
})
const cut: fc.Arbitrary<Damage> = fc.tuple(share, fc.integer({ min: 1, max: 40 })).map(([where, count]) => (bytes) => {
  const index = at(where, bytes)
  return Buffer.concat([bytes.subarray(0, index), bytes.subarray(index + count)])
})
const end: fc.Arbitrary<Damage> = share.map((where) => (bytes) => bytes.subarray(0, at(where, bytes)))
const repeat: fc.Arbitrary<Damage> = fc.tuple(share, share).map(([from, to]) => (bytes) => {
  const [start, stop] = [at(from, bytes), at(to, bytes)].sort((a, b) => a - b) as [number, number]
  return Buffer.concat([bytes.subarray(0, stop), bytes.subarray(start)])
})

const damage = fc.oneof(
  { weight: 4, arbitrary: flip },
  { weight: 4, arbitrary: insert },
  { weight: 2, arbitrary: cut },
  { weight: 1, arbitrary: end },
  { weight: 1, arbitrary: repeat },
)

/** One to four requests on one connection, with up to two damages. */
export const mutated = fc
  .tuple(fc.array(fc.constantFrom(...REQUESTS), { minLength: 1, maxLength: 4 }), fc.array(damage, { maxLength: 2 }))
  .map(([requests, damages]) => damages.reduce<Buffer>((bytes, change) => change(bytes), Buffer.concat(requests)).toString('latin1'))
