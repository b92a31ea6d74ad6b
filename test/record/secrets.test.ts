// Which values are hidden wherever they are kept or shown, and which values are shown.

import { describe, expect, test } from 'vitest'
import { isSecretName, Secrets } from '../../src/record/secrets.ts'

const isOwn = (token: string) => token === 'sandbox_free_w1'
const begin = () => new Secrets(isOwn)
const inHeaders = (raw: readonly string[]) => begin().hideInHead('/', raw).headers
const inTarget = (target: string) => begin().hideInHead(target, []).target
const inBody = (text: string) => begin().hideInBody({ text, bytes: 1 }).text

describe('names', () => {
  test.each([
    ...['Authorization', 'authorization', 'Proxy-Authorization', 'autorization', 'authorizatoin', 'Authorisation'],
    ...['Cookie', 'Set-Cookie', 'JSESSIONID', 'X-Pat', 'X-Api-Key', 'apiKey', 'api_key', 'api.key', 'X-RapidAPI-Key', 'key', 'sort_key'],
    ...['X-Auth-Token', 'X-CSRF-Token', 'token', 'id_token', 'access_token', 'client_secret', 'secret', 'password', 'user[password]'],
    ...['access+token', '\\u0074oken', 'api%5Fkey', 'api%255Fkey', '%2574oken', `${'x'.repeat(100)}-token`, 'key_a', 'my-password2'],
  ])('%s has a secret', (name) => expect(isSecretName(name)).toBe(true))

  test.each([
    ...['Host', 'Accept', 'User-Agent', 'Content-Type', 'Origin', 'Date', 'X', '', 'Sandbox-Request-Id', 'Idempotency-Key', 'traceparent'],
    ...['limit', 'status', 'cursor', 'max_tokens', 'monkey', 'keys', 'client_id', 'author', 'code', 'pattern', '\\u0174oken', '%zz'],
    ...['mon%6Bey'],
  ])('%s has none', (name) => expect(isSecretName(name)).toBe(false))
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
    ['X-API-KEY', 'abc', '[redacted]'],
    ['Authorizatoin', 'Bearer abc', 'Bearer [redacted]'],
    ['X-Upstream', 'Bearer abc', 'Bearer [redacted]'],
    ['Sandbox-Case', '"Bearer abc"', '"Bearer [redacted]"'],
    ['X-Debug', 'a=1; password=abc', 'a=1; password=[redacted]'],
    ['Host', 'u:p@localhost', '[redacted]@localhost'],
    ['Referer', 'https://u:p@shop.example/?token=abc', 'https://[redacted]@shop.example/?token=[redacted]'],
    ['Referer', 'http://shop.example/?a=1&api%5Fkey=abc', 'http://shop.example/?a=1&api%5Fkey=[redacted]'],
    ['Referer', 'http://shop.example/?api%255Fkey=abc', 'http://shop.example/?api%255Fkey=[redacted]'],
  ])('%s: %s', (name, value, shown) => {
    const raw = ['Host', 'localhost', name, value, 'Accept', '*/*']
    expect(inHeaders(raw)).toEqual(['Host', 'localhost', name, shown, 'Accept', '*/*'])
    expect(raw[3]).toBe(value)
  })

  test.each([
    ['Authorization', 'Bearer sandbox_free_w1'],
    ['authorization', 'bearer   sandbox_free_w1 '],
    ['X-Api-Key', 'sandbox_free_w1'],
    ['Authorization', ''],
    ['Referer', 'https://shop.example/?page=2'],
    ['Accept', 'application/json'],
    ['X-Upstream', 'Bearer sandbox_free_w1'],
  ])('%s: %s is shown', (name, value) => {
    const raw = ['Host', 'localhost', name, value]
    expect(inHeaders(raw)).toBe(raw)
  })

  test('all values of a name are hidden', () => {
    const raw = ['Authorization', 'Bearer sandbox_free_w1', 'Authorization', 'Bearer other', 'Cookie', 'a=1', 'cookie', 'b=2']
    const shown = ['Bearer sandbox_free_w1', 'Bearer [redacted]', '[redacted]', '[redacted]']
    expect(inHeaders(raw).filter((_, index) => index % 2 === 1)).toEqual(shown)
  })
})

describe('targets', () => {
  test.each([
    ['/v1/pets?api_key=abc&limit=1', '/v1/pets?api_key=[redacted]&limit=1'],
    ['/v1/pets?limit=1&Token=abc', '/v1/pets?limit=1&Token=[redacted]'],
    ['/v1/pets?%61pi%5Fkey=abc%2Fd', '/v1/pets?api_key=[redacted]'],
    ['/v1/pets?api%255Fkey=abc', '/v1/pets?api%5Fkey=[redacted]'],
    ['/v1/pets?api%25255F%25256bey=abc&limit=1', '/v1/pets?api%255F%256bey=[redacted]&limit=1'],
    ['/v1/pets?token=a&token=b', '/v1/pets?token=[redacted]&token=[redacted]'],
    ['/v1/pets?password=a;b#c?d=e&x=1', '/v1/pets?password=[redacted]&x=1'],
    ['/v1/pets?password=a%26b&x=1', '/v1/pets?password=[redacted]&x=1'],
    ['/v1/pets?a%26token=b', '/v1/pets?a%26token=[redacted]'],
    ['/v1;jsessionid=ABC/pets?x=1', '/v1;jsessionid=[redacted]/pets?x=1'],
    ['/v1/pets#access_token=abc', '/v1/pets#access_token=[redacted]'],
    ['/v1/pets?api_key=sandbox_free_w2', '/v1/pets?api_key=[redacted]'],
    ['http://u:p@h/v1/pets', 'http://[redacted]@h/v1/pets'],
    ['u:p@h:443', '[redacted]@h:443'],
    ['/x?next=https%3A%2F%2Fh%2F%3Ftoken%3Dabc&b=2', '/x?next=https://h/?token=[redacted]&b=2'],
    ['/~slow,token=abc/v1/pets', '/~slow,token=[redacted]/v1/pets'],
    ['/v1/token/a1b2c3/d', '/v1/token/[redacted]/d'],
    ['/v1/pets/Bearer%20abc/x%0Ay', '/v1/pets/Bearer%20[redacted]/x%0Ay'],
    ['/v1/pets?q=bearer+abc&b=1', '/v1/pets?q=bearer+[redacted]&b=1'],
    ['/v1/pets/sk_live_abc', '/v1/pets/[redacted]'],
    ['/v1/pets?code=abc', '/v1/pets?code=[redacted]'],
  ])('%s', (target, shown) => expect(inTarget(target)).toBe(shown))

  test.each([
    ...['*', '/', '/v1/pets', '/v1/pets?limit=10&status=sold', '/v1/pets?token', '/v1/pets?token=&limit=1'],
    ...['/~world=w3,slow/v1/pets?cursor=b', '/v1/pets?email=a@b.example', '/v1/pets?q=a%3Db%26c', '/v1/pets?api_key=sandbox_free_w1'],
    ...['/v1/pets?%zz=1', 'http://localhost:4010/v1/pets', '/v1/@me', '/v1/pets?next=%2525', '/v1/code/x', '/v1/token/?limit=1'],
  ])('%s is shown unchanged', (target) => expect(inTarget(target)).toBe(target))
})

describe('bodies', () => {
  test.each([
    ['{"password":"abc","name":"Rex"}', '{"password":"[redacted]","name":"Rex"}'],
    ['{"a":{"api_key" : "a\\"b"},"b":1}', '{"a":{"api_key" : "[redacted]"},"b":1}'],
    ['{"p\\u0061ssword":"abc"}', '{"p\\u0061ssword":"[redacted]"}'],
    ['{"pin":1,"token":1234,"b":2}', '{"pin":1,"token":"[redacted]","b":2}'],
    ['{"b":1,"secret":{"a":["}"],"b":2},"c":3}', '{"b":1,"secret":"[redacted]"'],
    ['{"token":["a","b"]}', '{"token":"[redacted]"'],
    ['{"token":"abc', '{"token":"[redacted]"'],
    ['{"name":"Bearer abc"}', '{"name":"Bearer [redacted]"}'],
    ['grant_type=a&password=a,b;c&x=1', 'grant_type=a&password=[redacted]&x=1'],
    ['api%5Fkey=abc&x=1', 'api%5Fkey=[redacted]&x=1'],
    ['client_secret=abc', 'client_secret=[redacted]'],
    ['<login><password>a b</password></login>', '<login><password>[redacted]</password></login>'],
    ['user: a\npassword: b c\nrole: d', 'user: a\npassword: [redacted]\nrole: d'],
    ['Authorization: Bearer abc', 'Authorization: [redacted]'],
    [
      '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\nabc\r\n--b--',
      '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n"[redacted]"',
    ],
    ['see sk_live_abc123', 'see [redacted]'],
  ])('%s', (text, shown) => expect(inBody(text)).toBe(shown))

  test.each([
    ...['', '{"name":"Rex","code":"not_found"}', '{"key":"sandbox_free_w1"}', '{"key":"Bearer sandbox_free_w1"}', 'a=1&b=2'],
    ...['{"email":"a@b.example","url":"https://h/x"}'],
  ])('%s is shown unchanged', (text) => expect(inBody(text)).toBe(text))

  test('that are no UTF-8 are searched too', () => {
    const body = (value: string) => ({ base64: Buffer.from(`password=${value}&a=\xe9`, 'latin1').toString('base64'), bytes: 1 })
    expect(begin().hideInBody(body('abc'))).toEqual(body('[redacted]'))
  })

  test.each([
    ...[
      'a',
      '":',
      '"token":',
      '"a":{',
      'token=',
      'Bearer ',
      'sk_live_',
      'a:',
      '//a@',
      '--',
      ' ',
      ',  ',
      '"\\',
      '&a_token=12345678',
      '/key/',
    ],
    ...['"token":{"a":[', '--\r\nname="password"\r\n\r\n', "'", '=> ', 'ab ', 'AKIA', 'token=12345678…'],
  ])('made of 64 KiB of %j are searched in a moment', (piece) => {
    const text = piece.repeat(Math.ceil(65_536 / piece.length))
    // Processor time, because other processes may keep the machine busy.
    const before = process.cpuUsage()
    const secrets = begin()
    secrets.hideInBody({ text, bytes: text.length })
    secrets.hideInHead(`/${text.slice(0, 16_384)}`, ['X-A', text.slice(0, 16_384)])
    expect(process.cpuUsage(before).user).toBeLessThan(500_000)
  })
})

describe('what repeats a secret', () => {
  const found = () => {
    const secrets = begin()
    secrets.hideInHead('/', ['Authorization', 'Bearer secret-1234'])
    return secrets
  }

  test.each([
    ['got "secret-1234", twice secret-1234', 'got "[redacted]", twice [redacted]'],
    ['got "secret-1…', 'got "[redacted]…'],
    [`Unexpected token 'x', ..."ret-1234"... is not valid JSON`, "Unexpected token 'x' in the JSON"],
    ['secret, and secret-12345', 'secret, and secret-12345'],
  ])('%s', (text, shown) => expect(found().hideRepeated(text)).toBe(shown))

  test('is looked for in linear time, also in a text that begins like many messages of the parser of JSON', () => {
    const text = ', "'.repeat(50_000)
    const secrets = found()
    const started = performance.now()
    expect(secrets.hideRepeated(text)).toBe(text)
    // It takes about a millisecond. With a quadratic search it takes more than five seconds.
    expect(performance.now() - started).toBeLessThan(1000)
  })

  test('is hidden behind its name in a text of the client, however short it is', () => {
    expect(begin().hideInText('signs in with token=q5')).toBe('signs in with token=[redacted]')
  })

  test('may have an escaped & in a target', () => {
    const secrets = begin()
    secrets.hideInHead('/?password=secret-1234%26secret-5678', [])
    expect(secrets.hideRepeated('got secret-1234&secret-5678')).toBe('got [redacted]&[redacted]')
  })

  test.each([
    ['{"secret":"hunt\\u0065r2zz","note":"hunter2zz"}', '{"secret":"[redacted]","note":"[redacted]"}', 'hunter2zz'],
    ['{"password":"pa\\/ssword99"}', '{"password":"[redacted]"}', 'pa/ssword99'],
    ['{"token":["first\\u002d123","a\\nb"]}', '{"token":"[redacted]"', 'first-123'],
    ['{"key":"tab\\tand\\b\\f\\"\\\\"}', '{"key":"[redacted]"}', 'tab\tand\b\f"\\'],
  ])('may have escapes of JSON: %s', (text, shown, plain) => {
    const secrets = begin()
    expect(secrets.hideInBody({ text, bytes: 1 }).text).toBe(shown)
    expect(secrets.hideRepeated(`got ${plain}`)).toBe('got [redacted]')
  })

  test('is unchanged when the secret has fewer than 8 characters, or when the request has none', () => {
    const secrets = begin()
    secrets.hideInHead('/', ['Authorization', 'Bearer 1234567'])
    for (const one of [secrets, begin()]) expect(one.hideRepeated('1234567')).toBe('1234567')
  })

  test('may be a header of the same request, or its reply', () => {
    const secrets = begin()
    const { headers } = secrets.hideInHead('/', ['X-Copy', 'secret-1234', 'Authorization', 'Bearer secret-1234'])
    expect(headers[1]).toBe('[redacted]')
    const reply = (value: string) => ({
      status: 200,
      headers: { 'X-A': value },
      body: { text: `{"token":"abc","a":"${value}"}`, bytes: 1 },
    })
    expect(secrets.hideInReply(reply('secret-1234'))).toEqual(reply('[redacted]'))
    const given = reply('secret-1234')
    expect(begin().hideInReply(given)).toBe(given)
  })
})
