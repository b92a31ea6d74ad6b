// Requests as they travel: all bytes that the client gets, how the connection ends, and the whole record with its trace, as
// journeys.txt has them. The clock of the world stands still. Where a line changes, look whether the others should have stayed.

import { expect, test } from 'vitest'
import type { JournalEntry } from '../../../src/ground/generated/control.ts'
import { loadOwnScenarios } from '../../../src/package-files.ts'
import type { Sandbox } from '../../../src/sandbox.ts'
import { effects } from '../../../src/scenarios/effects/table.ts'
import { faults } from '../../../src/scenarios/faults.ts'
import { connectRaw } from '../../support/raw.ts'
import { shortError, wrap } from '../../support/recorded.ts'
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
  ...list('Authorization', 'Authorization: Bearer sk_live_1', 'Authorization: Bearer sandbox_pro_w1'),
  { call: LIST, headers: ['Authorization: Bearer sandbox_free', 'authorization: Bearer sk_live_2'] },
  ...list('Cookie: a=sandbox_pro_w1', 'Referer: http://a.test/?k=sandbox_pro_w1', 'Cookie: a=sandbox', 'User-Agent: shop/1 sandbox_pro_w1'),
  ...list('Sandbox-Case: a sandbox_pro_w1', 'X-Api-Key: sandbox_pro_w1', 'Sandbox-Scenari: slow', 'Sandbox-Note: x', 'Idempotency-Key: k'),
  ...get('/v1/pets?limit=1&api_key=s3cret', '/v1/pets?limit=1&token=sandbox_pro_w1&tokn=sandbox_pro_w1'),
  // The contract.
  ...get('/v1/pest', `/v1/${'y'.repeat(300)}`),
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
    'Sandbox-Scenario: slow;delay=0;on="getPet+listPets";run=r',
    'Sandbox-Scenario: %"slow";delay=0',
  ),
  ...list('Sandbox-Scenario: rate-limited;window=day', 'Sandbox-Scenario: rate-limited;window="day"', 'Sandbox-Scenario: 1'),
  ...list('Sandbox-Case: ""', 'Sandbox-Case: a;calls=1', 'Sandbox-Case: a;expect=100 599'),
  ...list('Sandbox-Case: a b ;id= 7f ;expect=200+404', 'Sandbox-Case: 5', 'Sandbox-Case: (a)', 'Sandbox-Case: "über" ;expect=200'),
  ...get(
    '/~low-remaining,remaining=2;new-fields/v1/pets?limit=1',
    '/%7Enew-fields/v1/pets?limit=1',
    '/%7enew-fields%2Cworld%3Dw1/v1/pets?limit=1',
    '/~',
    '/~/v1/pets?limit=1',
    '/~new-fields',
  ),
  ...get('/~case=a%2Cb,id=1/v1/pets?limit=1', '/~world=a!/v1/pets?limit=1', '/~case=%ff/v1/pets?limit=1'),
  { call: 'GET /~new-status/v1/pets?limit=1', headers: ['Sandbox-Case: b', 'Sandbox-Scenario: new-fields'] },
  { call: 'GET /~case=a,world=w1/v1/pets?limit=1', headers: ['Sandbox-Case: b', 'Sandbox-Scenario: nothing', 'Prefer: code=404'] },
  // Scenarios in requests.
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
    { status: 205, body: 1 },
    { status: 500, body: 'x' },
  ),
  ...respond(
    LIST,
    { status: 401 },
    { status: 429 },
    { status: 429, body: {} },
    { status: 403, code: 'key_banned' },
    { status: 204, code: 'not_found' },
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
  ...[{ lag: 1 }, { delay: 0 }, { delay: { from: 0.001, to: 0.002 } }].flatMap((step) => [play(CREATE, step), play(LIST, step)]),
  ...['seconds', 'date', 'past', 'epoch', 'missing'].map((form) =>
    play(LIST, { rateLimit: { form, wait: 5, remaining: 0 }, respond: { status: 429 } }),
  ),
  ...[{ window: 'day' }, { window: 'minute' }, { limit: 0 }, { remaining: 3, reset: 1 }, { wait: 0 }].map((rateLimit) =>
    play(LIST, { rateLimit }),
  ),
  play(LIST, { respond: { status: 429 }, rateLimit: { wait: 7 } }),
  { ...play(LIST, { rateLimit: { window: 'day', limit: 5 } }), headers: ['Authorization'] },
  play(LIST, { rateLimit: { window: 'day' }, respond: { status: 429 } }),
  // `hang` and `stall` do not end.
  ...Object.entries(faults).flatMap(([fault, { breaks }]) =>
    HELD.includes(fault)
      ? []
      : [
          play(CREATE, { fault, ...(fault === 'trickle' && { gap: 0 }) }),
          ...(breaks === 'request' ? [] : [play(CREATE, { fault, commit: 'before', ...(fault === 'trickle' && { gap: 0 }) })]),
        ],
  ),
  play('GET /v1/nothing', { fault: 'truncated', at: 0.1 }),
  patch({ op: 'test', path: '/id', value: 2 }, { op: 'remove', path: '/name' }),
  patch(...['/a/b', '/c/d', '/e/f', '/g/h'].map((path) => ({ op: 'remove', path }))),
  patch({ op: 'add', path: '/kind', value: 'dog' }, { op: 'replace', path: '/id', value: 5 }),
  play(LIST, { patch: [{ op: 'add', path: '/note', value: { a: [1] } }] }),
  play('GET /v1/pets/99', { patch: [{ op: 'add', path: '/note', value: 1 }], lag: 1 }),
  play(ONE, { times: 1, when: true, probability: 1, respond: { status: 503 } }, { headers: { 'X-Second': 'x' } }),
  play(ONE, { operations: ['listPets'], respond: { status: 503 } }, { probability: 0, respond: { status: 500 } }, { times: 2 }),
  // Scenarios of the catalogue, each with a creation. They come last, so that a new scenario changes only rows of other scenarios.
  ...forced,
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

/** Times that differ from run to run. */
const VARYING = /(?<="(?:real|monotonic)":)[\d.]+|(?<="digest":)"[^"]+"|(?<=Date: )(?!Thu, 01 Mar 2029).{29}/g

/** Sends the request of a row, and returns the heads and the body of what came back, and how the connection ended. */
async function travel(sandbox: Sandbox, row: Row): Promise<{ heads: string[]; body: string; end: string }> {
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
  const parts = Buffer.from(text(), 'latin1').toString().split('\r\n\r\n')
  return { heads: parts.slice(0, -1).flatMap((part) => part.replace('HTTP/1.1 ', '').split('\r\n')), body: parts.at(-1) ?? '', end }
}

/** The headers of every reply. A reply shows the names of those that it has not. */
const ALWAYS = ['Content-Type', 'Content-Length', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Date']
const OF_AN_OPERATION: Readonly<Record<string, readonly string[]>> = { listPets: ['Link'], getPet: ['Deprecation', 'Sunset', 'Link'] }

/** What most replies and records have is left out. A reply or a record that differs shows it. */
const usual = (body: string, entry: JournalEntry | undefined): readonly string[] => [
  'Content-Type: application/json',
  `Content-Length: ${Buffer.byteLength(body)}`,
  `deliveredBytes: ${Buffer.byteLength(body)}`,
  'Link: <http://localhost/v1/pets?limit=1&cursor=AAAAAAAAAAE>; rel="next"',
  'Link: <http://localhost/v1/pets>; rel="successor-version", <http://localhost/docs#getPet>; rel="deprecation"; type="text/html"',
  'X-RateLimit-Limit: 10000',
  `X-RateLimit-Remaining: ${entry?.count.remaining}`,
  'X-RateLimit-Reset: 1867017660',
  'Date: Thu, 01 Mar 2029 00:00:00 GMT',
  'Deprecation: @1764892800',
  'Sunset: Thu, 05 Dec 2030 00:00:00 GMT',
  `Sandbox-Request-Id: ${entry?.id}`,
  'Sandbox-Cause: handler',
  'Connection: close',
  'world: "w1"',
  'count: ["served","minute",10000,60]',
  'delivered: "whole"',
  'credentials: passed: sandbox_enterprise_w1, plan enterprise',
  'ban: no ban',
  `rate-limit: ${entry?.count.remaining} of 10000 left in the minute`,
  'scenario: none',
  'contract: kept',
  'removed: no',
  ...(entry?.appliedSteps.length === 0 || entry?.request.method === 'GET' ? [`handler: answered: ${entry.operation}`] : []),
  `${entry?.answeredBy}: refused with ${entry?.reply?.status}`,
  `scenario: refused with ${entry?.reply?.status}: the wanted scenario cannot be played`,
]

/** What a record has beside the times and what the reply shows. */
function factsOf({ number, reply, trace, request, replied, ...record }: JournalEntry, row: Row, heads: string[], got: string): string[] {
  const { method, origin, prefix, path, query, userAgent, body, headers } = request
  const {
    arrived,
    closed,
    connection,
    id,
    session,
    assumed,
    operation,
    revision,
    answeredBy,
    caller,
    causes,
    count,
    shown: _,
    ...rest
  } = record
  const asked = `${prefix}${path}${query && '?'}${query}`
  const problems = [...rest.violations, ...rest.warnings].map(({ message, ...other }) => ({
    ...other,
    ...(!heads.join().includes(JSON.stringify(message)) && !got.includes(JSON.stringify(message).slice(1, -1)) && { message }),
  }))
  if (answeredBy) expect(trace.at(-1)?.answer).toBe(answeredBy)
  const shown = {
    ...rest,
    ...((!row.call.startsWith(`${method} ${asked}`) || origin !== 'http://localhost') && { request: [origin, asked] }),
    ...(userAgent && { userAgent }),
    ...(body?.text !== row.body && { body: body?.text ?? null }),
    carriedOut: rest.carriedOut === trace.some(({ outcome }) => outcome === `answered: ${operation}`) ? [] : rest.carriedOut,
    redacted: headers.filter((_, index) => index % 2 === 0 && headers[index + 1]?.includes('[redacted]')),
    count: [count.verdict, count.window, count.limit, count.retryAfter],
    violations: [],
    warnings: [],
    problems: problems.map((one) => Object.values(one).join(' ')),
    appliedSteps: rest.appliedSteps.flatMap(({ scenario, step, acted }) => {
      const isUsual = acted && heads.join().includes(`name=${scenario};step=${step}`)
      return isUsual ? [] : [`${scenario} ${step} ${acted ? 'acted' : 'changed nothing'}`]
    }),
    ...(heads.length === 0 && { causes }),
    ...(reply?.body.bytes !== Buffer.byteLength(got) && { reply: [reply?.status, reply?.body.bytes] }),
  }
  const lines = Object.entries(shown).filter(([, value]) => value !== false && !(Array.isArray(value) && value.length === 0))
  return [
    ...lines.map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    ...trace.flatMap(({ answer, outcome }) => {
      const said = /^(?:refused|answered): (.+)$/s.exec(outcome)?.[1]
      const isRead = said !== undefined && got.includes(JSON.stringify(said).slice(1, -1))
      const isTold = isRead || (answer === 'scenario' && rest.appliedSteps.length > 0)
      return isTold ? [] : [`${answer}: ${outcome}`]
    }),
  ]
}

test('the steps of these journeys have every effect', () => {
  expect(ROWS.flatMap(({ steps = [] }) => steps.flatMap(Object.keys))).toEqual(expect.arrayContaining(Object.keys(effects)))
})

test('each of these journeys is as in journeys.txt', async () => {
  const sandbox = await start({ seed: 1 })
  for (const name of ['w1', 'default']) await sandbox.world(name).clock.set({ now: '2029-03-01T00:00:00.250Z', frozen: true })
  const lines: string[] = []
  let last: string | undefined
  for (const row of ROWS) {
    const { call, headers = [], steps, choices, after } = row
    if (steps) await sandbox.world('w1').scenarios.put([{ steps }])
    if (choices) await sandbox.world('w1').assumptions.put(choices)
    const { heads, body, end } = await travel(sandbox, row)
    const list = () => sandbox.requests.list(last === undefined ? {} : { since: last })
    await expect.poll(async () => (await list()).filter(({ closed }) => closed === undefined)).toEqual([])
    const [entry] = await list()
    last = entry?.id ?? last
    if (choices) await sandbox.world('w1').assumptions.clear()
    const ordinary = usual(body, entry)
    const isSpecial = (line: string) => line !== '' && !ordinary.includes(line)
    const asked = [call, ...headers, ...[steps, choices].flatMap((one) => (one ? [JSON.stringify(one)] : [])), after ? `(${after})` : '']
    const names = [...ALWAYS, ...((!/^[45]/.test(heads[0] ?? '') && OF_AN_OPERATION[entry?.operation ?? '']) || [])]
    const missing = names.filter((name) => !heads.some((line) => line.startsWith(`${name}:`)))
    const without = heads.length > 0 && missing.length > 0 ? [`(without ${missing.join(', ')})`] : []
    const reply = [...heads, ...without, end === 'closed' ? '' : end, shortError(body)]
    const facts = entry ? factsOf(entry, row, heads, body).filter(isSpecial) : ['no record']
    lines.push(`> ${asked.filter(Boolean).join(' | ')}`, `${entry?.operation ?? '-'} ${reply.filter(isSpecial).join(' | ')}`)
    if (facts.length > 0) lines.push(`# ${facts.join(' | ')}`)
  }
  const shown = lines.map((line) => wrap(line.replaceAll(/\r?\n/g, ' | ').replaceAll(VARYING, '#'))).join('\n')
  await expect(shown.replaceAll(new URL(sandbox.origin).port, 'PORT')).toMatchFileSnapshot('journeys.txt')
})
