// HAR 1.2, checked against the published schema of the format.

import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' }
import addFormats from 'ajv-formats'
import type { Entry, Har } from 'har-format'
import { expect, test } from 'vitest'
import { toHarEntry } from '../../src/record/har.ts'
import { createControlClient } from '../support/control.ts'
import { createEntry } from '../support/exchanges.ts'
import { connectRaw, head, sendRaw } from '../support/raw.ts'
import { startWithClient } from '../support/sandbox.ts'

const ajv = new Ajv({ strict: false })
ajv.addMetaSchema(draft6)
addFormats.default(ajv)
for (const schema of Object.values(createRequire(import.meta.url)('har-schema') as Record<string, object>)) ajv.addSchema(schema)
const validate = ajv.getSchema('har.json')

async function startDriven() {
  const { sandbox, call } = await startWithClient({}, 'free')
  const control = createControlClient(sandbox)
  const read = async () => {
    const { body } = await control('GET /worlds/w1/requests.har')
    expect(validate?.(body), JSON.stringify(validate?.errors)).toBe(true)
    return (body as Har).log
  }
  return { sandbox, call, read }
}

const headerOf = ({ headers }: Entry['request' | 'response'], wanted: string) =>
  headers.find(({ name }) => name.toLowerCase() === wanted)?.value

test('a call with a body, a query, and cookies; the cookies are not kept', async () => {
  const { sandbox, call, read } = await startDriven()
  await call('/pets?limit=2&text=a%20b', { method: 'GET', headers: { cookie: 'a=1; b=x=y' }, warned: true })
  await call('/pets', { method: 'POST', body: { name: 'Zoë', categoryId: 1 } })
  const { version, creator, pages, entries } = await read()
  expect({ version, creator, pages }).toEqual({
    version: '1.2',
    creator: { name: 'petstore-sandbox', version: expect.any(String) },
    pages: [],
  })
  expect(entries).toMatchObject([
    {
      request: {
        method: 'GET',
        url: `${sandbox.url}/pets?limit=2&text=a%20b`,
        queryString: [
          { name: 'limit', value: '2' },
          { name: 'text', value: 'a b' },
        ],
        // Cookies are credentials, so they are hidden.
        cookies: [],
        bodySize: 0,
      },
      response: { status: 200, statusText: 'OK', content: { mimeType: 'application/json' } },
      _sandbox: { world: 'w1', operation: 'listPets', cause: 'handler' },
    },
    {
      request: { method: 'POST', postData: { mimeType: 'application/json', text: '{"name":"Zoë","categoryId":1}' }, bodySize: 30 },
      response: { status: 201, statusText: 'Created' },
    },
  ])
  for (const entry of entries) {
    expect(headerOf(entry.request, 'authorization')).toBe('Bearer sandbox_free_w1')
    expect(headerOf(entry.response, 'x-ratelimit-limit')).toBe('60')
    expect(entry.response.bodySize).toBe(Buffer.byteLength(entry.response.content.text ?? ''))
  }
})

test('times are in real time, whatever the clock of the world says', async () => {
  const { sandbox, call, read } = await startDriven()
  await sandbox.world('w1').clock.set({ now: '2030-12-05T00:00:00Z', frozen: true })
  const before = Date.now()
  await call('/pets', { headers: { 'sandbox-scenario': 'slow;delay=0.05' } })
  const [entry] = (await read()).entries
  const began = Date.parse(entry?.startedDateTime ?? '')
  expect([began >= before, began <= Date.now()]).toEqual([true, true])
  const { wait = 0, receive = 0, send } = entry?.timings ?? {}
  expect(wait).toBeGreaterThan(40)
  expect([send, entry?.time]).toEqual([0, wait + receive])
})

test('a call without a reply has the status 0', async () => {
  const { sandbox, call, read } = await startDriven()
  await call('/pets')
  await sendRaw(sandbox.origin, `${head('GET', '/~reset/v1/pets')}\r\n`)
  const hanging = connectRaw(sandbox.origin)
  hanging.send(`${head('GET', '/~hang/v1/pets')}\r\n`)
  await expect.poll(async () => (await sandbox.requests.list()).length).toBe(3)
  const { entries } = await read()
  expect(entries.map(({ response }) => response.status)).toEqual([200, 0, 0])
  expect(entries[2]?.response).toMatchObject({ statusText: '', headers: [], content: { size: 0, mimeType: '', text: '' }, bodySize: 0 })
})

test('binary bodies and strange targets', async () => {
  const { sandbox, call, read } = await startDriven()
  await call('/pets', { method: 'POST', body: new Uint8Array([0x22, 0xff, 0x22]) })
  await sendRaw(sandbox.origin, `${head('GET', '/v1/pets?a=<"{}>%zz|^`\\')}Connection: close\r\n\r\n`)
  const [bytes, strange] = (await read()).entries
  expect(bytes?.request.postData).toMatchObject({ text: 'Iv8i', comment: 'the text is base64' })
  expect(strange?.request.url).toBe('http://localhost/v1/pets?a=%3C%22%7B%7D%3E%25zz%7C%5E%60%5C')
})

test.each([
  ['a reply at once', 1000, 1000, 0, 0],
  ['a reply after a quarter of a millisecond', 1000.25, 1000.75, 0.25, 0.5],
  ['a slow reply', 1500, 3000, 500, 1500],
])('the times of %s', (_title, replied, closed, wait, receive) => {
  const { arrived } = createEntry(1)
  const at = (monotonic: number) => ({ ...arrived, monotonic })
  const { time, timings } = toHarEntry(createEntry(1, { replied: at(replied), closed: at(closed) }))
  expect({ time, timings }).toEqual({ time: wait + receive, timings: { send: 0, wait, receive } })
})

test('bodies that were cut, or are no text, say so', () => {
  const cut = { text: 'x', bytes: 9, sha256: 'abc' }
  const bytes = { base64: '/w==', bytes: 1 }
  const entryOf = (body: typeof cut | typeof bytes) => {
    const entry = createEntry(1, { request: { ...createEntry(1).request, body }, reply: { status: 200, headers: {}, body } })
    const { request, response } = toHarEntry(entry)
    return [request.postData, response.content]
  }
  const comment = 'the beginning of 9 bytes with the SHA-256 abc'
  expect(entryOf(cut)).toEqual([
    { mimeType: '', text: 'x', comment },
    { size: 9, mimeType: '', text: 'x', comment },
  ])
  expect(entryOf(bytes)).toEqual([
    { mimeType: '', text: '/w==', comment: 'the text is base64' },
    { size: 1, mimeType: '', text: '/w==', encoding: 'base64' },
  ])
})
