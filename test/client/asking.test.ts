// What a handle makes of replies that are no success. The server behaves as a sandbox while somebody connects to it.

import { expect, test } from 'vitest'
import { connectSandbox } from '../../src/sandbox.ts'
import { serveHttp } from '../support/serve.ts'

test.each<[number, string, string, string]>([
  [404, '{"code":"not_found","detail":"there is no such world"}', 'not_found', 'there is no such world'],
  [500, '{"code":"not_found","detail":"x"}', 'not_found', 'x'],
  [499, '{"code":"teapot","detail":"of a later version"}', 'invalid_value', 'of a later version'],
  [500, '{"code":"teapot","detail":"of a later version"}', 'internal_error', 'of a later version'],
  [409, '{"code":"toString","detail":"x"}', 'invalid_value', 'x'],
  [400, '{"code":"invalid_value"}', 'invalid_value', 'undefined'],
  [400, '{"code":5,"detail":"x"}', 'unavailable', 'the reply 400 does not come from a sandbox: {"code":5,"detail":"x"}'],
  [502, '<html>', 'unavailable', 'the reply 502 does not come from a sandbox: <html>'],
  [502, 'null', 'unavailable', 'the reply 502 does not come from a sandbox: null'],
  [502, 'x'.repeat(61), 'unavailable', `the reply 502 does not come from a sandbox: ${'x'.repeat(59)}…`],
  [300, '', 'unavailable', 'the reply 300 does not come from a sandbox: '],
])('the reply %s %s has the code %s', async (status, text, code, message) => {
  const origin = await serveHttp(({ url }, reply) => {
    const isIndex = url === '/_sandbox/'
    const index = JSON.stringify({ sandbox: '1', url: `${origin}/v1`, plans: ['free'] })
    reply.writeHead(isIndex ? 200 : status).end(isIndex ? index : text)
  })
  await using sandbox = await connectSandbox(origin)
  await expect(sandbox.health()).rejects.toMatchObject({ code, message })
})
