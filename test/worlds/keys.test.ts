import { expect, test } from 'vitest'
import { messageOf } from '../../src/ground/problem.ts'
import { createKeySearch, Keys } from '../../src/worlds/keys.ts'
import { pack, wrap } from '../support/recorded.ts'
import { createClient, start, startWithClient } from '../support/sandbox.ts'

const WRONG = 'has a wrong world name: '

test.each<[title: string, authorization: string | undefined, message: string]>([
  ['no token', 'Bearer', 'The API key behind "Bearer" is missing'],
  ['a foreign key', 'Bearer sk_live_51H', 'not known'],
  ['capitals', 'Bearer SANDBOX_FREE', 'not known'],
  ['thousands of braces', `Bearer ${'{'.repeat(2500)}${'}'.repeat(2500)}x`, 'not known'],
  ['an empty world name', 'Bearer sandbox_free_', `${WRONG}the name is empty. Write sandbox_free_w1 instead`],
  [
    'a test runner’s name',
    'Bearer sandbox_free_test[1]',
    '"test[1]" has "[" and "]". Write sandbox_free_test-1 instead: a world name has 1',
  ],
  ['many special characters', 'Bearer sandbox_pro_a b/c?d/e', '"a b/c?d/e" has " " and "/" and "?". Write sandbox_pro_a-b-c-d-e instead'],
  ['a name without letters', 'Bearer sandbox_free_[]', 'Write sandbox_free_w1 instead'],
  ['a world that is a path', 'Bearer sandbox_free_../../etc', WRONG],
  ['a long name', `Bearer sandbox_free_${'x'.repeat(65)}`, `has 65 characters. Write sandbox_free_${'x'.repeat(64)} instead`],
])('%s is refused', async (_title, authorization, message) => {
  const { call } = await startWithClient()
  // A token that does not look like a key of this sandbox may be a real key.
  const warned = authorization !== undefined && !/^Bearer( sandbox_(free|pro|expired|revoked)|$)/.test(authorization)
  const world = authorization?.endsWith('_w3') ? 'w3' : 'default'
  const { status, body, headers } = await call('/pets', { key: null, world, headers: authorization ? { authorization } : {}, warned })
  expect(status).toBe(401)
  expect(body).toMatchObject({ code: 'unauthorized', message: expect.stringContaining(message) })
  expect(headers.get('www-authenticate')).toBe(
    `Bearer realm="Pet Store"${/^Bearer ./.test(authorization ?? '') ? ', error="invalid_token"' : ''}`,
  )
  expect(headers.get('sandbox-cause')).toBe('credentials')
  expect(headers.get('x-ratelimit-limit')).toBe('60')
})

test.each(['sandbox_free', 'sandbox_pro_w3', 'sandbox_business_-a', `sandbox_enterprise_${'x'.repeat(64)}`])('%s is a key', async (key) => {
  const sandbox = await start()
  for (const scheme of ['Bearer', 'bearer', 'BEARER '])
    expect((await fetch(`${sandbox.url}/pets`, { headers: { authorization: `${scheme} ${key}` } })).status).toBe(200)
})

test('a foreign token is never kept, and a warning says that it may be a real key', async () => {
  const { call, sandbox } = await startWithClient()
  const { headers } = await call('/pets', { key: 'sk_live_secret', warned: true })
  expect(headers.get('sandbox-warning')).toContain('it may be a real key')
  expect(JSON.stringify(await sandbox.world().requests.list())).not.toContain('sk_live_secret')
})

test('a key with a wrong world name is shown, and may be an alias', async () => {
  const token = 'sandbox_free_test[1]'
  const { call, sandbox } = await startWithClient()
  const { status, headers } = await call('/pets', { key: token, world: 'default' })
  expect([status, headers.get('sandbox-warning')]).toEqual([401, null])
  const [exchange] = await sandbox.world().requests.list()
  expect(exchange?.caller).toMatchObject({ key: token, refusal: { given: true } })
  const other = await start({ key: `free_t1:${token}` })
  expect((await createClient(other, token)('/pets', { world: 't1' })).status).toBe(200)
  await expect(start({ key: 'free:sandbox_revoked' })).rejects.toThrow('sandbox_revoked is a key of the sandbox already')
})

test('an alias is a key of its plan and world', async () => {
  const sandbox = await start({ key: ['pro_w2:my-own-key'] })
  const call = createClient(sandbox, 'my-own-key')
  const { headers, status } = await call('/pets', { method: 'POST', world: 'w2', body: { name: 'Rex', categoryId: 1 } })
  expect(status).toBe(201)
  expect(headers.get('x-ratelimit-limit')).toBe('300')
  expect((await sandbox.world('w2').data.get()).pets).toHaveLength(16)
})

test('worlds are private: data, limits, clock and journal', async () => {
  const sandbox = await start()
  const [one, two] = [createClient(sandbox, sandbox.key('free', 'w1')), createClient(sandbox, sandbox.key('free', 'w2'))]
  await one('/pets', { method: 'POST', body: { name: 'Rex', categoryId: 1 } })
  expect((await one('/pets/16')).status).toBe(200)
  expect((await two('/pets/16')).status).toBe(404)
  expect((await one('/pets')).headers.get('x-ratelimit-remaining')).toBe('57')
  expect((await two('/pets')).headers.get('x-ratelimit-remaining')).toBe('58')
  expect(await sandbox.world('w2').requests.list()).toHaveLength(2)
})

test('the base URL names the world of a client that cannot change its key', async () => {
  const sandbox = await start()
  const call = createClient(sandbox, sandbox.key('free'), `${sandbox.origin}/~world=w3/v1`)
  await call('/pets', { method: 'POST', body: { name: 'Rex', categoryId: 1 } })
  expect((await sandbox.world('w3').data.get()).pets).toHaveLength(16)
  expect((await sandbox.world().data.get()).pets).toHaveLength(15)
  const encoded = await fetch(`${sandbox.origin}/%7Eworld=w3/v1/pets/16`, { headers: { authorization: `Bearer ${sandbox.key()}` } })
  expect(encoded.status).toBe(200)
})

test.each([
  ['/~world=../v1/pets', /a world name has/],
  ['/~world=.a/v1/pets', /a world name has/],
  ['/~wrld=a/v1/pets', /did you mean world=a/],
])('%s is refused and not ignored', async (path, message) => {
  const sandbox = await start()
  const response = await fetch(sandbox.origin + path.replace('..', '%2e%2e%2f'), { headers: { authorization: `Bearer ${sandbox.key()}` } })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'invalid_scenario', message: expect.stringMatching(message) })
})

test.each([
  ['sandbox_free', 'Write "Bearer " before the key, as in "Authorization: Bearer sandbox_free"', undefined],
  ['Bearer ', 'The API key behind "Bearer" is missing: it looks like a variable that is not set', undefined],
  ['secret', 'Send your API key as "Authorization: Bearer <API_KEY>", for example sandbox_free', 'foreign_key'],
])('Authorization: %s is refused, and the message says what to send', async (authorization, message, warning) => {
  const sandbox = await start()
  const response = await fetch(`${sandbox.url}/pets`, { headers: { authorization } })
  expect(response.status).toBe(401)
  expect(((await response.json()) as { message: string }).message).toContain(message)
  expect((await sandbox.world().requests.list())[0]?.warnings[0]?.code).toBe(warning)
  expect(response.headers.get('sandbox-warning') ?? '').not.toContain('[redacted]')
})

test.each(['../escaped', '..', 'a/b', '.hidden', ''])('library and control API refuse the world %j', async (name) => {
  const sandbox = await start()
  expect(() => sandbox.world(name)).toThrow('a world name has 1 to 64')
  const url = `${sandbox.origin}/_sandbox/worlds/${name.replaceAll('.', '%2e').replaceAll('/', '%2F')}/scenarios`
  const response = await fetch(url, { method: 'PUT', body: '[{"name":"flaky"}]' })
  expect(Math.floor(response.status / 100)).toBe(4)
})

test('the library gives the key of a plan and a world', async () => {
  const sandbox = await start()
  expect(sandbox.key('pro', 'w-1')).toBe('sandbox_pro_w-1')
})

const PLANS = ['pro', 'pro_max', 'free+']
const KEYS = new Keys(PLANS, ['pro:fifteen-letters', 'pro_max_w2:sixteen-letters!', 'free+:n\u00e4he'])
const find = createKeySearch(KEYS)

test('each of these keys and places is read as in keys.txt', async () => {
  const tokens = [
    ...['sandbox_pro', 'sandbox_pro_max', 'sandbox_pro_max_', 'sandbox_pro_maxi', 'sandbox_pro_w1', 'sandbox_free+_w1', 'sandbox_free'],
    ...[
      'sandbox_expired',
      'sandbox_expired_w3',
      'sandbox_revoked',
      'sandbox_revoked_a/b',
      'sandbox_prp_w1',
      '"sandbox_pro"',
      'sandbox__w1',
      'sandbox_pro\n',
    ],
    ...['pro_w1', 'xsandbox_pro', 'sandbox_', 'fifteen-letters', 'sixteen-letters!', 'n\u00e4he'],
  ]
  const headers = [undefined, '', 'Bearer', 'Bearer ', 'Bearer  sandbox_pro', 'bearer sandbox_pro', 'Basic sandbox_pro', ...tokens]
  const show = (value: unknown) => JSON.stringify(value)?.replace(/"digest":"[\w-]{16}"/, '"digest":"#"') ?? 'undefined'
  const wrong = ['pro', ':key', 'gold:key', 'expired:key', 'pro_a/b:key', 'pro:', 'pro:a b', 'pro:\n', 'pro:sandbox_free+', 'pro:one']
  const refused = wrong.map((alias) => {
    try {
      new Keys(PLANS, ['free+:one', alias])
    } catch (error) {
      return `${JSON.stringify(alias)}: ${messageOf(error)}`
    }
    return `${alias} is taken`
  })
  const texts = [
    'nothing',
    ...tokens.flatMap((token) => [token, `(${token})`, `x=${token}&y`, encodeURIComponent(token).replace('_', '%5f')]),
  ]
  const places = (text: string) => [find({ path: `/a/${text}/b` }), find({ query: `a=b&c=${text}` })]
  const lines = [
    '# Authorization',
    ...[...headers, ...tokens.map((token) => `Bearer ${token}`)].map((header) => `${show(header)}: ${show(KEYS.identify(header))}`),
    '\n# Is it a key, is it surely a key',
    ...pack(tokens.map((token) => `${show(token)}: ${KEYS.isOwn(token)}, ${KEYS.isSurelyKey(token)}`)),
    '\n# In path and query; and without any',
    ...pack([...texts.map((text) => `${show(text)}: ${places(text).map(String).join(', ')}`), String(find({}))]),
    '\n# Keys of the owner that are refused',
    ...refused,
    new Keys(['free']).identify('Bearer x').caller.refusal?.message,
  ]
  await expect(`${lines.map((line) => line && wrap(line)).join('\n')}\n`).toMatchFileSnapshot('keys.txt')
  const digests = ['Bearer x', 'Bearer y', 'Basic x', 'Bearer x'].map((header) => KEYS.identify(header).caller.refusal?.digest)
  expect(new Set(digests).size).toBe(3)
  expect(new Keys(PLANS).identify('Bearer x').caller.refusal?.digest).not.toBe(digests[0])
})
