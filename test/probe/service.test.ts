// How a probe calls a service: what it sends, how it waits, when it stops, and what it reads of a reply.

import { expect, test } from 'vitest'
import { carryOut, type PlannedCall, type ServiceReply } from '../../src/probe/service.ts'
import { serveHttp } from '../support/serve.ts'

interface Said {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const call = (name: string, more: Partial<PlannedCall> = {}): PlannedCall => ({ name, method: 'GET', path: `/pets?${name}`, ...more })

/** Carries the calls out on a service that says these things in turn, and the last of them again and again. */
async function carryOutOn(said: readonly Said[], calls: readonly PlannedCall[]) {
  const seen: string[] = []
  const waits: string[] = []
  const origin = await serveHttp((request, response) => {
    const { status = 200, headers = {}, body = '[]' } = said[Math.min(seen.length, said.length - 1)] ?? {}
    const { authorization = 'no key', accept, 'content-type': type, 'user-agent': program } = request.headers
    seen.push([request.method, request.url, authorization, accept, type, program].join(' '))
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body)
  })
  const onWait = (says: string) => {
    waits.push(says)
    if (says.startsWith('waits 60 s')) throw new Error('no test waits a minute')
  }
  const limitHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
  const ended = await carryOut(calls, { url: `${origin}/v1`, key: 'a-key', limitHeaders, onWait }).catch((error) => ({
    replies: new Map<string, ServiceReply>(),
    received: [],
    calls: 0,
    stopped: error.message.replace(origin, ''),
  }))
  return { ...ended, seen, waits }
}

test('a call has its key, its type and the name of the probe; what has no path is left out', async () => {
  const { seen, calls, stopped, replies } = await carryOutOn(
    [{ status: 201 }, {}],
    [
      call('a', { method: 'POST', body: () => '{}' }),
      call('b', { choosePath: (earlier) => `/later/${earlier.get('a')?.status}` }),
      call('c', { choosePath: () => undefined }),
      call('d', { keyless: true, method: 'POST', body: () => 'x', type: 'text/plain' }),
    ],
  )
  expect(seen).toEqual([
    'POST /v1/pets?a Bearer a-key application/json application/json petstore-sandbox-probe',
    'GET /v1/later/201 Bearer a-key application/json  petstore-sandbox-probe',
    'POST /v1/pets?d no key application/json text/plain petstore-sandbox-probe',
  ])
  expect([calls, stopped, [...replies.keys()], replies.get('b')?.request]).toEqual([3, undefined, ['a', 'b', 'd'], 'GET /v1/later/201'])
})

const DATE = 'Mon, 23 Nov 2026 10:00:00 GMT'
const AT = Date.parse(DATE) / 1000

test.each<[Readonly<Record<string, string>>, string, Partial<ServiceReply>]>([
  [{ 'Content-Type': ' Application/JSON ; charset=utf-8', Date: DATE }, '{"a":1}', { type: 'application/json', body: { a: 1 }, at: AT }],
  [{}, '\ufeff{"a":1}', { text: '{"a":1}', body: { a: 1 } }],
  [{ 'Content-Type': '' }, 'no JSON', { type: '', text: 'no JSON', body: undefined }],
  [
    { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '-1', 'X-RateLimit-Reset': '12.5' },
    '1',
    { limits: { limit: 60, remaining: undefined, reset: undefined } },
  ],
  [
    { 'X-RateLimit-Reset': '99999999999999999' },
    '"Bearer a-key"',
    { limits: { reset: undefined }, text: '"Bearer a-key"' } as Partial<ServiceReply>,
  ],
])('of a reply with the headers %j it reads what the looks need', async (headers, body, part) => {
  const { replies } = await carryOutOn([{ headers, body }], [call('a')])
  expect(replies.get('a')).toMatchObject(part)
})

test.each<[string, readonly Said[], string, readonly string[]]>([
  ['a key that is refused at once', [{ status: 401 }], '/v1: the service refuses the key (401): give the right key with --key', []],
  ['a base URL without its path', [{ status: 404 }], '/v1: the first call got 404: check --url, whose path must be that of the API', []],
  ['a key that is refused later', [{}, { status: 401 }], 'the service refused the key with 401', []],
  ['a wait of more than two minutes', [{}, { status: 429, headers: { 'Retry-After': '121' } }], 'the service asked to wait for 121 s', []],
  [
    'a date in more than two minutes',
    [{}, { status: 429, headers: { 'Retry-After': 'Mon, 23 Nov 2026 10:02:01 GMT', Date: DATE } }],
    'the service asked to wait for 121 s',
    [],
  ],
  ['a reply of more than 4 MiB', [{}, { body: `"${'x'.repeat(2 ** 22)}"` }], 'GET /pets?b: its reply has more than 4 MiB', []],
  [
    'a first reply of more than 4 MiB',
    [{ body: `"${'x'.repeat(2 ** 22)}"` }],
    '/v1: the first call failed (its reply has more than 4 MiB): check --url, and whether the service runs',
    [],
  ],
  ['the fortieth call', [{ status: 429, headers: { 'Retry-After': '0' } }], '40 calls were sent', []],
])('%s ends the probe', async (_title, said, stopped, waits) => {
  const ended = await carryOutOn(said, [call('a'), call('b'), call('c')])
  expect([ended.stopped, ended.waits]).toEqual([stopped, waits])
})

test('a call without a key may be refused with 401, and the probe goes on', async () => {
  const { stopped, calls } = await carryOutOn([{}, { status: 401 }, {}], [call('a'), call('b', { keyless: true }), call('c')])
  expect([stopped, calls]).toEqual([undefined, 3])
})

test('a 429 is waited for and tried again', async () => {
  const said = [{}, { status: 429, headers: { 'Retry-After': '1' } }, { body: '[1]' }]
  const { waits, calls, received, replies } = await carryOutOn(said, [call('a'), call('b')])
  expect(waits).toEqual(['waits 1 s, as long as the service asked'])
  expect([calls, received.map(({ status }) => status), replies.get('b')?.body]).toEqual([3, [200, 429, 200], [1]])
})

test.each<[title: string, headers: Readonly<Record<string, string>>, says: readonly string[]]>([
  ['without Retry-After', {}, ['waits 60 s, because the service gave no valid Retry-After']],
  ['with a negative number', { 'Retry-After': '-5' }, ['waits 60 s, because the service gave no valid Retry-After']],
  ['with a past date', { 'Retry-After': 'Mon, 23 Nov 2026 09:59:59 GMT' }, ['waits 60 s, because the service gave no valid Retry-After']],
  ['with no date', { 'Retry-After': 'soon' }, ['waits 60 s, because the service gave no valid Retry-After']],
  ['with the date in a minute', { 'Retry-After': 'Mon, 23 Nov 2026 10:01:00 GMT' }, ['waits 60 s, as long as the service asked']],
  ['with the date of now', { 'Retry-After': DATE }, []],
])('a 429 %s says why it is waited for', async (_title, headers, says) => {
  const { waits } = await carryOutOn([{}, { status: 429, headers: { Date: DATE, ...headers } }, {}], [call('a'), call('b')])
  expect(waits).toEqual(says)
})
