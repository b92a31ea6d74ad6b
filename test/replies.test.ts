// The whole reply to many calls, as replies.txt has it: status line, headers and body. The clock of the world stands still, so each
// reply is always the same. Where one of them changes, look whether all others should have stayed as they were.

import { request } from 'node:http'
import { expect, test } from 'vitest'
import { shortError, wrap } from './support/recorded.ts'
import { start } from './support/sandbox.ts'

type Headers = Readonly<Record<string, string>>

const PLAIN: Headers = { authorization: 'Bearer sandbox_pro_w1', 'user-agent': 'shop/1.0' }
const FREE: Headers = { ...PLAIN, authorization: 'Bearer sandbox_free_w1' }
const NAKED: Headers = { authorization: '' }
const key = (text: string): Headers => ({ authorization: text })
const REX = '{"name":"Rex","categoryId":1}'
const list = (...headers: Headers[]): Row[] => headers.map((one) => ['GET /v1/pets?limit=1', one])
const create = (...bodies: string[]): Row[] => bodies.map((body) => ['POST /v1/pets', {}, body])
const get = (...paths: string[]): Row[] => paths.map((path) => [`GET ${path}`])
const put = (path: string, ...bodies: string[]): Row[] => bodies.map((body) => [`PUT /_sandbox/worlds/w1/${path}`, {}, body])

/** A call, its own headers and its body. */
type Row = readonly [call: string, headers?: Headers, body?: string]

const CALLS: readonly Row[] = [
  ['PUT /_sandbox/worlds/default/clock', {}, '{"now":"2029-03-01T00:00:00.250Z","frozen":true}'],
  ...put('clock', '{"now":"2029-03-01T00:00:00.250Z","frozen":true}', '{"frozen":1,"x":2}', '['),
  ...get('/v1/pets?limit=2', '/v1/pets?limit=2&cursor=AAAAAAAAAAI', '/v1/pets?limit=1&status=sold', '/v1/pets?cursor=zzz', '/v1/pets/1'),
  ...get('/v1/pets/99', '/v1/pets/x', '/v1/pets/9223372036854775808', '/v1/store/orders'),
  ...['HEAD', 'DELETE'].map((method): Row => [`${method} /v1/pets?limit=1`]),
  ['OPTIONS /v1/pets', { origin: 'http://shop.test', 'access-control-request-method': 'POST' }],
  ['GET /v1/pets?limit=1', { origin: 'http://shop.test' }],
  ...create(REX, '{"name":"Bo","categoryId":9223372036854775807,"status":"sold","id":7,"color":"red"}', '{}'),
  ...create('{"name":"","categoryId":9223372036854775808}', '{"name":"Bo","categoryId":1,"name":"Al"}'),
  ...list(NAKED, key('Bearer wrong'), key('Bearer sandbox_revoked_w1')),
  ...list(key('Bearer sandbox_free_.w'), key('Bearer sandbox_enterprise')),
  ...get('/v1/%70ets?limit=1', '/v1/pets?limit=%zz'),
  ...put('limits/free', '{"minute":{"limit":1,"seconds":20}}', '{"minute":{"limit":0}}'),
  ...list(FREE),
  ...get('/_sandbox/worlds/w1/limits/free', '/_sandbox/worlds/w1/limits/pro'),
  ['POST /_sandbox/worlds/w1/clock/advance', {}, '{"seconds":19}'],
  ['POST /_sandbox/worlds/w1/clock/advance', {}, '{"seconds":-1}'],
  ...list(FREE),
  ...put('scenarios', '[{"name":"flaky","parameters":{"failures":1}},{"name":"slow","operations":["getPet"]}]'),
  ...list({}, {}),
  ...get('/_sandbox/worlds/w1/scenarios'),
  ['DELETE /_sandbox/worlds/w1/scenarios'],
  ...put('assumptions', '{"order":"newest-first"}'),
  ...list({}),
  ...get('/_sandbox/worlds/w1/assumptions'),
  ['DELETE /_sandbox/worlds/w1/assumptions'],
  ['PATCH /_sandbox/worlds/w1/data/pets/1', {}, '{"status":"sold"}'],
  ['POST /_sandbox/worlds/w1/data/orders', {}, '{"petId":1}'],
  ['DELETE /_sandbox/worlds/w1/data/pets/2'],
  ...put('data', '{"pets":[{"id":4,"name":"Al","status":"sold"}],"orders":[]}'),
  ...get('/_sandbox/worlds/w1/data', '/_sandbox/worlds/w1', '/_sandbox/worlds/w 1'.replace(' ', '%20')),
  ...put('clock', '{"now":"2031-01-01T00:00:00Z"}'),
  ...get('/v1/pets/4', '/_sandbox/worlds/w1/clock', '/_sandbox/', '/_sandbox', '/_sandbox/health', '/_sandbox/worlds', '/_sandbox/metrics'),
  ...get('/_sandbox/requests?count=x', '/_sandbox/worlds/w1/requests/req_x', '/_sandbox/worlds/w1/requests?limit=0'),
  ['PUT /_sandbox/health'],
  ['GET /_sandbox/', { 'sec-fetch-site': 'cross-site' }],
  ['PUT /_sandbox/worlds/w1/clock', { 'content-type': 'text/plain' }, '{"frozen":true}'],
  ...get(
    '/_sandbox/assumptions',
    '/_sandbox/worlds/w1/requests?cause=rate-limit',
    '/_sandbox/worlds/w1/requests?case=a%20test',
    '/_sandbox/worlds/w1/requests?operation=createPet&status=4xx',
  ),
  ...get(
    '/_sandbox/worlds/w1/requests.har?cause=rate-limit',
    '/_sandbox/worlds/w1/requests?text=new-fields',
    '/_sandbox/worlds/w1/requests?status=401',
  ),
  // Both sides of each bound: the first and the last time of a clock, the limits of a plan, and the number of sentences in a refusal.
  ...put('clock', '{"now":"1970-01-01T00:00:01Z","frozen":true}'),
  ...[-2, -1, 253370764800, 253370764799].map((seconds): Row => ['POST /_sandbox/worlds/w1/clock/advance', {}, `{"seconds":${seconds}}`]),
  ...put('limits/pro', '{"remaining":300}', '{"minute":{"remaining":301}}', '{"day":{"limit":5,"remaining":6}}'),
  ...put('limits/pro', '{"minute":{"limit":9,"remaining":9},"day":{"limit":5,"remaining":5}}', '{"remaining":10}'),
  ...put('data', `{"pets":[${'{"id":0},'.repeat(5)}{"id":0}]}`, '{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1}'),
  ['POST /_sandbox/worlds/w1/data/orders', {}, '{"id":99,"petId":4}'],
  ['POST /_sandbox/worlds/w1/data/orders', {}, '{"id":99,"petId":4}'],
  ['PATCH /_sandbox/worlds/w1/data/orders/99', {}, '{"id":99}'],
  ['PATCH /_sandbox/worlds/w1/data/orders/99', {}, '{"id":98}'],
  ['DELETE /_sandbox/worlds/w1/data/orders/98'],
  ...get(`/_sandbox/${'n'.repeat(300)}`, `/${'n'.repeat(300)}`, '/~a/~b/v1/pets', '/pets/sandbox_pro_w1?a=1'),
  [`PATCH /_sandbox/worlds/${'n'.repeat(300)}`],
  ...['application/json', 'text/plain', 'text/markdown', 'application/junit+xml'].map(
    (accept): Row => ['HEAD /_sandbox/report', { accept }],
  ),
  ...['/', '/docs', '/console/console.js', '/openapi.json', '/openapi.yaml', '/llms.txt'].map((path): Row => [`HEAD ${path}`]),
  ['POST /llms.txt', { expect: '100-continue' }],
  ['DELETE /_sandbox/worlds/w1/requests'],
  ['POST /_sandbox/worlds/w1/reset'],
  ['DELETE /_sandbox/worlds/w1'],
]

const OF_THE_PROCESS = /^(?:# |process_|nodejs_|\w+_(?:bucket|sum|bytes)\b).*\n/gm
/** The version of the sandbox, real times, random ids, numbers of connections and tags of files. */
const VARYING =
  /(?<="connection":(?:\{"id":|"))\d+|(?<=req_)\w{6}(?=_\d)|(?<=sandbox":"|sandbox","version":")[\d.]+|(?<=Date: )(?!Thu, 01 Mar 2029|Wed, 01 Jan 2031).{29}|(?<="(?:real|monotonic|opened|took|total|time|wait|send|receive|gap)":)[\d.]+|(?<=")(?!2029-03-01|2031|2030-12|2025)20\d\d-\d\d-\d\dT[\d:.]+Z|(?<=ETag: ")[\w-]+/g

/** What most replies have is left out. A reply that differs shows it, and names the headers that it has not. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  '/v1': [
    'Content-Type: application/json',
    'X-RateLimit-Limit: 300',
    'X-RateLimit-Reset: 1867017660',
    'Date: Thu, 01 Mar 2029 00:00:00 GMT',
    'Sandbox-Cause: handler',
  ],
  '/_sandbox': [
    'X-Content-Type-Options: nosniff',
    'Cross-Origin-Resource-Policy: same-origin',
    'Cache-Control: no-store',
    'Content-Type: application/json',
  ],
  '/': ['Content-Type: application/json; charset=utf-8'],
}
/** They are in each reply. Their values differ. */
const UNTOLD = /^(?:X-RateLimit-Remaining|Sandbox-Request-Id|Content-Length|Connection|Keep-Alive): |^Date: #/

/** Sends a call, and writes down the reply as it came. */
function send(origin: string, [call, headers = {}, body]: Row): Promise<string> {
  const [method, path = ''] = call.split(' ')
  const own = call.includes('/_sandbox') ? {} : PLAIN
  const all = { ...own, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers }
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  return new Promise((resolve, reject) => {
    const asked = request(origin + path, { method: method as string, headers: { ...sent, connection: 'close' } }, async (response) => {
      const { statusCode, statusMessage, rawHeaders } = response
      const pairs = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`.replaceAll(VARYING, '#')] : []))
      const start = Object.keys(USUAL).find((one) => path.startsWith(one)) ?? '/'
      const isProblem = start === '/_sandbox' && Number(statusCode) >= 400
      const usual = (USUAL[start] ?? []).map((line) => (isProblem ? line.replace('n/json', 'n/problem+json') : line))
      const names = usual.map((line) => line.slice(0, line.indexOf(':') + 1)).filter((name) => !pairs.some((pair) => pair.startsWith(name)))
      const special = pairs.filter((pair) => !usual.includes(pair) && !UNTOLD.test(pair))
      const text = Buffer.concat(await response.toArray())
        .toString()
        .replaceAll(origin, 'http://sandbox')
        .replaceAll(OF_THE_PROCESS, '')
        .replaceAll(/\n+/g, ' | ')
      const shown = shortError(text.replaceAll(VARYING, '#'))
      const reply = [
        `${statusCode} ${statusMessage}`,
        ...special,
        ...names.map((name) => `no ${name.slice(0, -1)}`),
        ...(shown ? [shown] : []),
      ]
      const written = [
        call,
        ...(headers === NAKED || Object.keys(headers).length > 0 ? [JSON.stringify(headers)] : []),
        ...(body ? [body] : []),
      ]
      const own = [`> ${written.join(' ')}`, reply.join(' | ').replaceAll(origin, 'http://sandbox')]
      resolve(own.map((line) => wrap(line.length > 600 ? `${line.slice(0, 400)} … ${line.length} letters` : line)).join('\n'))
    })
    asked.on('error', reject).end(body)
  })
}

test('each of these replies is as in replies.txt', async () => {
  const sandbox = await start({ metrics: true })
  const replies: string[] = []
  for (const row of CALLS) replies.push(await send(sandbox.origin, row))
  await expect(replies.join('\n').replaceAll(new URL(sandbox.origin).host, 'sandbox')).toMatchFileSnapshot('replies.txt')
})
