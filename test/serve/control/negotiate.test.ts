// The media type that Accept chooses.

import { beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../../src/sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
  return () => sandbox.close()
})

const TYPES = { json: 'application/json', text: 'text/plain', junit: 'application/junit+xml', markdown: 'text/markdown' }

test.each([
  [undefined, TYPES.json],
  ['', TYPES.json],
  ['text/markdown;q=0.5, text/plain;q=0.5', TYPES.markdown],
  ['*/*', TYPES.json],
  ['application/json, text/plain, */*', TYPES.json],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', TYPES.json],
  ['text/plain', TYPES.text],
  ['TEXT/Plain; charset=utf-8', TYPES.text],
  ['text/*', TYPES.text],
  ['text/markdown', TYPES.markdown],
  ['application/junit+xml', TYPES.junit],
  ['text/markdown, */*', TYPES.markdown],
  ['application/json;q=0.5, text/markdown;q=0.6', TYPES.markdown],
  ['text/plain;q=0.3, text/*;q=0.8', TYPES.markdown],
  ['application/json;q=0, */*', TYPES.text],
  ['text/*;q=0.2, application/*;q=0.1', TYPES.text],
  ['application/json; q = 0.1, text/plain ;q=0.20', TYPES.text],
  ['application/json; charset=UTF-8', TYPES.json],
  ['*/*;q=0', undefined],
  ['text/html', undefined],
  ['application/xml', undefined],
  ['text/plain;q=0', undefined],
])('%s is answered with %s', async (accept, type) => {
  const { status, headers } = await fetch(`${sandbox.origin}/_sandbox/report`, { headers: { accept: accept ?? '*/*' } })
  expect(status).toBe(type === undefined ? 406 : 200)
  if (type !== undefined) expect(headers.get('content-type')?.split(';')[0]).toBe(type)
})
