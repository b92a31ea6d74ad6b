// Bytes that cannot be read as a request get the usual refusal, after the replies to earlier requests.

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:http'
import { expect, test } from 'vitest'
import type { Sandbox } from '../../src/sandbox.ts'
import { connectRaw, head, type RawReply, repliesIn, sendRaw } from '../support/raw.ts'
import { shortError, wrap } from '../support/recorded.ts'
import { start } from '../support/sandbox.ts'

const GET = `${head('GET', '/v1/pets/1')}\r\n`
const BODY = '{"name":"Rex","categoryId":1}'
const JSON_TYPE = 'Content-Type: application/json\r\n'
const POST = `${head('POST', '/v1/pets')}${JSON_TYPE}Content-Length: ${BODY.length}\r\n\r\n${BODY}`
const CHUNKED = `${head('POST', '/v1/pets')}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n`
const NO_KEY = 'Host: localhost\r\n'

/** Sends bytes. Resolves with the replies when the sandbox has closed the connection. */
const repliesTo = async ({ origin }: Sandbox, text: string) => repliesIn(await sendRaw(origin, Buffer.from(text, 'latin1')))

/** Checks what every such refusal must have. */
function checkRefusal({ status, headers, body }: RawReply): void {
  expect(JSON.parse(body)).toEqual({ code: expect.any(String), message: expect.any(String), status })
  expect(headers.get('content-type')).toBe('application/json')
  expect(Math.abs(Date.parse(headers.get('date') ?? '') - Date.now())).toBeLessThan(60_000)
  for (const name of ['limit', 'remaining', 'reset']) expect(headers.get(`x-ratelimit-${name}`), name).toMatch(/^\d+$/)
  expect(headers.get('sandbox-cause')).toBe('http')
}

const REFUSED: readonly (readonly [title: string, sent: string])[] = [
  ['rubbish after a POST', `${POST}rubbish\r\n\r\n`],
  ['rubbish alone', '\x00\x01\x02\r\n\r\n'],
  ['a handshake of TLS', '\x16\x03\x01\x02\x00\x01'],
  ['an unknown method', `BREW /pot HTTP/1.1\r\n${NO_KEY}\r\n`],
  ['an unknown method after a GET', `${GET}BREW /pot HTTP/1.1\r\n\r\n`],
  ['an unknown method after a body', `${POST}BREW /pot HTTP/1.1\r\n\r\n`],
  ['a method in small letters', 'get /v1/pets HTTP/1.1\r\n\r\n'],
  ['a method of another protocol', 'PLAY /v1/pets HTTP/1.1\r\n\r\n'],
  ['an unknown method without a version', 'BREW /pot\r\n\r\n'],
  ['an unknown method in a broken line', '"x BREW /pot HTTP/1.1\r\n\r\n'],
  ['CONNECT', `${GET}CONNECT pets:80 HTTP/1.1\r\n${NO_KEY}\r\n`],
  ['a later version', `GET /v1/pets HTTP/3.0\r\n${NO_KEY}\r\n`],
  ['HTTP/2 with prior knowledge', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a version of three digits', `GET /v1/pets HTTP/11.1\r\n${NO_KEY}\r\n`],
  ['a blank in the target', `GET /v1/my pets HTTP/1.1\r\n${NO_KEY}\r\n`],
  ['a long target', `GET /v1/pets?a=${'1'.repeat(20_000)} HTTP/1.1\r\n${NO_KEY}\r\n`],
  ['a long target after a GET', `${GET}GET /${'1'.repeat(20_000)} HTTP/1.1\r\n${NO_KEY}\r\n`],
  ['a long header', `GET /v1/pets HTTP/1.1\r\n${NO_KEY}X: ${'1'.repeat(20_000)}\r\n\r\n`],
  ['a long header like a target', `GET /v1/pets HTTP/1.1\r\n${NO_KEY}GET: /${'1'.repeat(20_000)}\r\n\r\n`],
  ['a header without a colon', 'GET /v1/pets HTTP/1.1\r\nfoo\r\n\r\n'],
  ['two lengths', `${head('POST', '/v1/pets')}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`],
  ['length and chunks', `${head('POST', '/v1/pets')}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`],
  ['chunks twice', `${head('POST', '/v1/pets')}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`],
  ['four requests, and the first is broken', `X\r\n\r\n${GET.repeat(3)}`],
  ['a long target with a method of another length', `DELETE http:/${'1'.repeat(20_000)} HTTP/1.1\r\n${NO_KEY}\r\n`],
  ['a long target of an unknown method', `BREW /${'1'.repeat(20_000)} HTTP/1.1\r\n${NO_KEY}\r\n`],
  ['a long header after a target of 8,000 bytes', `GET /${'1'.repeat(7999)} HTTP/1.1\r\nX: ${'1'.repeat(20_000)}\r\n\r\n`],
  ['a target that becomes too long in the first 16 KiB', `GET /${'1'.repeat(17_000)}`],
  ['an unknown method after a body without a line break', `${CHUNKED}0\r\n\r\nBREW /pot HTTP/1.1\r\n\r\n`],
  ['a handshake of an older TLS', '\x16\x02\x01\x02\x00\x01'],
  ['an alert of TLS', '\x15\x03\x01\x00\x02\x02'],
  ['a version without a line end', `GET /v1/pets HTTP/1.1x\r\n\r\n`],
]

/** What differs at each call: the time, and the second in which the minute of the limit ends. */
const VARYING = /(?<=(?:Date|X-RateLimit-Reset): )[^\r]*/g
const USUAL = [
  'Content-Type: application/json',
  'X-RateLimit-Limit: 60',
  'X-RateLimit-Remaining: 59',
  'X-RateLimit-Reset: #',
  'Date: #',
  'Sandbox-Cause: http',
  'Connection: close',
]

test('each of these refusals is as in client-error.txt, comes last, is in the log, and is no exchange', async () => {
  const shown: string[] = []
  for (const [title, sent] of REFUSED) {
    let log = ''
    const sandbox = await start({ log: { format: 'text', write: (text) => (log += text) } })
    const replies = await sendRaw(sandbox.origin, Buffer.from(sent, 'latin1'))
    const [refusal = '', ...earlier] = replies.split(/(?=HTTP\/1.1 \d{3} )/).reverse()
    const [reply] = repliesIn(refusal) as [RawReply]
    if (reply.body !== '') checkRefusal(reply)
    expect(await sandbox.world().requests.list(), 'it is no exchange').toEqual([])
    await sandbox.close()
    const statuses = earlier.reverse().map((text) => text.slice(9, 12))
    const [head = '', body = ''] = refusal.split('\r\n\r\n')
    const lines = head.replaceAll(VARYING, '#').split('\r\n')
    const length = `Content-Length: ${body.length}`
    expect(lines).toEqual(expect.arrayContaining(USUAL))
    const special = lines.filter((line) => !USUAL.includes(line) && line !== length)
    const message = shortError(body)
    const logged = log.split('\n').filter((line) => line.includes(' to 127.0.0.1: '))
    expect(logged).toHaveLength(1)
    const other = logged.filter((line) => !message.endsWith(line.slice('400 to 127.0.0.1: '.length)))
    shown.push(
      `> ${[title, ...statuses].join(', ')}`,
      wrap([...special, message, ...other].filter(Boolean).join(' | ').replace('HTTP/1.1 ', '')),
    )
  }
  await expect(`${shown.join('\n')}\n`).toMatchFileSnapshot('client-error.txt')
})

test('a refusal shows the limits that a call without a key would see', async () => {
  const sandbox = await start()
  const remaining: (string | null)[] = []
  for (const sent of ['X\r\n\r\n', `GET /v1/pets HTTP/1.1\r\n${NO_KEY}Connection: close\r\n\r\n`, 'X\r\n\r\n'])
    remaining.push((await repliesTo(sandbox, sent))[0]?.headers.get('x-ratelimit-remaining') ?? null)
  expect(remaining).toEqual(['59', '58', '57'])
})

test('with --bare a refusal has no header of the sandbox', async () => {
  const sandbox = await start({ bare: true })
  for (const sent of ['X', 'GET /docs HTTP/1.1', `${head('GET', '/nowhere')}Connection: close`]) {
    const [reply] = await repliesTo(sandbox, `${sent}\r\n\r\n`)
    expect(reply?.status).toBeGreaterThanOrEqual(400)
    expect([...(reply?.headers.keys() ?? [])].filter((name) => name.startsWith('sandbox'))).toEqual([])
  }
})

test('requests after Connection: close are not answered, and earlier requests are answered', async () => {
  const sandbox = await start()
  const close = `${head('GET', '/v1/pets/3')}Connection: close\r\n\r\n`
  const replies = await repliesTo(sandbox, GET + GET + close + GET)
  expect(replies.map(({ status, body }) => [status, JSON.parse(body).id])).toEqual([
    [200, 1],
    [200, 1],
    [200, 3],
  ])
})

test.each<[title: string, sent: string, status: number, message: RegExp]>([
  ['another version', `GET /v1/pets HTTP/2.0\r\n${NO_KEY}\r\n`, 505, /does not speak HTTP\/2.0/],
  ['the oldest version', 'GET /v1/pets\r\n\r\n', 505, /does not speak HTTP\/0.9/],
  ['a target above 8,000 bytes', `${head('GET', `/v1/pets?a=${'1'.repeat(8000)}`)}\r\n`, 414, /8000/],
  ['no Host', 'GET /v1/pets HTTP/1.1\r\n\r\n', 400, /^The header Host is missing/],
  ['two Hosts', `${head('GET', '/v1/pets')}host: localhost\r\n\r\n`, 400, /^The header Host is sent 2 times/],
  ['a malformed Host', 'GET /v1/pets HTTP/1.1\r\nHost: a"><b\r\n\r\n', 400, /^The header Host is malformed/],
  ['a Host with a path', 'GET /v1/pets HTTP/1.1\r\nHost: localhost/v1\r\n\r\n', 400, /^The header Host is malformed/],
  [
    'a Host with a port that is not a number',
    'GET /v1/pets HTTP/1.1\r\nHost: localhost:http\r\n\r\n',
    400,
    /^The header Host is malformed/,
  ],
  ['two Hosts in one', 'GET /v1/pets HTTP/1.1\r\nHost: a, b\r\n\r\n', 400, /^The header Host is malformed/],
  ['an unknown transfer coding', `${head('POST', '/v1/pets')}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`, 501, /gzip, chunked/],
  ['chunks in HTTP/1.0', `POST /v1/pets HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400, /^HTTP\/1.0 has no/],
])('%s is refused by the journey', async (_title, sent, status, message) => {
  const sandbox = await start()
  for (const path of ['/v1/pets', '/docs', '/_sandbox/health', '/nowhere']) {
    const client = connectRaw(sandbox.origin)
    client.send(sent.replace('/v1/pets', path))
    await expect.poll(() => repliesIn(client.text()).length).toBe(1)
    const [reply] = repliesIn(client.text()) as [RawReply]
    const { headers } = reply
    expect([path, reply.status, headers.get('sandbox-cause')]).toEqual([path, status, 'http'])
    if (path !== '/v1/pets') expect(headers.get('connection')).toBe('close')
    const isControl = path.startsWith('/_sandbox')
    expect(headers.get('content-type')).toMatch(isControl ? /^application\/problem\+json/ : /^application\/json/)
    expect(JSON.parse(reply.body)[isControl ? 'detail' : 'message']).toMatch(message)
    if (path === '/v1/pets') checkRefusal(reply)
  }
})

test.each(['localhost', 'localhost:4010', '127.0.0.1:80', '[::1]:4010', 'pets.example.', 'a_b', '', 'x:'])(
  'the Host %j is served',
  async (host) => {
    const sandbox = await start()
    const client = connectRaw(sandbox.origin)
    client.send(`GET /v1/pets HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer sandbox_free\r\n\r\n`)
    await expect.poll(() => repliesIn(client.text())[0]?.status).toBe(200)
  },
)

test('HTTP/1.0 needs no Host', async () => {
  const sandbox = await start()
  expect(await repliesTo(sandbox, 'GET /v1/pets HTTP/1.0\r\nAuthorization: Bearer sandbox_free\r\n\r\n')).toMatchObject([{ status: 200 }])
  const { port } = new URL(sandbox.origin)
  expect(await sendRaw(sandbox.origin, 'GET /openapi.json HTTP/1.0\r\n\r\n')).toContain(`"url":"http://localhost:${port}/v1"`)
})

test.each<[title: string, sent: string, status: number, code: string]>([
  ['a broken chunk', `${CHUNKED}zz\r\n`, 400, 'malformed_request'],
  ['a chunk that does not end', `${CHUNKED}1\r\nxx\r\n`, 400, 'malformed_request'],
  ['a long extension of a chunk', `${CHUNKED}1;${'x'.repeat(20_000)}\r\n`, 400, 'malformed_request'],
  ['a transfer coding without chunks', `${head('POST', '/v1/pets')}Transfer-Encoding: gzip\r\n\r\n`, 400, 'malformed_request'],
])('%s gets a reply with the limits of the key, and is recorded in its world', async (_title, sent, status, code) => {
  const sandbox = await start()
  const replies = repliesIn(await sendRaw(sandbox.origin, GET + sent))
  expect(replies.map((reply) => [reply.status, reply.headers.get('x-ratelimit-remaining')])).toEqual([
    [200, '59'],
    [status, '58'],
  ])
  checkRefusal(replies[1] as RawReply)
  expect(replies[1]?.headers.get('connection')).toBe('close')
  await expect.poll(async () => (await sandbox.world('w1').requests.list())[1]?.closed).toBeDefined()
  const exchange = (await sandbox.world('w1').requests.list())[1]
  expect(exchange).toMatchObject({ answeredBy: 'http', causes: [{ name: 'http' }], operation: 'createPet', delivered: 'whole' })
  expect(JSON.parse(exchange?.reply?.body.text ?? '')).toMatchObject({ code })
  expect(exchange?.request.body).toBeUndefined()
})

test('a broken body outside the contract is also refused', async () => {
  const sandbox = await start()
  const put = 'PUT /_sandbox/worlds/w1/scenarios HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'
  expect(await repliesTo(sandbox, put)).toMatchObject([{ status: 400 }])
  expect(await repliesTo(sandbox, `${GET}${put}`)).toMatchObject([{ status: 200 }, { status: 400 }])
  expect(await repliesTo(sandbox, put.replace('_', '').replace('zz', '1\r\nx\r\nzz')), 'no second reply').toMatchObject([{ status: 404 }])
})

/** The server of a sandbox in this process. */
async function serverOf({ origin }: Sandbox): Promise<Server> {
  let server: Server | undefined
  const note = (message: unknown) => {
    server = (message as { server: Server }).server
  }
  subscribe('http.server.request.start', note)
  await fetch(`${origin}/docs`)
  unsubscribe('http.server.request.start', note)
  return server ?? expect.fail('no server had the request')
}

test('slow clients have ten seconds for a head, 30 for a request, and 65 between requests', async () => {
  expect(await serverOf(await start())).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 1000,
    httpAllowHalfOpen: true,
    requireHostHeader: false,
  })
})

/** Takes the patience for slow clients away. The server looks for them once a second. */
const hurry = async (sandbox: Sandbox) => Object.assign(await serverOf(sandbox), { headersTimeout: 1, requestTimeout: 1 })

test('a head that does not arrive in time gets 408 after the earlier reply, and is only in the log', async () => {
  const lines: string[] = []
  const sandbox = await start({ log: { format: 'text', write: (text) => lines.push(text) } })
  await hurry(sandbox)
  const replies = await repliesTo(sandbox, `${GET}GET /v1/pets HTTP/1.1\r\nHost: loc`)
  expect(replies.map(({ status }) => status)).toEqual([200, 408])
  checkRefusal(replies[1] as RawReply)
  expect(await sandbox.world('w1').requests.list()).toHaveLength(1)
  await expect.poll(() => lines.join('')).toContain('408 to 127.0.0.1: The head of the request did not arrive in time')
})

test('a body that does not arrive in time gets 408 with the limits of the key, and is recorded', async () => {
  const sandbox = await start()
  await hurry(sandbox)
  const [reply] = (await repliesTo(sandbox, POST.slice(0, -5))) as [RawReply]
  checkRefusal(reply)
  expect([reply.status, reply.headers.get('x-ratelimit-remaining'), reply.headers.get('connection')]).toEqual([408, '59', 'close'])
  await expect.poll(async () => (await sandbox.world('w1').requests.list())[0]?.closed).toBeDefined()
  expect((await sandbox.world('w1').requests.list())[0]).toMatchObject({ answeredBy: 'http', reply: { status: 408 }, carriedOut: false })
})

test('the refusal shows the limits that the choices of the sandbox give', async () => {
  const sandbox = await start({ assume: ['no-key=zero'] })
  const [reply] = await repliesTo(sandbox, 'rubbish\r\n\r\n')
  expect([reply?.headers.get('x-ratelimit-limit'), reply?.headers.get('x-ratelimit-remaining')]).toEqual(['0', '0'])
})
