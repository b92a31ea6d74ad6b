// What the sandbox reads of a HAR file. Findings show only a part of it, so the exchanges are compared as a whole.

import type { Entry } from 'har-format'
import { expect, test } from 'vitest'
import { toExchanges } from '../../src/cli/har-exchanges.ts'
import { loadOwnContract } from '../../src/package-files.ts'

const contract = await loadOwnContract()
const AUTHORIZED = { name: 'Authorization', value: 'Bearer a-real-key' }
const POST = {
  method: 'POST',
  url: 'https://pets.example/shop/v1/pets',
  headers: [AUTHORIZED, { name: 'Content-Type', value: 'application/json' }],
}

/** An entry of the second second; fields of the request and the reply are put over a plain call. */
const entry = (request: object = {}, response: unknown = {}, more: object = {}) => ({
  startedDateTime: '2026-03-01T10:00:02.000Z',
  time: 40,
  timings: { send: 5, wait: 20, receive: 15 },
  request: { method: 'GET', url: 'https://pets.example/shop/v1/pets/7', headers: [AUTHORIZED], ...request },
  response:
    response === null
      ? null
      : { status: 200, headers: [{ name: 'ETag', value: '"1"' }], content: { size: 2, text: '{}' }, ...(response as object) },
  ...more,
})

const ENTRIES: Readonly<Record<string, unknown>> = {
  'a call': entry(),
  'the first call, which stands later in the file': entry({}, {}, { startedDateTime: '2026-03-01T10:00:00.000Z' }),
  'a call with a User-Agent, a test case, an id and a world': entry(
    { headers: [{ name: 'user-agent', value: 'shop/1' }, AUTHORIZED] },
    {},
    { _sandbox: { id: 'req_1_1', world: 'w1', case: 'a case' } },
  ),
  'a call with fields of the sandbox that are no texts': entry({}, {}, { _sandbox: { id: 1, world: 2, case: 3 } }),
  'a call with an empty query and a slash at the end': entry({ url: 'https://pets.example/v1/pets/?' }),
  'a query with a parameter that the contract does not have': entry({ url: 'https://pets.example/v1/pets?limt=2&limit=x' }),
  'a body with a field that the contract does not have': entry(
    { ...POST, postData: { text: '{"name":"Zoë","categoryId":1,"nme":1}' } },
    { status: 201 },
  ),
  'a body that breaks the contract': entry({ ...POST, postData: { text: '{"name":1}' } }, { status: 422 }),
  'a body that is no text': entry({ ...POST, postData: { text: 1 } }, { status: 299 }),
  'a call without a body': entry({ ...POST, bodySize: 0 }, { status: 300 }),
  'a call whose body was not recorded': entry({ ...POST, bodySize: 30 }, { status: 201, content: { text: 'e30=', encoding: 'base64' } }),
  'a path that the contract does not have': entry({ url: 'https://pets.example/v1/nothing' }, { status: 404 }),
  'a method that the contract does not have': entry({ method: 'PURGE' }, { status: 405 }),
  'a call with a refused key': entry({}, { status: 401 }),
  'a call without a key': entry({ headers: [] }),
  'a call with a scheme alone': entry({ headers: [{ name: 'Authorization', value: 'Bearer ' }] }),
  'a call without a reply': entry({}, null),
  'a call with status 0 and no times': entry({}, { status: 0 }, { time: -1, timings: undefined }),
  'statuses below those of HTTP': entry({}, { status: 99 }),
  'the lowest status of HTTP': entry({}, { status: 100 }),
  'the highest status of HTTP': entry({}, { status: 599 }),
  'statuses above those of HTTP': entry({}, { status: 600 }),
  'a status with a fraction': entry({}, { status: 200.9 }),
  'a reply with odd headers and an unknown size': entry(
    {},
    { headers: [{ name: 'x' }, null, { value: 'y' }], content: { size: 'z', text: 1 } },
  ),
  'headers that are no list': entry({ headers: 1 }, { headers: {}, content: undefined }),
  'a time of more than a day': entry({}, {}, { time: 90_000_000, timings: { wait: 80_000_000, send: 86_500_000 } }),
  'a time without timings': entry({}, {}, { timings: undefined }),
  'a time that is shorter than its wait': entry({}, {}, { time: 1 }),
}

const LEFT_OUT: readonly unknown[] = [
  null,
  {},
  { request: {} },
  entry({ url: 1 }),
  entry({ method: 1 }),
  entry({ url: 'no URL' }),
  entry({ url: 'https://pets.example/v2/pets' }),
  entry({ url: 'https://pets.example/v10/pets' }),
  ...[undefined, 1, 'yesterday', '9999-01-01T00:00:00Z'].map((startedDateTime) => entry({}, {}, { startedDateTime })),
]

const first = entry({}, {}, { startedDateTime: '2026-03-01T09:59:59.000Z' })
/** A line for each field of the exchange of an entry that is not the first one. */
const linesOf = (one: unknown) =>
  Object.entries(toExchanges([one, first] as Entry[], contract)[1] ?? {}).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`)

const nameIn = (line: string) => line.split(':')[0]

test('each entry of a HAR becomes an exchange, in the order of their times', async () => {
  const plain = linesOf(entry())
  const shown = Object.entries(ENTRIES).map(([title, one], index) => {
    const lines = linesOf(one)
    if (index === 0) return [title, ...lines, ''].join('\n')
    const missing = plain.map(nameIn).filter((name) => !lines.some((line) => nameIn(line) === name))
    return [title, ...lines.filter((line) => !plain.includes(line)), ...missing.map((name) => `${name}: nothing`), ''].join('\n')
  })
  await expect(shown.join('\n')).toMatchFileSnapshot('shown/har-exchanges.txt')
  const inOrder = toExchanges(Object.values(ENTRIES) as Entry[], contract)
  expect(inOrder.map(({ number }) => number)).toEqual(Object.keys(ENTRIES).map((_, index) => index + 1))
  expect(inOrder.map(({ arrived }) => arrived.monotonic)).toEqual(Object.keys(ENTRIES).map((_, index) => (index === 0 ? 0 : 2000)))
})

test('an entry that is no call of the service is left out', () => {
  expect(toExchanges(LEFT_OUT as Entry[], contract)).toEqual([])
  expect(toExchanges([entry({}, {}, { startedDateTime: '9998-12-31T23:59:59Z' })] as Entry[], contract)).toHaveLength(1)
})
