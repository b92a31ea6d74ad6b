// The report over HTTP in each of its formats.

import { expect, test } from 'vitest'
import { rules } from '../../../src/examine/rules/table.ts'
import { start } from '../../support/sandbox.ts'

test('the report of all worlds and of one world has the format that Accept asks for', async () => {
  const sandbox = await start()
  await (await fetch(`${sandbox.url}/pets`, { headers: { authorization: 'Bearer sandbox_free_w1', 'user-agent': 'shop/1.0' } })).text()
  for (const path of ['report', 'worlds/w1/report'])
    for (const [accept, type, begin] of [
      [undefined, 'application/json', /^\{"version":3,/],
      ['*/*', 'application/json', /^\{/],
      ['text/plain', 'text/plain', /^┌─ PASSED ─.*\n│ .*\n│ 1 call in 1 world · coverage /],
      ['text/markdown;q=0.9, text/plain;q=0.5', 'text/markdown', /^## ✅ Pet Store client: passed\n/],
      [
        'application/junit+xml',
        'application/junit+xml',
        new RegExp(`^<\\?xml .*\\n<testsuites name="petstore-sandbox" tests="${rules.length + 1}"`),
      ],
    ] as const) {
      const response = await fetch(`${sandbox.origin}/_sandbox/${path}`, { headers: accept === undefined ? {} : { accept } })
      expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([200, type])
      expect(response.headers.get('vary')).toBe('Accept')
      expect(await response.text()).toMatch(begin)
    }
})

test('when the client accepts no format, it gets a 406 with the list of formats', async () => {
  const { origin } = await start()
  const response = await fetch(`${origin}/_sandbox/report`, { headers: { accept: 'text/html, application/json;q=0' } })
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect([response.status, await response.json()]).toEqual([
    406,
    expect.objectContaining({
      code: 'not_acceptable',
      detail:
        'the header Accept "text/html, application/json;q=0" allows none of application/json, text/plain, text/markdown, application/junit+xml',
    }),
  ])
})

test('calls with one media type ignore Accept', async () => {
  const { origin } = await start()
  const response = await fetch(`${origin}/_sandbox/scenarios`, { headers: { accept: 'text/html' } })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(response.headers.get('vary')).toBeNull()
})
