// What the library makes of replies that are no success.

import { expect, test } from 'vitest'
import { toProblem } from '../../src/client/call-api.ts'

test.each<[number | undefined, string, string, string]>([
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
  [undefined, '', 'unavailable', 'the reply 0 does not come from a sandbox: '],
])('%s %s', (status, text, code, message) => {
  expect(toProblem(status, text)).toMatchObject({ code, message })
})
