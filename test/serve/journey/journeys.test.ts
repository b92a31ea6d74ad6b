// Requests as they travel: all bytes that the client gets, how the connection ends, and the whole record with its trace, as
// journeys.txt has them. The clock of the world stands still. Where a line changes, look whether the others should have stayed.

import { expect, test } from 'vitest'
import type { JournalEntry } from '../../../src/ground/generated/control.ts'
import { loadOwnScenarios } from '../../../src/package-files.ts'
import type { Sandbox } from '../../../src/sandbox.ts'
import { connectRaw } from '../../support/raw.ts'
import { start } from '../../support/sandbox.ts'

interface Row {
  /** Method, target, and perhaps a version. */
  readonly call: string
  /** Header lines. They replace Host and Authorization, if they have these names; an empty one leaves them out. */
  readonly headers?: readonly string[]
  readonly body?: string
  /** The steps on the world. Without them, there is no scenario on the world. */
  readonly steps?: readonly object[]
  /** The choices of the world. Without them, each assumption has its default. */
  readonly choices?: Readonly<Record<string, string>>
  /** What the client does after its request. */
  readonly after?: 'ends its side' | 'leaves after the beginning'
}

const LIST = 'GET /v1/pets?limit=1'
const ONE = 'GET /v1/pets/1'
const CREATE = 'POST /v1/pets'
const REX = '{"name":"Rex","categoryId":1}'
const JSON_TYPE = 'Content-Type: application/json'

const list = (...headers: string[]): Row[] => headers.map((header) => ({ call: LIST, headers: [header] }))
const get = (...targets: string[]): Row[] => targets.map((target) => ({ call: `GET ${target}` }))
const choose = (choices: Readonly<Record<string, string>>, ...targets: string[]): Row[] =>
  get(...targets).map((row) => ({ ...row, choices }))
const create = (header: string, body = REX): Row => ({ call: CREATE, headers: [JSON_TYPE, header], body })
const play = (call: string, ...steps: object[]): Row => ({ call, steps, ...(call === CREATE && { headers: [JSON_TYPE], body: REX }) })
const respond = (call: string, ...replies: object[]): Row[] => replies.map((one) => play(call, { respond: one }))
const patch = (...operations: object[]): Row => play(ONE, { patch: operations })

const HELD = ['hang', 'stall']
const SETTINGS: Readonly<Record<string, string>> = { slow: ';delay=0.001', trickle: ';gap=0' }
const forced = (await loadOwnScenarios([])).list().map(({ name, parameters }): Row => {
  const isHeld = HELD.includes(name)
  const setting = SETTINGS[name] ?? ('commit' in parameters ? ';commit=before' : '')
  return { ...create(`Sandbox-Scenario: ${name}${setting}`), ...(isHeld && { after: 'leaves after the beginning' }) }
})

const ROWS: readonly Row[] = [
  // The message.
  ...['HTTP/1.0', 'HTTP/1.1', 'HTTP/1.2', 'HTTP/2.0'].map((version) => ({ call: `${LIST} ${version}` })),
  ...['HTTP/1.0', 'HTTP/1.1'].map((version) => ({ call: `${LIST} ${version}`, headers: ['Host'] })),
  ...list('Host: a\r\nHost: b', 'Host: a b', 'Host: a/b', 'Host: [::1]:80', 'Host: [zz]', 'Host: a:b', 'Host: ', 'Host: x_y:8', 'Date: x'),
  ...['gzip', 'gzip, chunked', 'Chunked', 'chunked, chunked'].map((coding) =>
    create(`Transfer-Encoding: ${coding}`, `1d\r\n${REX}\r\n0\r\n\r\n`),
  ),
  { call: `${CREATE} HTTP/1.0`, headers: [JSON_TYPE, 'Transfer-Encoding: chunked'], body: `1d\r\n${REX}\r\n0\r\n\r\n` },
  create('Transfer-Encoding: chunked', 'x\r\n'),
  ...get(`/v1/pets?limit=1&x=${'a'.repeat(8000 - 19)}`, `/v1/pets?limit=1&x=${'a'.repeat(8001 - 19)}`),
  ...get('http://other.test:81/v1/pets?limit=1', 'HTTPS://other.test/v1/pets?limit=1', 'http://a"b/v1/pets?limit=1', 'ftp://a/v1/pets'),
  // Who calls.
  ...list('Authorization', 'Authorization: Bearer sk_live_1', 'Authorization: Bearer sandbox_pro_w1', 'Authorization: Bearer sandbox_gold'),
  ...list('Cookie: a=sandbox_pro_w1', 'Referer: http://a.test/?k=sandbox_pro_w1', 'Cookie: a=sandbox', 'User-Agent: shop/1 sandbox_pro_w1'),
  ...list('Sandbox-Case: a sandbox_pro_w1', 'X-Api-Key: sandbox_pro_w1', 'Sandbox-Scenari: slow', 'Sandbox-Note: x', 'Idempotency-Key: k'),
  ...get('/v1/pets?limit=1&api_key=s3cret', '/v1/pets?limit=1&token=sandbox_pro_w1&tokn=sandbox_pro_w1'),
  // The contract.
  ...get('/v1/pest', '/v1/pets/', '/v1/x/', '/v1/store/order', '/v1/pets/1/2', '/v1/zzzzzzzz', `/v1/${'y'.repeat(300)}`),
  ...['DELETE /v1/pets', 'PUT /v1/pets/1', 'OPTIONS /v1/pets', 'PURGE /v1/pets'].map((call) => ({ call })),
  ...get('/v1/pets?limit=0&status=x&cursor=%20', '/v1/pets/1?limt=1'),
  ...choose(
    { 'unknown-fields': 'refused' },
    ...['a=1&b=1&c=1&d=1&e=1', 'a=1&b=1&c=1&d=1&e=1&f=1', 'limt=1'].map((query) => `/v1/pets?${query}`),
  ),
  ...choose(
    { 'invalid-query': 'nearest' },
    ...['0', '101', '1', '100&status=no', 'x', '9223372036854775807'].map((limit) => `/v1/pets?limit=${limit}`),
    '/v1/pets?cursor=a&cursor=b',
  ),
  ...choose({ 'invalid-query': '422' }, '/v1/pets?limit=x'),
  ...choose({ 'invalid-id': '400' }, '/v1/pets/x'),
  ...choose({ paging: 'none' }, '/v1/pets?limit=1&cursor=x'),
  ...choose({ 'unknown-route': 'html' }, '/v1/pest'),
  ...choose({ codes: 'other' }, '/v1/pets/x'),
  create('X: 1', '{"name":1,"categoryId":"x","status":"y","zz":1}'),
  create('Content-Encoding: gzip'),
  { call: CREATE, headers: ['Content-Type: text/plain', 'Content-Encoding: gzip'], body: REX },
  ...[{ 'request-size': '16-kib' }, { 'request-size': '16-kib', 'invalid-body': '415' }].flatMap((choices) =>
    [16_384, 16_385].map((length) => ({ ...create('X: 1', REX.padEnd(length)), choices })),
  ),
  // Bodies that are announced.
  ...['Expect: 100-continue', 'Expect: 100-continue\r\nAuthorization', 'Expect: 100-continue\r\nSandbox-Scenario: half-request'].map(
    (header) => create(header),
  ),
  { call: CREATE, headers: [JSON_TYPE, 'Expect: 100-continue', 'Content-Length: 99999999'] },
  {
    call: CREATE,
    headers: [JSON_TYPE, 'Expect: 100-continue', 'Content-Length: 99999999', 'Sandbox-Scenario: unavailable'],
    after: 'ends its side',
  },
  { call: CREATE, headers: [JSON_TYPE, 'Content-Length: 40'], body: REX, after: 'ends its side' },
  // A client that ends its side may still read.
  ...[LIST, 'HEAD /v1/pets?limit=1', 'GET /v1/pets/x'].map((call): Row => ({ call, after: 'ends its side' })),
  { call: 'HEAD /v1/pets?limit=1' },
  // Switches.
  ...list(
    'Prefer: code=404',
    'Prefer: code=400',
    'Prefer: code=399',
    'Prefer: CODE="200"; example=none',
    'Prefer: example=animals, code=200',
    'Prefer: code',
  ),
  ...list(
    'Prefer: code=429',
    'Prefer: code=429, example=limited',
    'Prefer: dynamic=no',
    'Prefer: dynamic=false',
    'Prefer: code=200, code=404',
    'Prefer: handling=strict',
  ),
  ...list(
    'Prefer: example=missing',
    'Prefer: code=401;example=missing',
    'Prefer: code=500, dynamic=true',
    'Prefer: code=2000',
    'Prefer: code=04',
  ),
  ...['GET /v1/store/orders', 'GET /v1/nothing'].map((call) => ({ call, headers: ['Prefer: code=200'] })),
  ...list(
    'Sandbox-Scenario: ',
    'Sandbox-Scenario: slow;on=x',
    'Sandbox-Scenario: big-ids',
    'Sandbox-Scenario: slow;delay=0;on="getPet+listPets";run=r',
    'Sandbox-Scenario: %"slow";delay=0',
    'Sandbox-Scenario: slow;delay=1m',
  ),
  ...list(
    'Sandbox-Scenario: rate-limited;window=day',
    'Sandbox-Scenario: rate-limited;window="day"',
    'Sandbox-Scenario: a;b=(',
    'Sandbox-Scenario: 1',
  ),
  ...list(
    'Sandbox-Case: ',
    'Sandbox-Case: ""',
    'Sandbox-Case: a;id=',
    'Sandbox-Case: a;calls=1',
    'Sandbox-Case: a;expect=100 599',
    'Sandbox-Case: a;expect=99',
    'Sandbox-Case: a;expect=600',
  ),
  ...list(
    'Sandbox-Case: a b ;id= 7f ;expect=200+404',
    'Sandbox-Case: "a";id=x;is=2',
    'Sandbox-Case: a;expect=20.5',
    'Sandbox-Case: 5',
    'Sandbox-Case: (a)',
  ),
  ...get(
    '/~low-remaining,remaining=2;new-fields/v1/pets?limit=1',
    '/%7Enew-fields/v1/pets?limit=1',
    '/%7enew-fields%2Cworld%3Dw1/v1/pets?limit=1',
    '/~',
    '/~/v1/pets?limit=1',
    '/~new-fields',
  ),
  ...get(
    '/~case=a%2Cb,id=1/v1/pets?limit=1',
    '/~case=/v1/pets',
    '/~id=1/v1/pets',
    '/~world=a!/v1/pets?limit=1',
    '/~world/v1/pets',
    '/~case=%ff/v1/pets?limit=1',
    '/~a=b=c/v1/pets',
  ),
  ...get(
    '/~slow,delay=0,delay=1/v1/pets',
    '/~slow,reset/v1/pets',
    '/~expct=1/v1/pets',
    '/~failures=2/v1/pets',
    '/~flaky,failures=0/v1/pets',
    '/~assume=order:shuffled/v1/pets',
  ),
  { call: 'GET /~new-status/v1/pets?limit=1', headers: ['Sandbox-Case: b', 'Sandbox-Scenario: new-fields'] },
  { call: 'GET /~case=a,world=w1/v1/pets?limit=1', headers: ['Sandbox-Case: b', 'Sandbox-Scenario: nothing', 'Prefer: code=404'] },
  // Scenarios of the catalogue, each with a creation.
  ...forced,
  ...HELD.map((name): Row => ({ ...create(`Sandbox-Scenario: ${name};commit=never`), after: 'leaves after the beginning' })),
  ...['reset', 'truncated', 'trickle;gap=0', 'malformed;commit=before'].map((name) => ({
    call: 'HEAD /v1/pets',
    headers: [`Sandbox-Scenario: ${name}`],
  })),
  ...['truncated;at=0', 'truncated;at=1', 'reset, slow;delay=0.001', 'bad-request', 'operation-removed'].map((name) => ({
    call: ONE,
    headers: [`Sandbox-Scenario: ${name}`],
  })),
  // Steps.
  ...respond(
    LIST,
    { status: 200 },
    { status: 204 },
    { status: 304 },
    { status: 299 },
    { status: 399 },
    { status: 400 },
    { status: 418 },
    { status: 599 },
  ),
  ...respond(
    LIST,
    { status: 200, example: 'none' },
    { status: 404, example: 'none' },
    { status: 200, example: 'x' },
    { status: 200, body: null },
    { status: 204, body: 1 },
    { status: 500, body: 'x' },
  ),
  ...respond(
    LIST,
    { status: 401 },
    { status: 429 },
    { status: 429, body: {} },
    { status: 403, code: 'key_banned' },
    { status: 410, code: 'operation_removed' },
    { status: 503, code: 'unavailable' },
  ),
  ...respond('GET /v1/pets/findByStatus', { status: 410, code: 'operation_removed' }, { status: 404 }, { status: 200 }),
  ...respond(
    ONE,
    { status: 400, code: 'unauthorized' },
    { status: 200, headers: { 'content-TYPE': 'text/x', X: 1 } },
    { status: 404, example: 'missing' },
  ),
  ...[{ Date: null, 'X-RateLimit-Limit': 1, 'x-new': 'a' }, { 'sandbox-cause': null }].map((headers) => play(LIST, { headers })),
  play(LIST, { add: { id: 9, categoryId: -1, name: 1, nothing: 1 } }),
  play(ONE, { add: { id: 9007199254740992 } }),
  ...[{ lag: 1 }, { delay: 0 }, { delay: { from: 0.001, to: 0.002 } }].flatMap((step) => [play(CREATE, step), play(LIST, step)]),
  ...['seconds', 'date', 'past', 'epoch', 'missing'].map((form) =>
    play(LIST, { rateLimit: { form, wait: 5, remaining: 0 }, respond: { status: 429 } }),
  ),
  ...[{ window: 'day' }, { window: 'minute' }, { limit: 0 }, { remaining: 3, reset: 1 }, { wait: 0 }].map((rateLimit) =>
    play(LIST, { rateLimit }),
  ),
  { ...play(LIST, { rateLimit: { window: 'day', limit: 5 } }), headers: ['Authorization'] },
  play(LIST, { rateLimit: { window: 'day' }, respond: { status: 429 } }),
  ...['reset', 'closed', 'half-request', 'truncated', 'malformed', 'empty-body', 'trickle'].flatMap((fault) => [
    play(CREATE, { fault, ...(fault === 'trickle' && { gap: 0 }) }),
    ...(fault === 'half-request' ? [] : [play(CREATE, { fault, commit: 'before', ...(fault === 'trickle' && { gap: 0 }) })]),
  ]),
  play('GET /v1/nothing', { fault: 'truncated', at: 0.1 }),
  patch({ op: 'test', path: '/id', value: 2 }, { op: 'remove', path: '/name' }),
  patch(...['/a/b', '/c/d', '/e/f', '/g/h'].map((path) => ({ op: 'remove', path }))),
  patch(
    { op: 'copy', from: '/name', path: '/title' },
    { op: 'move', from: '/category', path: '/kind' },
    { op: 'replace', path: '/id', value: 5 },
  ),
  play(LIST, { patch: [{ op: 'add', path: '/note', value: { a: [1] } }] }),
  play('GET /v1/pets/99', { patch: [{ op: 'add', path: '/note', value: 1 }], add: { status: 1 }, lag: 1 }),
  play(ONE, { times: 1, when: true, probability: 1, respond: { status: 503 } }, { headers: { 'X-Second': 'x' } }),
  play(ONE, { operations: ['listPets'], respond: { status: 503 } }, { probability: 0, respond: { status: 500 } }, { times: 2 }),
]

const OWN = ['Host', 'Authorization', 'Connection', 'Content-Length']
const DEFAULTS: Readonly<Record<string, string>> = { Host: 'localhost', Authorization: 'Bearer sandbox_enterprise_w1', Connection: 'close' }

function bytesOf({ call, headers = [], body }: Row): string {
  const given = headers.join('\r\n')
  const has = (name: string) => new RegExp(`^${name}(:|$)`, 'im').test(given)
  const length = body === undefined || has('Transfer-Encoding') ? undefined : String(body.length)
  const own = OWN.flatMap((name) => {
    const value = name === 'Content-Length' ? length : DEFAULTS[name]
    return value === undefined || has(name) ? [] : [`${name}: ${value}`]
  })
  const lines = [/ HTTP\/\d/.test(call) ? call : `${call} HTTP/1.1`, ...own, ...given.split('\r\n').filter((line) => line.includes(':'))]
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

/** Long runs of one letter are shortened. */
const shorten = (text: string) => text.replaceAll(/([a-zé ])\1{30,}/g, (run, letter) => `${letter}×${run.length}`)
/** Times and random ids that differ from run to run. */
const VARYING = /(?<=req_)\w{6}(?=_\d)|(?<=(?:real|monotonic): )[\d.]+|(?<=digest: )"[^"]+"|(?<=Date: )(?!Thu, 01 Mar 2029)[^|]+/g

/** What came back, and how the connection ended. */
async function travel(sandbox: Sandbox, row: Row): Promise<string> {
  const { requests } = sandbox.world('w1')
  const { socket, send, ended, text } = connectRaw(sandbox.origin)
  if (row.after === 'ends its side') socket.end(bytesOf(row), 'latin1')
  else send(bytesOf(row))
  if (row.after === 'leaves after the beginning') {
    await expect.poll(async () => (await requests.list()).at(-1)?.fault, { interval: 5 }).toMatch(/hang|stall/)
    await expect.poll(text, { interval: 5 }).toMatch(row.headers?.join().includes('stall') ? /\{/ : /^/)
    socket.destroy()
  }
  const end = await ended
  const [top = '', ...rest] = Buffer.from(text(), 'latin1').toString().split('\r\n\r\n')
  const shown = [
    row.call,
    ...(row.headers ?? []),
    ...(row.steps ? [JSON.stringify(row.steps)] : []),
    ...(row.choices ? [JSON.stringify(row.choices)] : []),
    ...(row.after ? [`(${row.after})`] : []),
  ]
  return [`> ${shown.join(' | ')}`, top, ...rest, `(${end})\n`].map((one) => one.replaceAll('\r\n', ' | ')).join('\n')
}

/** What most records have is left out. A record that differs shows it. */
const USUAL = [
  'caller: {key: "sandbox_enterprise_w1",plan: "enterprise"}',
  'answeredBy: "handler"',
  'causes: [{name: "handler"}]',
  'carriedOut: true',
  'delivered: "whole"',
]

/** What a record has beside the times and what the reply shows. */
function render({ number, count, reply, trace, request, replied, ...record }: JournalEntry): string {
  const { method, target, origin, prefix, path, query, userAgent, body, headers } = request
  const secret = headers.filter((_, index) => headers[index + (index % 2 === 0 ? 1 : 0)]?.includes('[redacted]'))
  const { arrived, closed, connection, id, session, assumed, operation, world, revision, deliveredBytes, ...rest } = record
  const shown = {
    request: [method, target === prefix + path + (query && '?') + query ? '' : target, origin, prefix, path, query].join(' '),
    kept: [userAgent, body?.text, ...secret, operation, world, revision].filter((one) => one !== undefined),
    count: [count.verdict, count.window, count.remaining, count.limit, count.retryAfter],
    ...rest,
    ...(deliveredBytes !== reply?.body.bytes && { deliveredBytes }),
    reply: [reply?.status, { ...reply?.body, text: reply?.body.text?.length }, reply?.headers['Set-Cookie'], replied !== undefined],
    trace: trace.map(({ answer, outcome }) => `${answer}: ${outcome}`),
  }
  const lines = Object.entries(shown).filter(([, value]) => value !== false && !(Array.isArray(value) && value.length === 0))
  const rendered = lines.map(([name, value]) => `${name}: ${JSON.stringify(value).replaceAll(/"(\w+)":/g, '$1: ')}`)
  return [`# ${number}`, ...rendered.filter((line) => !USUAL.includes(line)).map((line) => `  ${line}`)].join('\n')
}

test('each of these journeys is as in journeys.txt', async () => {
  const sandbox = await start({ seed: 1 })
  const worlds = ['w1', 'default'].map((name) => sandbox.world(name))
  for (const { clock } of worlds) await clock.set({ now: '2029-03-01T00:00:00.250Z', frozen: true })
  const lines: string[] = []
  for (const row of ROWS) {
    if (row.steps) await sandbox.world('w1').scenarios.put([{ steps: row.steps }])
    if (row.choices) await sandbox.world('w1').assumptions.put(row.choices)
    lines.push(await travel(sandbox, row))
    if (row.choices) await sandbox.world('w1').assumptions.clear()
  }
  const list = async () =>
    (await Promise.all(worlds.map(({ requests }) => requests.list()))).flat().sort((one, other) => one.number - other.number)
  await expect.poll(async () => (await list()).filter(({ closed }) => closed === undefined)).toEqual([])
  lines.push(...(await list()).map(render))
  const { port } = new URL(sandbox.origin)
  await expect(shorten(lines.join('\n')).replaceAll(port, 'PORT').replaceAll(VARYING, '#')).toMatchFileSnapshot('journeys.txt')
})
