// Which values are hidden wherever they are kept or shown, and which values are shown.

import { describe, expect, test } from 'vitest'
import { isCredential, redactHeaders, redactTarget } from '../../src/exchange/credentials.ts'

const isOwn = (token: string) => token === 'sandbox_free_w1'

describe('names', () => {
  test.each([
    ...['Authorization', 'authorization', 'AUTHORIZATION', 'Proxy-Authorization', 'X-Original-Authorization', 'Authentication', 'X-Auth'],
    ...['Cookie', 'Set-Cookie', 'Cookie2', 'PHPSESSID', 'JSESSIONID', 'session_id', 'connect.sid', 'sid'],
    ...['X-Api-Key', 'Api-Key', 'apikey', 'apiKey', 'api_key', 'api.key', 'X-RapidAPI-Key', 'Ocp-Apim-Subscription-Key', 'x-functions-key'],
    ...['X-Auth-Token', 'X-Access-Token', 'Private-Token', 'X-Amz-Security-Token', 'X-CSRF-Token', 'X-Vault-Token', 'token', 'id_token'],
    ...['access_token', 'refresh_token', 'id_token_hint', 'client_secret', 'secret', 'client_assertion', 'SAMLResponse', 'jwt'],
    ...['password', 'user[password]', 'passwd', 'pwd', 'pass', 'password2', 'X-Auth-Pass'],
    ...['key', 'X-Amz-Signature', 'X-Amz-Credential', 'AWSAccessKeyId', 'sig', 'signature', 'X-Hub-Signature-256', 'DPoP'],
    ...['%61pi_key', 'api%5Fkey', 'api%5fke%79', 'to%6Ben', 'access+token'],
  ])('%s is a credential', (name) => expect(isCredential(name)).toBe(true))

  test.each([
    ...['Host', 'Accept', 'User-Agent', 'Connection', 'Content-Type', 'Content-Length', 'Accept-Encoding', 'Origin', 'Date', 'X', ''],
    ...['Sandbox-Request-Id', 'Idempotency-Key', 'Sec-WebSocket-Key', 'WWW-Authenticate', 'Proxy-Authenticate', 'traceparent'],
    ...['Access-Control-Allow-Credentials', 'X-Forwarded-For', 'Signature-Input', 'Content-Digest', 'ETag', 'X-RateLimit-Reset'],
    ...['limit', 'status', 'cursor', 'page_token', 'nextToken', 'token_type', 'max_tokens', 'sort_key', 'monkey', 'client_id', 'author'],
    ...['design', 'compass', 'state', 'code', '%zz', '%'],
  ])('%s is not a credential', (name) => expect(isCredential(name)).toBe(false))

  test('of credentials are found after any number of other names', () => {
    for (let index = 0; index < 3000; index += 1) isCredential(`n${index}_token_type`)
    expect([isCredential('fresh_token'), isCredential('fresh_type')]).toEqual([true, false])
  })
})

describe('headers', () => {
  test.each([
    ['Authorization', 'Bearer eyJhbGciOi', 'Bearer [redacted]'],
    ['authorization', 'bearer  sandbox_free_w2', 'bearer  [redacted]'],
    ['Authorization', 'Basic dTpw', 'Basic [redacted]'],
    ['Authorization', 'my-secret', '[redacted]'],
    ['Authorization', 'Unknown my-secret', '[redacted]'],
    ['Proxy-Authorization', 'Digest username="u", response="r"', 'Digest [redacted]'],
    ['Cookie', 'session=1; theme=dark', '[redacted]'],
    ['Set-Cookie', 'session=1; Path=/', '[redacted]'],
    ['X-API-KEY', 'abc', '[redacted]'],
    ['Referer', 'https://u:p@shop.example/?token=abc#x', 'https://[redacted]@shop.example/?token=[redacted]'],
    ['Location', '/login?access_token=abc&lang=en', '/login?access_token=[redacted]&lang=en'],
    [
      'Link',
      '<http://h/v1/pets?limit=1&api_key=a>; rel="next", </docs>',
      '<http://h/v1/pets?limit=1&api_key=[redacted]>; rel="next", </docs>',
    ],
  ])('%s: %s', (name, value, shown) => {
    const raw = ['Host', 'localhost', name, value, 'Accept', '*/*']
    expect(redactHeaders(raw, isOwn)).toEqual(['Host', 'localhost', name, shown, 'Accept', '*/*'])
    expect(raw[3]).toBe(value)
  })

  test.each([
    ['Authorization', 'Bearer sandbox_free_w1'],
    ['authorization', 'bearer   sandbox_free_w1 '],
    ['X-Api-Key', 'sandbox_free_w1'],
    ['Authorization', ''],
    ['Referer', 'https://shop.example/?page=2'],
    ['WWW-Authenticate', 'Bearer realm="Pet Store", error="invalid_token"'],
    ['Accept', 'application/json'],
  ])('%s: %s is shown, and the same array is returned', (name, value) => {
    const raw = ['Host', 'localhost', name, value]
    expect(redactHeaders(raw, isOwn)).toBe(raw)
  })

  test('all values of a name are hidden', () => {
    const raw = ['Authorization', 'Bearer sandbox_free_w1', 'Authorization', 'Bearer other', 'Cookie', 'a=1', 'cookie', 'b=2']
    expect(redactHeaders(raw, isOwn).filter((_, index) => index % 2 === 1)).toEqual([
      'Bearer sandbox_free_w1',
      'Bearer [redacted]',
      '[redacted]',
      '[redacted]',
    ])
  })
})

describe('targets and URLs', () => {
  test.each([
    ['/v1/pets?api_key=abc&limit=1', '/v1/pets?api_key=[redacted]&limit=1'],
    ['/v1/pets?limit=1&Token=abc', '/v1/pets?limit=1&Token=[redacted]'],
    ['/v1/pets?%61pi%5Fkey=abc', '/v1/pets?%61pi%5Fkey=[redacted]'],
    ['/v1/pets?token=a&token=b', '/v1/pets?token=[redacted]&token=[redacted]'],
    ['/v1/pets?a=1;token=abc', '/v1/pets?a=1;token=[redacted]'],
    ['/v1/pets?password=a;b#c?d=e&x=1', '/v1/pets?password=[redacted]&x=1'],
    ['/v1/pets?a?secret=x', '/v1/pets?a?secret=[redacted]'],
    ['/v1;jsessionid=ABC/pets?x=1', '/v1;jsessionid=[redacted]/pets?x=1'],
    ['/v1/pets#access_token=abc', '/v1/pets#access_token=[redacted]'],
    ['/v1/pets?api_key=sandbox_free_w2', '/v1/pets?api_key=[redacted]'],
    ['http://u:p@h/v1/pets', 'http://[redacted]@h/v1/pets'],
    ['HTTPS://u:p@q@h/v1/pets?token=1', 'HTTPS://[redacted]@h/v1/pets?token=[redacted]'],
    ['//u@h/', '//[redacted]@h/'],
    ['u:p@h:443', '[redacted]@h:443'],
    ['/x?next=https://u:p@h/?token=abc', '/x?next=https://[redacted]@h/?token=[redacted]'],
    ['/x?next=https%3A%2F%2Fh%2F%3Ftoken%3Dabc&b=2', '/x?next=https%3A%2F%2Fh%2F%3Ftoken%3D%5Bredacted%5D&b=2'],
    ['/x?next=a%3Ftoken%3Dabc%zz', '/x?next=a%3Ftoken%3D%5Bredacted%5D'],
  ])('%s', (target, shown) => expect(redactTarget(target, isOwn)).toBe(shown))

  test.each([
    ...[
      '*',
      '/',
      '/v1/pets',
      '/v1/pets?limit=10&status=sold',
      '/v1/pets?token',
      '/v1/pets?token=&limit=1',
      '/~world=w3,slow/v1/pets?cursor=b',
    ],
    ...[
      '/v1/pets?email=a@b.example',
      '/v1/pets?q=a%3Db%26c',
      '/v1/pets?page_token=x',
      '/v1/pets?api_key=sandbox_free_w1',
      '/v1/pets?%zz=1',
    ],
    ...['http://localhost:4010/v1/pets', '/v1/@me', '/v1/pets?next=%2525', '/token=abc'],
  ])('%s is shown unchanged', (target) => expect(redactTarget(target, isOwn)).toBe(target))
})
