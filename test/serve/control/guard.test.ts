// Who may use the control API.

import { request } from 'node:http'
import { expect, test } from 'vitest'
import { start } from '../../support/sandbox.ts'

/** Sends a request with headers that fetch would not send. */
function ask(
  origin: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number | undefined; detail: string; challenge: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(origin + path, { headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          detail: JSON.parse(text).detail ?? '',
          challenge: response.headers['www-authenticate'] ?? '',
        }),
      )
    })
    sent.on('error', reject).end()
  })
}

test.each<[Record<string, string>, number]>([
  [{ host: 'localhost:4010' }, 200],
  [{ host: 'w3.localhost:4010' }, 200],
  [{ host: '127.0.0.1:4010' }, 200],
  [{ host: '[::1]:4010' }, 200],
  [{ host: '192.168.1.20' }, 200],
  [{ host: 'sandbox:4010' }, 200],
  [{ host: 'sandbox.example:4010' }, 200],
  [{ host: 'SANDBOX.example' }, 200],
  [{ host: 'evil.example' }, 403],
  [{ host: 'evil.example.' }, 403],
  [{ host: '127.0.0.1.evil.example' }, 403],
  [{ host: 'localhost.evil.example:4010' }, 403],
  [{ host: 'localhost:4010', origin: 'http://localhost:4010' }, 200],
  [{ host: 'localhost:4010', origin: 'https://localhost:4010' }, 200],
  [{ host: 'sandbox:4010', origin: 'https://sandbox.example' }, 200],
  [{ host: 'sandbox:4010', origin: 'http://sandbox.example:8443' }, 403],
  [{ host: 'sandbox.example:4010', origin: 'http://sandbox.example:9999' }, 403],
  [{ host: 'sandbox.example:4010', origin: 'http://sandbox.example:4010' }, 200],
  [{ host: 'sandbox:4010', origin: 'https://proxy.example:8443' }, 200],
  [{ host: 'sandbox:4010', origin: 'https://proxy.example' }, 403],
  [{ host: 'localhost:4010', origin: 'http://localhost:3000' }, 403],
  [{ host: 'localhost:4010', origin: 'https://evil.example' }, 403],
  [{ host: 'localhost:4010', origin: 'null' }, 403],
  [{ host: 'null', origin: 'null' }, 403],
  [{ host: '', origin: 'file://' }, 403],
  [{ host: 'evil.example', origin: 'http://evil.example' }, 403],
  [{ host: 'localhost:4010', 'sec-fetch-site': 'cross-site' }, 403],
  [{ host: 'localhost:4010', 'sec-fetch-site': 'same-origin' }, 200],
  [{ host: 'localhost:4010', 'sec-fetch-site': 'none' }, 200],
])('%j: %i', async (headers, expected) => {
  const { origin } = await start({ allowedHosts: ['sandbox.example', 'proxy.example:8443'] })
  for (const path of ['/_sandbox/scenarios', '/_sandbox/health', '/_sandbox/nothing']) {
    const { status, detail } = await ask(origin, path, headers)
    expect(status).toBe(expected === 200 && path.endsWith('nothing') ? 404 : expected)
    if (expected === 403) expect(detail).toContain('--allowed-hosts')
  }
})

test('a refusal shows the beginning of a long host', async () => {
  const { origin } = await start()
  const { detail } = await ask(origin, '/_sandbox/scenarios', { host: `${'a'.repeat(60)}.example` })
  expect(detail).toContain(`the Host ${'a'.repeat(59)}… is neither`)
})

test('requests of the contract may have any host and any origin', async () => {
  const { origin } = await start({ controlToken: 'secret' })
  expect((await ask(origin, '/v1/pets', { host: 'evil.example', origin: 'https://evil.example' })).status).toBe(401)
  const { status } = await ask(origin, '/v1/pets', {
    host: 'evil.example',
    authorization: 'Bearer sandbox_free',
    'sec-fetch-site': 'cross-site',
  })
  expect(status).toBe(200)
})

test.each<[string, Record<string, string>, number, string]>([
  ['/_sandbox/scenarios', {}, 401, 'Bearer realm="control API"'],
  ['/_sandbox/scenarios', { authorization: 'Bearer wrong' }, 401, 'Bearer realm="control API", error="invalid_token"'],
  ['/_sandbox/scenarios', { authorization: 'Bearer a secre' }, 401, 'Bearer realm="control API", error="invalid_token"'],
  ['/_sandbox/scenarios', { authorization: 'Basic a secret' }, 401, 'Bearer realm="control API"'],
  ['/_sandbox/scenarios', { authorization: 'Bearer a secret' }, 200, ''],
  ['/_sandbox/scenarios', { authorization: 'bearer  a secret' }, 200, ''],
  ['/_sandbox/health', {}, 200, ''],
  ['/_sandbox/nothing', {}, 401, 'Bearer realm="control API"'],
  ['/_sandbox/health', { host: 'evil.example' }, 403, ''],
])('with a token, %s %j is %i', async (path, headers, expected, challenge) => {
  const { origin } = await start({ controlToken: 'a secret' })
  const answer = await ask(origin, path, headers)
  expect([answer.status, answer.challenge]).toEqual([expected, challenge])
  expect(answer.detail).not.toContain('a secret')
})
