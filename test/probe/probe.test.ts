// The probe of a real service, against the sandbox and against servers that behave in other ways.

import { readFile, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadOwnContract } from '../../src/package-files.ts'
import { type ProbeReport, probe } from '../../src/probe/probe.ts'
import { createDirectory, runHere } from '../support/command.ts'
import { start } from '../support/sandbox.ts'
import { serveHttp } from '../support/serve.ts'

const contract = await loadOwnContract()
const KEY = 'sandbox_enterprise_probed'

const look = (url: string, options: { write?: boolean; key?: string } = {}): Promise<ProbeReport> =>
  probe(contract, { url, key: KEY, write: false, ...options })

/** A row of the report as a line, without times, and without the names of items that are made at random. */
const lineOf = ({ id, result, choice, says, evidence }: ProbeReport['assumptions'][number]) =>
  [
    `${id}: ${result} ${choice ?? ''}`.trim(),
    says,
    ...evidence.map(({ request, status, body }) => `${request} ${status} ${body.replace(/probe-\d+/, 'probe').slice(0, 30)}`),
  ]
    .join(' | ')
    .replaceAll('"', "'")
    .replaceAll(/1[78]\d{8}(\.\d+)?|(?<=cursor=)\w+|127\.0\.0\.1:\d+/g, '#')

/** What a probe saw, and which replies broke the contract. */
const linesOf = ({ assumptions, deviations, calls }: ProbeReport) =>
  [
    ...assumptions.filter(({ result }) => result !== 'not-shown').map(lineOf),
    ...deviations.map(({ request, message }) => `${request}: ${message}`),
    `${calls} calls`,
  ].join('\n')

const rowOf = ({ assumptions }: ProbeReport, id: string) => assumptions.find((assumption) => assumption.id === id)

const serve = async (answer: RequestListener) => `${await serveHttp(answer)}/v1`

/** A service with a list of animals, and a special reply for some paths. */
function serveList(ids: readonly number[], special: Readonly<Record<string, RequestListener>> = {}): Promise<string> {
  const animals = ids.map((id) => ({ id, name: 'Rex', categoryId: 1 }))
  return serve((request, response) => {
    const path = request.url?.slice('/v1'.length) ?? ''
    const other = special[`${request.method} ${path}`]
    if (other) return other(request, response)
    response.setHeader('Content-Type', 'application/json')
    if (path.startsWith('/pets?')) return response.end(JSON.stringify(animals.slice(0, Number(/limit=(\d+)/.exec(path)?.[1] ?? 20))))
    response.statusCode = 404
    response.end(JSON.stringify({ code: 'no_such_thing', message: 'No such thing', status: 404 }))
  })
}

/** The first window of this sandbox does not end at a full minute, which every choice of `limit-window` may show. */
async function startInMinute() {
  const sandbox = await start()
  const now = new Date()
  now.setSeconds(30)
  await sandbox.world('probed').clock.set({ now })
  return sandbox
}

test('a probe of the sandbox confirms its own choices, and finds that it keeps the contract', async () => {
  const sandbox = await startInMinute()
  const report = await look(sandbox.url, { write: true })
  expect(report.assumptions.filter(({ result }) => result === 'contradicted')).toEqual([])
  expect(report.assumptions.map(lineOf).join('\n')).toMatchSnapshot()
  expect([report.stopped, report.calls]).toEqual([undefined, 14])
  expect(report.deviations).toEqual([])
})

/** What a careful client cannot see: bans and failures are not provoked, and the removal date has not passed. */
const UNSEEN = ['ban', 'failures', 'idempotency', 'limited-body', 'limit-shown', 'limit-window', 'removed']
const alternatives = contract.assumptions.flatMap(({ id, default: usual, choices }) =>
  Object.keys(choices)
    .filter((choice) => choice !== usual)
    .map((choice): [id: string, choice: string] => [id, choice]),
)

test.each(alternatives)('a probe finds %s=%s, or says why it cannot', async (id, choice) => {
  const sandbox = await start({ assume: [`${id}=${choice}`] })
  const report = await look(sandbox.url, { write: true })
  const found = report.assumptions.find((row) => row.id === id)
  expect(found && lineOf(found)).toMatchSnapshot()
  if (UNSEEN.includes(id)) expect(found).toMatchObject({ result: 'not-shown' })
  else expect(found).toMatchObject({ result: 'contradicted', choice })
})

test('a probe only reads, unless it may write', async () => {
  const sandbox = await start()
  const world = sandbox.world('probed')
  await look(sandbox.url)
  const methods = (await world.requests.list()).map(({ request }) => request.method)
  expect(new Set(methods)).toEqual(new Set(['GET']))
  expect(methods.length).toBeLessThanOrEqual(40)
  await look(sandbox.url, { write: true })
  const created = ((await world.data.get()).pets ?? []).slice(15) as unknown as { name: string }[]
  expect(created.map(({ name }) => name.replace(/\d+/, 'N'))).toEqual(['probe-N'])
})

const SECRET = String.raw`secret/of+the"old\partner`
const IN_JSON = JSON.stringify([{ id: `Bearer ${SECRET}` }])

test.each<[place: string, shown: string, body: string, headers?: Record<string, string>]>([
  ['JSON', 'Bearer [redacted]', IN_JSON],
  ['JSON of PHP', 'Bearer [redacted]', IN_JSON.replaceAll('/', String.raw`\/`)],
  ['JSON of .NET', 'Bearer [redacted]', IN_JSON.replaceAll('+', String.raw`\u002B`)],
  ['JSON in JSON', '[redacted]', JSON.stringify({ request: IN_JSON.replaceAll('/', String.raw`\/`) })],
  ['a type', 'text/[redacted]', 'x', { 'Content-Type': `text/${SECRET}` }],
  ['a link', '?api_key=[redacted]', '[{"id":1},{"id":2}]', { Link: `</v1/pets?api_key=${encodeURIComponent(SECRET)}>; rel="next"` }],
])('a key that the service repeats in %s is not in the report', async (_place, shown, body, headers = {}) => {
  const echo = await serveHttp(({ url = '' }, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', ...headers }).end(url.endsWith('limit=1') ? '[{"id":1}]' : body)
  })
  const report = JSON.stringify(await look(`${echo}/v1`, { key: SECRET }))
  expect(report).toContain(shown)
  expect(report).not.toContain('partner')
})

test.each<[title: string, ids: readonly number[], id: string, choice: string]>([
  ['a list that descends', [9, 5, 2], 'order', 'newest-first'],
  ['a list in no order', [5, 9, 2], 'order', 'shuffled'],
  ['ids above 2^53', [2 ** 53 + 2, 2 ** 53 + 4, 2 ** 53 + 8], 'ids', 'big'],
  ['a short page without a Link', [1, 2, 3], 'paging', 'none'],
  ['a limit that is taken as the nearest', [1, 2, 3], 'invalid-query', 'nearest'],
  ['other codes', [1, 2, 3], 'codes', 'other'],
])('%s is contradicted', async (_title, ids, id, choice) => {
  expect(rowOf(await look(await serveList(ids)), id)).toMatchObject({ result: 'contradicted', choice })
})

/** Limit, rest and reset of a reply. The status is 200, or 404. */
type Limits = (status: number, requests: number) => readonly [limit: number, remaining: number, reset: number]

/** A service that counts requests with a key, and shows its limits in the headers. */
function serveLimited(limitsOf: Limits): Promise<string> {
  let requests = 0
  return serve((request, response) => {
    const status = request.url?.startsWith('/v1/pets?') ? 200 : 404
    requests += request.headers.authorization === undefined ? 0 : 1
    const [limit, remaining, reset] = limitsOf(status, requests)
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'X-RateLimit-Limit': limit,
      'X-RateLimit-Remaining': remaining,
      'X-RateLimit-Reset': reset,
    })
    response.end(status === 200 ? '[{"id":1,"name":"Rex","categoryId":1}]' : '{}')
  })
}

/** Ends in an hour, so that no probe waits for it, and that a slow machine does not meet its last minute. */
const RESET = (Math.floor(Date.now() / 60_000) + 60) * 60

/** Takes this many requests for each served call, and as many as `failed` says for each failed call. */
const taking = (served: number, failed: (requests: number) => number): Limits => {
  let left = 1000
  return (status, requests) => {
    left -= status === 200 ? served : failed(requests)
    return [1000, left, RESET]
  }
}

const UNCLEAR = 'the limit headers do not show it: does somebody else use this key?'

test.each<[title: string, limits: Limits, id: string, shown: object]>([
  ['no failed call', taking(1, () => 0), 'limit-scope', { choice: 'successful', says: '5 failed calls used up no request' }],
  ['every call', taking(1, () => 1), 'limit-scope', { choice: 'all', says: '5 failed calls each used up one request' }],
  ['some failed calls', taking(1, (requests) => requests % 2), 'limit-scope', { says: UNCLEAR }],
  ['failed calls only', taking(0, () => 1), 'limit-scope', { says: 'calls do not change the limit headers' }],
  ['two for a served call', taking(2, () => 1), 'limit-scope', { says: UNCLEAR }],
  ['a new window at each call', (_, requests) => [9, 9, RESET + requests * 60], 'limit-scope', { says: UNCLEAR }],
  ['no valid remaining requests', () => [9, -1, RESET], 'limit-scope', { says: 'no valid X-RateLimit-Remaining came' }],
  ['no valid reset', () => [9, 9, -1], 'limit-window', { says: 'no valid X-RateLimit-Reset came' }],
  [
    'a reset in one reply only',
    (_, requests) => [9, 9, requests === 1 ? RESET + 1 : -1],
    'limit-window',
    { result: 'not-shown', says: 'only one valid X-RateLimit-Reset came' },
  ],
  [
    'a window that moves with each call',
    (_, requests) => [9, 9, RESET + requests],
    'limit-window',
    { result: 'not-shown', says: `the reset moved from ${RESET + 1} to ${RESET + 2} between two calls` },
  ],
  ['a window that ends at a full minute', () => [9, 9, RESET], 'limit-window', { says: expect.stringContaining('both choices') }],
  [
    'a window that ends a second later',
    () => [9, 9, RESET + 1],
    'limit-window',
    { choice: 'first-request', says: `a window ends at ${RESET + 1}, which is no full minute` },
  ],
  ['a limit of 0', () => [0, 0, RESET], 'no-key', { choice: 'zero', says: 'without a key, a limit of 0 is shown' }],
  ['the minute of Free', () => [60, 0, RESET], 'no-key', { choice: 'free', says: 'without a key, a limit of 60 is shown' }],
  ['the day of Free', () => [1000, 0, RESET], 'no-key', { choice: 'free', says: 'without a key, a limit of 1000 is shown' }],
  [
    'a limit of 1',
    () => [1, 0, RESET],
    'no-key',
    { result: 'not-shown', says: 'without a key, a limit of 1 is shown, which is none of the choices' },
  ],
])('the headers of a service that shows %s are read', async (_title, limits, id, shown) => {
  expect(rowOf(await look(await serveLimited(limits)), id)).toMatchObject(shown)
})

test.each<[title: string, ids: readonly number[], id: string, says: string]>([
  ['two items show no order', [1, 2], 'order', 'the list has fewer than three items with integer ids'],
  ['an id twice shows no rising order', [1, 1, 2], 'order', 'the ids of 3 items neither ascend nor descend'],
  ['an id twice shows no falling order', [2, 1, 1], 'order', 'the ids of 3 items neither ascend nor descend'],
  ['one item has no second page', [1], 'paging', 'the list has no second page'],
  ['two items have one', [1, 2], 'paging', 'a page with more to follow has no Link'],
  ['an empty list shows no id', [], 'ids', 'no item with an integer id came'],
  ['2^53 - 1 is small', [2 ** 53 - 1], 'ids', '1 id came, none above 2^53'],
  ['2^53 is big', [2 ** 53], 'ids', 'the id 9007199254740992 is above 2^53'],
  ['a service without limit headers does not show their scope', [1], 'limit-scope', 'no valid X-RateLimit-Remaining came'],
  ['a service without limit headers shows no window', [1], 'limit-window', 'no valid X-RateLimit-Reset came'],
  ['an empty list has no item to ask for', [], 'removed', 'the call that shows it was not sent'],
])('%s', async (_title, ids, id, says) => {
  expect(rowOf(await look(await serveList(ids)), id)).toMatchObject({ says })
})

test.each([
  ['422', 'codes', '/pets/9223372036854775807', 'no 404 with the Error body came'],
  ['403', 'unknown-route', '/probe-no-such-path', 'GET /v1/probe-no-such-path was answered with 403, which is none of the choices'],
])('a %s in place of a 404 does not show %s', async (status, id, path, says) => {
  const answer: RequestListener = (_, response) =>
    response.writeHead(Number(status), { 'Content-Type': 'application/json' }).end(`{"code":"x","message":"y","status":${status}}`)
  const url = await serveList([1, 2, 3], { [`GET ${path}`]: answer })
  expect(rowOf(await look(url), id)).toMatchObject({ result: 'not-shown', says })
})

test.each<[title: string, path: string, answer: RequestListener, id: string, choice: string]>([
  ['a wrong id with 400', 'GET /pets/not-a-number', (_, response) => response.writeHead(400).end(), 'invalid-id', '400'],
  [
    'orders in an object',
    'GET /store/orders',
    (_, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"orders":[]}'),
    'orders',
    'object',
  ],
  [
    'an unknown path as a page',
    'GET /probe-no-such-path',
    (_, response) => response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>404</h1>'),
    'unknown-route',
    'html',
  ],
  [
    'a failure as a page',
    'GET /store/orders',
    (_, response) => response.writeHead(500, { 'Content-Type': 'text/html' }).end('<h1>500</h1>'),
    'failures',
    'html',
  ],
  [
    'a removed operation with 410',
    'GET /pets/1',
    (_, response) => response.writeHead(410, { Date: 'Sat, 01 Jan 2050 00:00:00 GMT' }).end(),
    'removed',
    '410',
  ],
])('%s is contradicted', async (_title, path, answer, id, choice) => {
  expect(rowOf(await look(await serveList([1, 2, 3], { [path]: answer })), id)).toMatchObject({ result: 'contradicted', choice })
})

// In real time, because the probe waits for services that have no clock to move. It may come back late.
test('a 429 is waited for, and its body is evidence', async () => {
  const times: number[] = []
  const url = await serveList([1, 2, 3], {
    'GET /store/orders': (_, response) => {
      times.push(Date.now())
      if (times.length === 1) response.writeHead(429, { 'Retry-After': '1' }).end()
      else response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]')
    },
  })
  const { output, errors } = await runHere(['probe', '--url', url, '--key', KEY, '--format', 'json'])
  expect(errors).toBe('waits 1 s, as long as the service asked\n')
  expect(rowOf(JSON.parse(output), 'limited-body')).toMatchObject({ result: 'contradicted', choice: 'empty' })
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(990)
})

test('a wait of hours ends the probe, and what was seen stays', async () => {
  const report = await look(
    await serveList([1, 2, 3], { 'GET /store/orders': (_, response) => response.writeHead(429, { 'Retry-After': '7200' }).end() }),
  )
  expect(report.stopped).toBe('the service asked to wait for 7200 s')
  expect(rowOf(report, 'order')).toMatchObject({ result: 'confirmed' })
  expect(linesOf(report)).toMatchSnapshot()
})

test('a key that the service refuses in the middle ends the probe, and what was seen stays', async () => {
  const report = await look(await serveList([1, 2, 3], { 'GET /store/orders': (_, response) => response.writeHead(401).end() }))
  expect(report.stopped).toBe('the service refused the key with 401')
  expect(rowOf(report, 'order')).toMatchObject({ result: 'confirmed' })
})

test('replies that break the contract are named once each', async () => {
  const url = await serveList([1, 2, 3], {
    'GET /pets/1': (_, response) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"id":"one","name":"Rex","categoryId":1}'),
  })
  expect(linesOf(await look(url))).toMatchSnapshot()
})

test.each<[title: string, answer: RequestListener]>([
  ['garbage', (_, response) => response.end('\u0000\u0001{')],
  ['no reply', (request) => void request.socket.destroy()],
  ['a redirect', (_, response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()],
])('a server that answers with %s ends with a report or one line', async (_title, answer) => {
  const result = await look(await serve(answer), { write: true }).catch((error) => error)
  if (result instanceof Error) expect(result.message).toMatch(/^http:.*: the first call failed \(/)
  else expect(result.assumptions).toHaveLength(contract.assumptions.length)
})

test('the command refuses a wrong key and a service that does not answer with 3, and names what is missing with 2', async () => {
  const sandbox = await start()
  expect(await runHere(['probe', '--url', sandbox.url, '--key', 'wrong'])).toMatchObject({
    exitCode: 3,
    errors: expect.stringContaining('refuses the key'),
  })
  await sandbox.close()
  expect(await runHere(['probe', '--url', sandbox.url, '--key', 'wrong'])).toMatchObject({
    exitCode: 3,
    errors: expect.stringContaining('the first call failed (ECONNREFUSED): check --url'),
  })
  expect(await runHere(['probe', '--key', 'wrong'])).toMatchObject({ exitCode: 2, errors: expect.stringContaining('--url') })
  expect(await runHere(['probe', '--url', sandbox.url])).toMatchObject({
    exitCode: 2,
    errors: expect.stringContaining('PETSTORE_PROBE_KEY'),
  })
})

test('what a probe has written, a later probe compares', async () => {
  const file = join(await createDirectory(), 'choices.yaml')
  const sandbox = await startInMinute()
  const target = ['probe', '--url', sandbox.url, '--key', KEY]
  expect((await runHere([...target, '--output', file])).exitCode).toBe(0)
  const seen = await readFile(file, 'utf8')
  await sandbox.world('probed').scenarios.put([{ operations: ['getPet'], steps: [{ patch: [{ op: 'remove', path: '/name' }] }] }])
  const { exitCode, output } = await runHere([...target, '--check', file])
  expect(exitCode).toBe(0)
  expect((seen + output).replaceAll(/127\.0\.0\.1:\d+|1[78]\d{8}|\d{4}-\d\d-\d\d\.$/gm, '#')).toMatchSnapshot()
  await writeFile(file, seen.replace('order: "by-id"', 'order: "shuffled"'))
  expect(await runHere([...target, '--check', file])).toMatchObject({
    exitCode: 10,
    errors: expect.stringContaining('order has changed from shuffled to by-id'),
  })
})

test('a file that cannot be written is refused before the first call', async () => {
  const calls: string[] = []
  const url = await serve(({ url = '' }, response) => {
    calls.push(url)
    response.end()
  })
  expect(await runHere(['probe', '--url', url, '--key', KEY, '--output', '.'])).toMatchObject({
    exitCode: 2,
    output: '',
    errors: expect.stringMatching(/^error: --output \.: cannot be written: [^\n]+\n$/),
  })
  expect(calls).toEqual([])
})

test('a dry run sends nothing', async () => {
  const { exitCode, output } = await runHere(['probe', '--dry-run', '--write'])
  expect(exitCode).toBe(0)
  expect(output).toMatchSnapshot()
})
