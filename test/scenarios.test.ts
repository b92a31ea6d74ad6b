// Every scenario of the catalogue, by every switch, seen by a client over a real socket.

import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { parseJson } from '../src/json.ts'
import type { Sandbox } from '../src/sandbox.ts'
import { start } from './support/sandbox.ts'

interface Seen {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

function createCaller(sandbox: Sandbox, world = 'w1') {
  return async (
    scenario: string | undefined,
    { path = '/pets', method = 'GET', body }: { path?: string; method?: string; body?: string } = {},
  ): Promise<Seen> => {
    const response = await fetch(sandbox.url + path, {
      method,
      headers: {
        authorization: `Bearer ${sandbox.key('free', world)}`,
        'content-type': 'application/json',
        ...(scenario && { 'sandbox-scenario': scenario }),
      },
      ...(body && { body }),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
}

const REX = { method: 'POST', body: '{"name":"Rex","categoryId":1}' }

describe('a reply by header', () => {
  test.each([
    ['unauthorized', '/pets', 401, { 'www-authenticate': 'Bearer realm="Pet Store", error="invalid_token"' }, 'unauthorized'],
    ['not-found', '/pets/1', 404, {}, 'not_found'],
    ['bad-request', '/pets', 400, {}, 'invalid_parameter'],
    ['rate-limited', '/pets', 429, { 'retry-after': '1', 'x-ratelimit-remaining': '0', 'cache-control': 'no-store' }, 'rate_limited'],
    ['rate-limited;retry-after=5', '/pets', 429, { 'retry-after': '5', 'x-ratelimit-remaining': '0' }, 'rate_limited'],
    ['low-remaining;remaining=3', '/pets', 200, { 'x-ratelimit-remaining': '3', 'x-ratelimit-limit': '60' }, undefined],
    ['banned', '/pets', 429, { 'retry-after': '300', 'x-ratelimit-remaining': '0' }, 'key_banned'],
    ['server-error', '/pets', 500, {}, 'internal_error'],
    ['unavailable;retry-after=2', '/pets', 503, { 'retry-after': '2' }, 'unavailable'],
    ['operation-removed', '/pets/1', 404, { sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' }, 'operation_removed'],
    ['bad-gateway', '/pets', 502, { 'content-type': 'text/html' }, undefined],
    ['slow;delay=0.05', '/pets', 200, {}, undefined],
  ])('%s', async (scenario, path, status, headers, code) => {
    const sandbox = await start()
    const seen = await createCaller(sandbox)(scenario, { path })
    expect(seen.status).toBe(status)
    for (const [name, value] of Object.entries(headers)) expect(seen.headers.get(name), name).toBe(value)
    expect(seen.headers.get('sandbox-cause')).toBe(`scenario;name=${scenario.split(';')[0]};step=1`)
    if (code) expect(JSON.parse(seen.text)).toEqual({ code, status, message: expect.any(String) })
    const now = Math.floor(Date.parse(seen.headers.get('date') ?? '') / 1000)
    if (status === 429) expect(Number(seen.headers.get('x-ratelimit-reset'))).toBe(now + Number(seen.headers.get('retry-after')))
  })

  test('a forced 429 is the true one but for the headers of the sandbox', async () => {
    const sandbox = await start()
    const world = sandbox.world('w1')
    await world.clock.set({ now: '2026-01-01T00:00:00Z', frozen: true })
    const call = createCaller(sandbox)
    const forced = await call('rate-limited;retry-after=60')
    await world.limits.set('free', { remaining: 0 })
    const real = await call(undefined)
    const headersOf = ({ headers }: Seen) => [...headers].filter(([name]) => !name.startsWith('sandbox-'))
    expect(forced.text).toBe(real.text)
    expect(headersOf(forced)).toEqual(headersOf(real))
  })

  test('Retry-After comes as a date, and in all the forms seen in the wild', async () => {
    const sandbox = await start()
    await sandbox.world('w1').clock.set({ now: '2026-01-01T00:00:00Z', frozen: true })
    const call = createCaller(sandbox)
    expect((await call('retry-after-date;retry-after=10')).headers.get('retry-after')).toBe('Thu, 01 Jan 2026 00:00:10 GMT')
    const forms: (string | number | null)[] = []
    for (let index = 0; index < 8; index += 1) {
      const { status, headers } = await call('retry-after-forms;extreme')
      forms.push(status === 429 ? headers.get('retry-after') : status)
    }
    expect(forms).toEqual(['1', 'Thu, 01 Jan 2026 00:00:01 GMT', '0', 'Wed, 31 Dec 2025 23:59:00 GMT', null, '86400000', '1767225601', 200])
  })

  test.each(['new-fields', 'new-status', 'big-ids'])(
    '%s changes single and listed animals alike, and the world not at all',
    async (scenario) => {
      const sandbox = await start()
      const call = createCaller(sandbox)
      const [before] = parseJson((await call(undefined)).text) as Record<string, unknown>[]
      const [listed] = parseJson((await call(scenario)).text) as Record<string, unknown>[]
      const single = parseJson((await call(scenario, { path: '/pets/1' })).text)
      const expected = {
        'new-fields': { ...before, nickname: 'Sunny' },
        'new-status': { ...before, status: 'reserved' },
        'big-ids': { ...before, id: 9007199254740993n },
      }[scenario]
      expect(listed).toEqual(expected)
      expect(single).toEqual(expected)
      expect((parseJson((await call(undefined)).text) as unknown[])[0]).toEqual(before)
    },
  )

  test('shuffled-lists has the same animals in another order', async () => {
    const call = createCaller(await start())
    const ids = async (scenario?: string) => (JSON.parse((await call(scenario)).text) as { id: number }[]).map(({ id }) => id)
    const [real, shuffled] = [await ids(), await ids('shuffled-lists')]
    expect(shuffled).not.toEqual(real)
    expect(shuffled.toSorted((a, b) => a - b)).toEqual(real)
  })

  test('read-your-writes-lag hides what was created from calls without the switch, too', async () => {
    const sandbox = await start()
    const call = createCaller(sandbox)
    const world = sandbox.world('w1')
    await world.clock.set({ frozen: true })
    expect((await call('read-your-writes-lag;for=2', REX)).status).toBe(201)
    expect((await call(undefined, { path: '/pets/16' })).status).toBe(404)
    expect(JSON.parse((await call(undefined)).text)).toHaveLength(15)
    await world.clock.advance(2)
    expect((await call(undefined, { path: '/pets/16' })).status).toBe(200)
    expect(JSON.parse((await call(undefined)).text)).toHaveLength(16)
  })

  test.each(['new-fields', 'big-ids', 'shuffled-lists', 'read-your-writes-lag'])(
    'a reply that %s has nothing to do to is not said to be its own',
    async (scenario) => {
      const { status, headers } = await createCaller(await start())(scenario, { path: '/pets/4711' })
      expect([status, headers.get('sandbox-cause')]).toEqual([404, 'handler'])
    },
  )

  test('low-remaining shows no more than the limit', async () => {
    const { headers } = await createCaller(await start())('low-remaining;remaining=1000')
    expect(headers.get('x-ratelimit-remaining')).toBe('60')
  })

  test('the status in the body is that of the reply, whatever the code', async () => {
    const sandbox = await start()
    await sandbox.world('w1').scenarios.put([{ steps: [{ respond: { status: 418, code: 'not_found' } }] }])
    const { status, text } = await createCaller(sandbox)(undefined)
    expect([status, JSON.parse(text)]).toMatchObject([418, { code: 'not_found', status: 418 }])
  })

  test('a header that is removed is not put in again', async () => {
    const sandbox = await start()
    await sandbox.world('w1').scenarios.put([{ steps: [{ headers: { Date: null, 'X-RateLimit-Reset': null } }] }])
    const { headers } = await createCaller(sandbox)(undefined)
    expect([headers.get('date'), headers.get('x-ratelimit-reset')]).toEqual([null, null])
  })

  test('a patch that does not fit the body is said, and the rest is given', async () => {
    const sandbox = await start()
    await sandbox.world('w1').scenarios.put([{ steps: [{ patch: [{ op: 'add', path: '/name/x', value: 1 }] }] }])
    const { status, headers, text } = await createCaller(sandbox)(undefined, { path: '/pets/1' })
    expect([status, JSON.parse(text)]).toMatchObject([200, { id: 1 }])
    expect(headers.get('sandbox-warning')).toContain('the patch of the scenario does not apply: add /name/x')
  })

  test.each(['/nope', '/pets/1'])('errors without an example of the contract have a code of the catalogue: %s', async (path) => {
    const sandbox = await start()
    const reference = await (await fetch(`${sandbox.origin}/docs`)).text()
    for (const scenario of ['server-error', 'unavailable', 'bad-request', 'unauthorized', 'bad-gateway']) {
      const { text } = await createCaller(sandbox)(scenario, { path })
      if (scenario !== 'bad-gateway') expect(reference).toContain(`<code>${(JSON.parse(text) as { code: string }).code}</code>`)
    }
  })

  test('violations are noted even when a scenario answers', async () => {
    const sandbox = await start()
    await createCaller(sandbox)('server-error', { path: '/pets?limit=0' })
    const [exchange] = await sandbox.world('w1').exchanges()
    expect(exchange?.violations).toMatchObject([{ message: 'limit must be at least 1, got 0' }])
    expect(exchange?.plays).toEqual([{ scenario: 'server-error', step: 1, acted: true }])
  })

  test('with bare nothing tells a forced reply apart', async () => {
    const sandbox = await start({ bare: true })
    const { headers } = await createCaller(sandbox)('rate-limited')
    expect([...headers.keys()].filter((name) => name.startsWith('sandbox-'))).toEqual([])
  })

  test('a status that the operation does not document is given, and said', async () => {
    const sandbox = await start()
    await sandbox.world('w1').scenarios.put([{ steps: [{ respond: { status: 418, body: { tea: true }, headers: { 'X-Tea': 'green' } } }] }])
    const { status, headers, text } = await createCaller(sandbox)(undefined)
    expect([status, headers.get('x-tea'), text]).toEqual([418, 'green', '{"tea":true}'])
    expect(headers.get('sandbox-warning')).toContain('listPets does not document 418')
  })
})

describe('sequences', () => {
  const statuses = async (give: () => Promise<Seen>, count: number) => {
    const seen: number[] = []
    for (let index = 0; index < count; index += 1) seen.push((await give()).status)
    return seen
  }

  test('by header they begin anew after the real reply', async () => {
    const call = createCaller(await start())
    expect(await statuses(() => call('flaky;failures=2'), 7)).toEqual([500, 500, 200, 500, 500, 200, 500])
    expect(await statuses(() => call('throttled-then-ok'), 3)).toEqual([429, 429, 200])
    expect(await statuses(() => call('key-expires;after=2'), 5)).toEqual([200, 200, 401, 401, 401])
  })

  test('they are counted per call, or per run', async () => {
    const call = createCaller(await start())
    expect([(await call('flaky;failures=1')).status, (await call('flaky;failures=1', { path: '/pets/1' })).status]).toEqual([500, 500])
    expect([(await call('flaky;failures=1;run=a')).status, (await call('flaky;failures=1;run=a', { path: '/pets/1' })).status]).toEqual([
      500, 200,
    ])
  })

  test('on limits a scenario to operations', async () => {
    const call = createCaller(await start())
    expect((await call('server-error;on=createPet')).status).toBe(200)
    expect((await call('server-error;on="createPet listPets"')).status).toBe(500)
  })

  test('of 50 calls at once exactly as many fail as the scenario says', async () => {
    const sandbox = await start()
    await sandbox.world('w1').scenarios.put([{ name: 'flaky', parameters: { failures: 20 } }])
    await sandbox.world('w2').scenarios.put([{ name: 'flaky', parameters: { failures: 3 } }])
    const [one, two] = [createCaller(sandbox, 'w1'), createCaller(sandbox, 'w2')]
    const seen = await Promise.all(Array.from({ length: 50 }, async () => [(await one(undefined)).status, (await two(undefined)).status]))
    expect(seen.filter(([status]) => status === 500)).toHaveLength(20)
    expect(seen.filter(([, status]) => status === 500)).toHaveLength(3)
  })

  test('of several scenarios on a world one answers, and the others keep their steps', async () => {
    const sandbox = await start()
    const put = [
      { name: 'flaky', parameters: { failures: 1 } },
      { name: 'throttled-then-ok', parameters: { times: 1 } },
    ]
    await sandbox.world('w1').scenarios.put(put)
    const call = createCaller(sandbox)
    const seen = [await call(undefined), await call(undefined), await call(undefined)]
    expect(seen.map(({ status, headers }) => [status, headers.get('sandbox-cause')])).toEqual([
      [500, 'scenario;name=flaky;step=1'],
      [429, 'scenario;name=throttled-then-ok;step=1'],
      [200, 'handler'],
    ])
  })

  test('a request refused before takes no step', async () => {
    const sandbox = await start()
    await sandbox.world('w1').scenarios.put([{ name: 'flaky', parameters: { failures: 1 } }])
    await sandbox.world('w1').limits.set('free', { remaining: 0 })
    const call = createCaller(sandbox)
    expect((await call(undefined)).status).toBe(429)
    await sandbox.world('w1').limits.set('free', { remaining: 2 })
    expect([(await call(undefined)).status, (await call(undefined)).status]).toEqual([500, 200])
  })

  test('the same seed rolls the same dice', async () => {
    const rolls = await Promise.all(
      [1, 2].map(async () => {
        const sandbox = await start({ seed: 5 })
        await sandbox.world('w1').scenarios.put([{ steps: [{ probability: 0.5, respond: { status: 500 } }] }])
        const call = createCaller(sandbox)
        return statuses(() => call(undefined), 30)
      }),
    )
    expect(rolls[0]).toEqual(rolls[1])
    expect(new Set(rolls[0])).toEqual(new Set([200, 500]))
  })
})

describe('faults on the wire', () => {
  /** All that comes over the socket, and how it ends. */
  function raw(
    sandbox: Sandbox,
    scenario: string,
    request = 'GET /v1/pets HTTP/1.1\r\n',
    body = '',
    patience = 400,
  ): Promise<{ text: string; end: string }> {
    const { hostname, port } = new URL(sandbox.origin)
    return new Promise((resolve) => {
      let text = ''
      let end = 'open'
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `${request}Host: localhost\r\nAuthorization: Bearer ${sandbox.key('free', 'w1')}\r\nSandbox-Scenario: ${scenario}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        )
      })
      const timer = setTimeout(() => socket.destroy(), patience)
      socket.on('data', (chunk) => (text += chunk))
      socket.on('end', () => (end = 'closed'))
      socket.on('error', (error: NodeJS.ErrnoException) => (end = String(error.code)))
      socket.on('close', () => {
        clearTimeout(timer)
        resolve({ text, end })
      })
    })
  }

  const lengths = (text: string) => {
    const [head = '', body = ''] = text.split('\r\n\r\n')
    return { promised: Number(/content-length: (\d+)/i.exec(head)?.[1]), sent: Buffer.byteLength(body), body }
  }

  const countPets = async (sandbox: Sandbox) => (await sandbox.world('w1').data.get()).pets?.length

  test.each(['', ';commit=before'])('reset%s is a TCP RST', async (commit) => {
    const sandbox = await start()
    const { text, end } = await raw(sandbox, `reset${commit}`, 'POST /v1/pets HTTP/1.1\r\n', REX.body)
    expect([text, end]).toEqual(['', 'ECONNRESET'])
    expect(await countPets(sandbox)).toBe(commit ? 16 : 15)
  })

  test.each(['', ';commit=before'])('truncated%s promises more than it sends', async (commit) => {
    const sandbox = await start()
    const { text, end } = await raw(sandbox, `truncated${commit}`, 'POST /v1/pets HTTP/1.1\r\n', REX.body)
    const { promised, sent } = lengths(text)
    expect(sent).toBeGreaterThan(0)
    expect(promised).toBeGreaterThan(sent)
    expect(end).toBe('closed')
    expect(await countPets(sandbox)).toBe(commit ? 16 : 15)
  })

  test('malformed is whole and no JSON, empty-body has none', async () => {
    const sandbox = await start()
    const call = createCaller(sandbox)
    const malformed = await call('malformed;commit=before')
    expect(malformed.status).toBe(200)
    expect(() => JSON.parse(malformed.text)).toThrow(SyntaxError)
    const empty = await call('empty-body;commit=before', REX)
    expect([empty.status, empty.text, empty.headers.get('content-length')]).toEqual([201, '', '0'])
    expect(await countPets(sandbox)).toBe(16)
  })

  test('lost-reply carries the call out once, and a retry makes a second one', async () => {
    const sandbox = await start()
    expect(await raw(sandbox, 'lost-reply', 'POST /v1/pets HTTP/1.1\r\n', REX.body)).toEqual({ text: '', end: 'ECONNRESET' })
    expect(await countPets(sandbox)).toBe(16)
    expect((await createCaller(sandbox)('lost-reply', REX)).status).toBe(201)
    expect(await countPets(sandbox)).toBe(17)
  })

  test('hang holds the connection and says nothing', async () => {
    expect(await raw(await start(), 'hang')).toEqual({ text: '', end: 'open' })
  })

  test('trickle sends the headers at once and the body byte by byte', async () => {
    const sandbox = await start()
    const { text } = await raw(sandbox, 'trickle;gap=0.05', undefined, '', 300)
    const { promised, sent } = lengths(text)
    expect(sent).toBeGreaterThan(0)
    expect(sent).toBeLessThan(10)
    expect(promised).toBeGreaterThan(100)
    expect(JSON.parse((await createCaller(sandbox)('trickle;gap=0', { path: '/pets?limit=1' })).text)).toHaveLength(1)
  })

  test('1,000 hung calls leave no socket behind, and do not hold up the end', async () => {
    const sandbox = await start({ limits: 'off' })
    const done = Promise.all(Array.from({ length: 1000 }, () => raw(sandbox, 'hang', undefined, '', 1500)))
    await done
    for (let tries = 0; (await sandbox.world('w1').exchanges()).length < 1000 && tries < 50; tries += 1) await sleep(20)
    const exchanges = await sandbox.world('w1').exchanges()
    expect(exchanges).toHaveLength(1000)
    expect(
      exchanges.every(({ reply, delivered, plays }) => reply === undefined && delivered === 'none' && plays[0]?.scenario === 'hang'),
    ).toBe(true)
    expect((await createCaller(sandbox)(undefined)).status).toBe(200)
  })
})

describe('switches', () => {
  test.each([{ 'sandbox-scenario': 'nope' }, { prefer: 'code=418' }])(
    '%j is a 400 where the operation documents none, too',
    async (headers) => {
      const sandbox = await start()
      const response = await fetch(`${sandbox.url}/pets/1`, {
        headers: { authorization: `Bearer ${sandbox.key()}`, ...(headers as Record<string, string>) },
      })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 'invalid_scenario' })
    },
  )

  test('the base URL, and links keep it', async () => {
    const sandbox = await start()
    const get = (prefix: string, path = '/pets?limit=1') =>
      fetch(`${sandbox.origin}/~${prefix}/v1${path}`, { headers: { authorization: `Bearer ${sandbox.key()}` } })
    const limited = await get('rate-limited,retry-after=5')
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '5'])
    const slow = await get('world=w3,slow,delay=0.01')
    expect(slow.headers.get('link')).toContain(`${sandbox.origin}/~world=w3,slow,delay=0.01/v1/pets?limit=1&cursor=`)
    expect(await sandbox.world('w3').exchanges()).toHaveLength(1)
    const statuses: number[] = []
    for (let index = 0; index < 3; index += 1) statuses.push((await get('flaky,failures=1')).status)
    expect(statuses).toEqual([500, 200, 500])
  })

  test('the stronger one wins: header, Prefer, base URL, world', async () => {
    const sandbox = await start()
    await sandbox.world('w1').scenarios.put([{ name: 'server-error' }])
    const headers = { authorization: `Bearer ${sandbox.key('free', 'w1')}` }
    const get = async (prefix: string, more: Record<string, string>) =>
      (await fetch(`${sandbox.origin}${prefix}/v1/pets/1`, { headers: { ...headers, ...more } })).status
    expect(await get('', {})).toBe(500)
    expect(await get('/~unavailable', {})).toBe(503)
    expect(await get('/~unavailable', { prefer: 'code=404' })).toBe(404)
    expect(await get('/~unavailable', { prefer: 'code=404', 'sandbox-scenario': 'unauthorized' })).toBe(401)
  })

  test('the control API puts several at once on a world, lists them, and takes them off', async () => {
    const sandbox = await start()
    const url = `${sandbox.origin}/_sandbox/worlds/w1/scenarios`
    expect((await fetch(url)).status).toBe(404)
    const put = await fetch(url, {
      method: 'PUT',
      body: '[{"name":"slow","parameters":{"delay":0.01}},{"name":"low-remaining","operations":["listPets"]}]',
    })
    expect(put.status).toBe(200)
    expect(await put.json()).toMatchObject([{ name: 'slow', parameters: { delay: 0.01 }, met: 0 }, { name: 'low-remaining' }])
    const { headers } = await createCaller(sandbox)(undefined)
    expect(headers.get('sandbox-cause')).toBe('scenario;name=slow;step=1, scenario;name=low-remaining;step=1')
    expect(headers.get('x-ratelimit-remaining')).toBe('1')
    expect(await (await fetch(url)).json()).toMatchObject([{ met: 1 }, { met: 1 }])
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(204)
    expect((await createCaller(sandbox)(undefined)).headers.get('sandbox-cause')).toBe('handler')
    expect((await (await fetch(`${sandbox.origin}/_sandbox/scenarios`)).json()) as unknown[]).toHaveLength(28)
  })

  test.each([
    ['{}', 'body must be an array, got an object'],
    ['[]', 'body is empty: send at least one item'],
    ['[{"name":"flakey"}]', 'did you mean flaky?'],
    ['[{"name":"flaky","parameters":{"failures":0}}]', 'flaky: failures must be from 1 to 1000, got 0'],
    ['[{"name":"flaky","operations":["getpet"]}]', '"getpet" is no operation'],
    ['[{"name":"flaky","parmeters":{}}]', 'parmeters is not in the contract: did you mean parameters?'],
    ['[{"steps":[{"respnd":{"status":500}}]}]', 'did you mean respond?'],
    ['[{"steps":[{"times":"$x","respond":{"status":500}}]}]', '$x is no parameter'],
    ['[{"steps":[{}]}]', 'an empty step does nothing'],
    ['[{"steps":[{"rateLimit":{"wait":9223372036854775807}}]}]', 'wait must be at most 1000000000'],
    ['[{"steps":[{"patch":[{"op":"copy","from":"","path":"/k"}]}]}]', 'must not put "" into itself'],
    ['[{"name":"flaky","operations":[]}]', 'operations must name at least one of'],
    ['[{"steps":[{"headers":{"Transfer-Encoding":"chunked"}}]}]', "the header Transfer-Encoding is the sandbox's own"],
    ['nonsense', 'not valid JSON'],
  ])('the control API refuses %s and changes nothing', async (body, message) => {
    const sandbox = await start()
    await sandbox.world('w1').scenarios.put([{ name: 'server-error' }])
    const response = await fetch(`${sandbox.origin}/_sandbox/worlds/w1/scenarios`, { method: 'PUT', body })
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect(((await response.json()) as { detail: string }).detail).toContain(message)
    expect(await sandbox.world('w1').scenarios.get()).toMatchObject([{ name: 'server-error' }])
  })

  test('what the control API does not have is said as a problem, too', async () => {
    const sandbox = await start()
    for (const [path, method, status] of [
      ['/_sandbox/health', 'POST', 405],
      ['/_sandbox/nope', 'GET', 404],
    ] as const) {
      const response = await fetch(sandbox.origin + path, { method })
      expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/problem+json'])
      expect(await response.json()).toMatchObject({ status, detail: expect.any(String) })
    }
  })

  test('a web page of another origin cannot drive the control API', async () => {
    const sandbox = await start()
    const response = await fetch(`${sandbox.origin}/_sandbox/scenarios`, { headers: { origin: 'https://evil.example' } })
    expect(response.status).toBe(403)
  })

  test.each([
    ['nope', 'There is no scenario "nope". There are bad-gateway, '],
    ['flakey', 'did you mean flaky?'],
    ['__proto__', 'sandbox-scenario'],
    ['constructor', 'There is no scenario'],
    ['../../etc/passwd', 'sandbox-scenario'],
    ['"../unauthorized"', 'There is no scenario'],
    ['flaky;failures=x', 'flaky: failures must be an integer, got "x"'],
    ['flaky;failures=0', 'must be from 1 to 1000, got 0'],
    ['flaky;failures=1.5', 'must be an integer, got 1.5'],
    ['flaky;failure=2', 'flaky has no parameter "failure": did you mean failures? it has failures'],
    ['slow;delay=3s', 'not a list of a structured field'],
    ['slow;on=nope', '"nope" is no operation'],
    ['reset;commit=perhaps', 'commit must be one of before, never, got "perhaps"'],
    ['5', 'it must be a name'],
    ['flaky, b', 'There is no scenario "b"'],
    ['flaky slow', 'not a list of a structured field'],
  ])('Sandbox-Scenario: %s is refused', async (scenario, message) => {
    const { status, text } = await createCaller(await start())(scenario)
    expect(status).toBe(400)
    const { code, message: said } = JSON.parse(text) as { code: string; message: string }
    expect(code).toBe('invalid_scenario')
    expect(said.toLowerCase()).toContain(message.toLowerCase())
  })

  test.each([
    'nope',
    'flaky,failures=0',
    'slow,delay=3s',
    'failures=2',
    'slow,reset',
    'flaky,failur=1',
    'world=a,world=b',
    'flaky,failures=9999,failures=2',
    `flaky,run=${'x'.repeat(65)}`,
  ])('/~%s is refused', async (prefix) => {
    const sandbox = await start()
    const response = await fetch(`${sandbox.origin}/~${prefix}/v1/pets`, { headers: { authorization: `Bearer ${sandbox.key()}` } })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'invalid_scenario' })
  })

  test('Sandbox-Case labels the exchange', async () => {
    const sandbox = await start()
    const headers = { authorization: `Bearer ${sandbox.key('free', 'w1')}`, 'sandbox-case': '"refuses a bad limit";expect=400' }
    expect((await fetch(`${sandbox.url}/pets?limit=0`, { headers })).status).toBe(400)
    expect((await sandbox.world('w1').exchanges())[0]?.testCase).toEqual({ name: 'refuses a bad limit', expect: [400] })
    expect((await fetch(`${sandbox.url}/pets`, { headers: { ...headers, 'sandbox-case': '"x";expect=soon' } })).status).toBe(400)
    await sandbox.world('w1').limits.set('free', { remaining: 0 })
    expect((await fetch(`${sandbox.url}/pets`, { headers })).status).toBe(429)
    expect((await sandbox.world('w1').exchanges()).at(-1)?.testCase?.name).toBe('refuses a bad limit')
  })
})
