// Which values are hidden wherever they are kept or shown, and which values are shown.

import { describe, expect, test } from 'vitest'
import { isCredential } from '../../src/exchange/secret-names.ts'
import { createSecretMemory, Secrets } from '../../src/exchange/secrets.ts'

const isOwn = (token: string) => token === 'sandbox_free_w1'
const memory = createSecretMemory(isOwn)
const begin = () => new Secrets(memory)
const inHeaders = (raw: readonly string[]) => begin().hideInHead('/', raw).headers
const inTarget = (target: string) => begin().hideInHead(target, []).target
const inBody = (text: string) => begin().hideInBody({ text, bytes: 1 }).text

const keyOf = (kind: string) => `${kind}-Key`

describe('names', () => {
  test.each([
    ...['Authorization', 'authorization', 'AUTHORIZATION', 'Proxy-Authorization', 'X-Original-Authorization', 'Authentication', 'X-Auth'],
    ...['Cookie', 'Set-Cookie', 'Cookie2', 'PHPSESSID', 'JSESSIONID', 'session_id', 'connect.sid', 'sid'],
    ...['X-Api-Key', 'Api-Key', 'apikey', 'apiKey', 'api_key', 'api.key', 'X-RapidAPI-Key', 'Ocp-Apim-Subscription-Key', 'x-functions-key'],
    ...['X-Auth-Token', 'X-Access-Token', 'Private-Token', 'X-Amz-Security-Token', 'X-CSRF-Token', 'X-Vault-Token', 'token', 'id_token'],
    ...['access_token', 'refresh_token', 'id_token_hint', 'client_secret', 'secret', 'client_assertion', 'SAMLResponse', 'jwt'],
    ...['password', 'user[password]', 'passwd', 'pwd', 'pass', 'password2', 'X-Auth-Pass'],
    ...['key', 'X-Amz-Signature', 'X-Amz-Credential', 'AWSAccessKeyId', 'sig', 'signature', 'X-Hub-Signature-256', 'DPoP'],
    ...['api', 'access', 'account', 'app', 'application', 'auth', 'client', 'consumer', 'encryption', 'functions', 'license'].map(keyOf),
    ...['master', 'private', 'secret', 'server', 'service', 'session', 'shared', 'signing', 'subscription', 'user'].map(keyOf),
    ...['authorisation', 'X-Authentication', 'my_auth', 'a-credential', 'credentials', 'a.cookie', 'sessid', 'id_tokenhint', 'assertion'],
    ...['SAMLResponse', 'code_verifier', 'device_code', 'x-passphrase', 'passcode', 'user_pass', 'auth_pass', 'auth_code'],
    ...['authorization-code', 'hmac', 'access_key_id', 'x-key', 'x-session', 'session', 'ticket', 'otp', 'bearer', 'pat', 'x-pat'],
    ...['autorization', 'authorizatoin', 'token12', `${'x'.repeat(100)}-token`, 'aut%68orization', '\\u0074oken'],
    ...['%61pi_key', 'api%5Fkey', 'api%5fke%79', 'to%6Ben', 'access+token'],
  ])('%s is a credential', (name) => expect(isCredential(name)).toBe(true))

  test.each([
    ...['Host', 'Accept', 'User-Agent', 'Connection', 'Content-Type', 'Content-Length', 'Accept-Encoding', 'Origin', 'Date', 'X', ''],
    ...['Sandbox-Request-Id', 'Idempotency-Key', 'Sec-WebSocket-Key', 'WWW-Authenticate', 'Proxy-Authenticate', 'traceparent'],
    ...['Access-Control-Allow-Credentials', 'X-Forwarded-For', 'Signature-Input', 'Content-Digest', 'ETag', 'X-RateLimit-Reset'],
    ...['limit', 'status', 'cursor', 'page_token', 'nextToken', 'token_type', 'max_tokens', 'sort_key', 'monkey', 'client_id', 'author'],
    ...[
      'next_token',
      'previousToken',
      'prev-token',
      'continuation_token',
      'syncToken',
      'uthorization',
      'buthorization',
      'authorizaXXXtion',
    ],
    ...['my_key', 'a-pass', 'a_sid', 'a.session', 'key_a', `token${'x'.repeat(64)}`, '\\u0174oken'],
    ...['design', 'compass', 'state', 'code', 'author', 'organization', '%zz', '%'],
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
    ['X-Pat', 'abc', '[redacted]'],
    ['Autorization', 'abc', '[redacted]'],
    ['Authorizatoin', 'Bearer abc', 'Bearer [redacted]'],
    ['X-Upstream', 'Bearer abc', 'Bearer [redacted]'],
    ['X-Upstream', 'Digest username="u", response="r"', 'Digest [redacted]'],
    ['X-Upstream', 'https://h/?token=abc', 'https://h/?token=[redacted]'],
    ['Sandbox-Case', '"Bearer abc"', '"Bearer [redacted]'],
    ['X-Debug', 'a=1; password=abc', 'a=1; password=[redacted]'],
    ['Host', 'u:p@localhost', '[redacted]@localhost'],
    ['Referer', 'https://u:p@shop.example/?token=abc#x', 'https://[redacted]@shop.example/?token=[redacted]'],
    ['Location', '/login?access_token=abc&lang=en', '/login?access_token=[redacted]&lang=en'],
    [
      'Link',
      '<http://h/v1/pets?limit=1&api_key=a>; rel="next", </docs>',
      '<http://h/v1/pets?limit=1&api_key=[redacted]>; rel="next", </docs>',
    ],
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
    ['WWW-Authenticate', 'Bearer realm="Pet Store", error="invalid_token"'],
    ['Accept', 'application/json'],
    ['X-Note', 'Basic training for all'],
    ['X-Upstream', 'Bearer sandbox_free_w1'],
  ])('%s: %s is shown', (name, value) => {
    const raw = ['Host', 'localhost', name, value]
    expect(inHeaders(raw)).toEqual(raw)
  })

  test('all values of a name are hidden', () => {
    const raw = ['Authorization', 'Bearer sandbox_free_w1', 'Authorization', 'Bearer other', 'Cookie', 'a=1', 'cookie', 'b=2']
    expect(inHeaders(raw).filter((_, index) => index % 2 === 1)).toEqual([
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
    ['/v1/pets/1;token=abc/x', '/v1/pets/1;token=[redacted]/x'],
    ['/token=abc', '/token=[redacted]'],
    ['/~token=abc/v1/pets', '/~token=[redacted]/v1/pets'],
    ['/~slow,token=abc/v1/pets', '/~slow,token=[redacted]/v1/pets'],
    ['/v1/token/a1b2c3', '/v1/token/[redacted]'],
    ['/v1/pets/Bearer%20abc/x', '/v1/pets/Bearer%20[redacted]/x'],
    ['/v1/pets?q=bearer+abc&b=1', '/v1/pets?q=bearer+[redacted]&b=1'],
    ['/v1/pets/eyJhbGciOiJI.eyJzdWIiOiIx.c2ln', '/v1/pets/[redacted]'],
    ['/v1/pets?code=abc', '/v1/pets?code=[redacted]'],
    ['/x?next=a%3Ftoken%3Dabc%zz', '/x?next=a%3Ftoken%3D%5Bredacted%5D'],
  ])('%s', (target, shown) => expect(inTarget(target)).toBe(shown))

  test.each([
    ...['*', '/', '/v1/pets', '/v1/pets?limit=10&status=sold', '/v1/pets?token', '/v1/pets?token=&limit=1'],
    ...['/~world=w3,slow/v1/pets?cursor=b'],
    ...['/v1/pets?email=a@b.example', '/v1/pets?q=a%3Db%26c', '/v1/pets?page_token=x', '/v1/pets?api_key=sandbox_free_w1'],
    ...['/v1/pets?%zz=1'],
    ...['http://localhost:4010/v1/pets', '/v1/@me', '/v1/pets?next=%2525', '/v1/password/reset'],
  ])('%s is shown unchanged', (target) => expect(inTarget(target)).toBe(target))
})

describe('bodies', () => {
  test.each([
    ['{"password":"abc","name":"Rex"}', '{"password":"[redacted]","name":"Rex"}'],
    ['{"a":{"api_key" : "a\\"b"},"b":1}', '{"a":{"api_key" : "[redacted]"},"b":1}'],
    ['{"p\\u0061ssword":"abc"}', '{"p\\u0061ssword":"[redacted]"}'],
    ['{"pin":1,"passcode":1234,"b":2}', '{"pin":1,"passcode":"[redacted]","b":2}'],
    ['{"credentials":{"a":["}"],"b":2},"c":3}', '{"credentials":"[redacted]","c":3}'],
    ['{"token":["a","b"]}', '{"token":"[redacted]"}'],
    ['{"token":"abc', '{"token":"[redacted]"'],
    ['{"name":"Bearer abc"}', '{"name":"Bearer [redacted]"}'],
    ['{"name":"basic dTpw"}', '{"name":"basic [redacted]"}'],
    ['["x","Token abc"]', '["x","Token [redacted]"]'],
    ['"Bearer abc"', '"Bearer [redacted]"'],
    ['{"url":"https://u:p@h/?token=abc"}', '{"url":"https://[redacted]@h/?token=[redacted]"}'],
    ['grant_type=password&password=a,b;c&x=1', 'grant_type=password&password=[redacted]&x=1'],
    ['client_secret=abc', 'client_secret=[redacted]'],
    ['<login><password>a b</password></login>', '<login><password>[redacted]</password></login>'],
    ['user: a\npassword: b c\nrole: d', 'user: a\npassword: [redacted]\nrole: d'],
    ['Authorization: Bearer abc', 'Authorization: Bearer [redacted]'],
    [
      '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\nabc\r\n--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--',
      '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n[redacted]\r\n--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--',
    ],
    ['see sk_live_abc123', 'see [redacted]'],
  ])('%s', (text, shown) => expect(inBody(text)).toBe(shown))

  test.each([
    ...['', '{"name":"Rex","code":"not_found"}', '{"token":null,"session":true}', '{"key":"sandbox_free_w1"}'],
    ...['{"key":"Bearer sandbox_free_w1"}'],
    ...['{"name":"Basic training for all"}', '{"message":"as \\"Authorization: Bearer <API_KEY>\\", for example"}', 'a=1&b=2'],
    ...['{"email":"a@b.example","url":"https://h/x"}'],
  ])('%s is shown unchanged', (text) => expect(inBody(text)).toBe(text))

  test('that are no UTF-8 are searched too', () => {
    const body = (value: string) => ({ base64: Buffer.from(`password=${value}&a=\xe9`, 'latin1').toString('base64'), bytes: 1 })
    expect(begin().hideInBody(body('abc'))).toEqual(body('[redacted]'))
  })

  test.each([
    ...['a', '":', '"token":', '"a":{', 'token=', 'Bearer ', 'eyJ', 'eyJaaaaaaaa.', 'eyJ-', '//a@', '--', ' ', ',  ', '"\\'],
    ...['&a_token=12345678', '/key/'],
    ...['"token":{"a":[', '--\r\nname="password"\r\n\r\n', "'", '=> ', 'a:', 'ab '],
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

describe('messages', () => {
  const found = () => {
    const secrets = begin()
    secrets.hideInHead('/', ['Authorization', 'Bearer my%20secret-1234'])
    return secrets
  }

  test.each([
    ['got "my%20secret-1234"', 'got "[redacted]"'],
    ['got "my secret-1234", twice my secret-1234', 'got "[redacted]", twice [redacted]'],
    ['got "my secret-...', 'got "[redacted]...'],
    [`Unexpected token 'x', ..."ret-1234"... is not valid JSON`, "Unexpected token 'x' in the JSON"],
    ['my cat', 'my cat'],
  ])('%s', (text, shown) => expect(found().hideRepeated(text)).toBe(shown))

  test('without a secret in the request are unchanged', () => {
    expect(begin().hideRepeated('my%20secret-1234')).toBe('my%20secret-1234')
  })
})

test('a body that repeats the beginning of a secret costs no more than its length', () => {
  let asked = 0
  const isOwnCounted = (token: string) => {
    asked += token.length
    return false
  }
  const secrets = new Secrets(createSecretMemory(isOwnCounted))
  const text = JSON.stringify({ name: 'AKIA'.repeat(12_500) })
  secrets.hideInBody({ text, bytes: text.length })
  expect(asked).toBeLessThan(100 * text.length)
})

describe('the record of a reply', () => {
  const reply = (text: string) => ({ status: 200, headers: { 'X-Token': 'abc', Link: '</a?token=abc>' }, body: { text, bytes: 1 } })
  const TEXT = '{"token":"abc","said":"secret-1234"}'

  test('is the same when the request had no secret', () => {
    const own = new Secrets(createSecretMemory(isOwn))
    const given = reply(TEXT)
    expect(own.hideInReply(given, false)).toBe(given)
  })

  test('repeats no secret of its request, and keeps its own names', () => {
    const own = new Secrets(createSecretMemory(isOwn))
    own.hideInHead('/', ['Authorization', 'Bearer secret-1234'])
    expect(own.hideInReply(reply(TEXT), false)).toEqual(reply('{"token":"abc","said":"[redacted]"}'))
  })

  test('of a scenario may have secrets of its own, in headers and body', () => {
    const own = new Secrets(createSecretMemory(isOwn))
    expect(own.hideInReply(reply(TEXT), true)).toEqual({
      status: 200,
      headers: { 'X-Token': '[redacted]', Link: '</a?token=[redacted]>' },
      body: { text: '{"token":"[redacted]","said":"secret-1234"}', bytes: 1 },
    })
  })

  test('is searched after any request that had a secret in its body', () => {
    const shared = createSecretMemory(isOwn)
    new Secrets(shared).hideInBody({ text: '{"name":"Rex"}', bytes: 1 })
    expect(shared.inBody).toBe(false)
    new Secrets(shared).hideInBody({ text: '{"token":"abc"}', bytes: 1 })
    expect(new Secrets(shared).hideInReply(reply(TEXT), false)).toEqual(reply('{"token":"[redacted]","said":"secret-1234"}'))
  })
})
