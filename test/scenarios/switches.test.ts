// The ways to ask for a scenario: request header, Prefer, base URL, control API. Which of them wins, and what is refused.

import { expect, test } from 'vitest'
import { loadOwnScenarios } from '../../src/package-files.ts'
import { createCaller } from '../support/caller.ts'
import { connectRaw, head } from '../support/raw.ts'
import { start } from '../support/sandbox.ts'

test.each([{ 'sandbox-scenario': 'nope' }, { prefer: 'code=418' }])(
  '%j is a 400 also when the operation does not document 400',
  async (headers) => {
    const sandbox = await start()
    const response = await fetch(`${sandbox.url}/pets/1`, {
      headers: { authorization: `Bearer ${sandbox.key()}`, ...(headers as Record<string, string>) },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'invalid_scenario' })
  },
)

test('the base URL asks for scenarios, and links keep it', async () => {
  const sandbox = await start()
  const get = (prefix: string, path = '/pets?limit=1') =>
    fetch(`${sandbox.origin}/~${prefix}/v1${path}`, { headers: { authorization: `Bearer ${sandbox.key()}` } })
  const limited = await get('rate-limited,retry-after=5')
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '5'])
  const slow = await get('world=w3,slow,delay=0.01')
  expect(slow.headers.get('link')).toContain(`${sandbox.origin}/~world=w3,slow,delay=0.01/v1/pets?limit=1&cursor=`)
  expect(await sandbox.world('w3').requests.list()).toHaveLength(1)
  const statuses: number[] = []
  for (let index = 0; index < 3; index += 1) statuses.push((await get('flaky,failures=1')).status)
  expect(statuses).toEqual([500, 200, 500])
})

test('the stronger switch wins: header, Prefer, base URL, world', async () => {
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

test('the control API lists every scenario of the catalogue', async () => {
  const sandbox = await start()
  const listed = (await (await fetch(`${sandbox.origin}/_sandbox/scenarios`)).json()) as { name: string }[]
  expect(listed.map(({ name }) => name)).toEqual((await loadOwnScenarios([])).list().map(({ name }) => name))
})

test.each([
  ['[{"steps":[{"times":"$x","respond":{"status":500}}]}]', '$x is not a parameter'],
  ['[{"steps":[{}]}]', 'an empty step does nothing'],
  ['[{"steps":[{"rateLimit":{"wait":9223372036854775807}}]}]', 'wait must be at most 1000000000'],
  ['[{"steps":[{"patch":[{"op":"remove","path":"k"}]}]}]', 'must be a JSON pointer to a field'],
  ['[{"steps":[{"rateLimit":{"wait":1,"reset":1}}]}]', 'wait and reset cannot be combined'],
  ['[{"steps":[{"fault":"half-request","commit":"before"}]}]', 'commit: before does not work with half-request'],
  ['[{"steps":[{"fault":"reset","at":0.5}]}]', 'at works only with fault: truncated or stall'],
  ['[{"steps":[{"at":0.5}]}]', 'at does nothing without fault'],
  ['[{"name":"flaky","operations":[]}]', 'operations must name at least one of'],
  ['[{"steps":[{"headers":{"Transfer-Encoding":"chunked"}}]}]', 'the header Transfer-Encoding is set by the sandbox alone'],
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

test.each([
  ['throttled', 'There is no scenario "throttled": did you mean throttled-then-ok? The scenarios are bad-gateway, '],
  ['__proto__', 'sandbox-scenario'],
  ['constructor', 'There is no scenario'],
  ['../../etc/passwd', 'sandbox-scenario'],
  ['"../unauthorized"', 'There is no scenario'],
  ['flaky;failures=1.5', 'must be an integer, got 1.5'],
  ['reset;commit=perhaps', 'commit must be one of before, never, got "perhaps"'],
  ['flaky, b', 'There is no scenario "b"'],
  ['(flaky slow)', 'it must be a name'],
  ['rate-limited;window=week', 'window must be one of minute, day, got "week"'],
  ['truncated;at=1.5', 'at must be from 0 to 1, got 1.5'],
  ['half-request;commit=before', 'half-request: there is no parameter "commit": there are none'],
  ['flaky;on=getPet listPets', 'Write it like flaky;failures=2;on="createPet getPet", slow'],
])('Sandbox-Scenario: %s is refused', async (scenario, message) => {
  const { status, text } = await createCaller(await start())(scenario)
  expect(status).toBe(400)
  const { code, message: said } = JSON.parse(text) as { code: string; message: string }
  expect(code).toBe('invalid_scenario')
  expect(said.toLowerCase()).toContain(message.toLowerCase())
})

test.each([
  ['slow,delay=3s', 'delay must be a number, got "3s"'],
  [',failures=2', 'The base URL is wrong: failures has no scenario before it'],
  ['=3', 'The base URL is wrong: a name is missing before the first =: write it like /~flaky,failures=2/'],
  ['slow;nope', 'There is no scenario "nope"'],
  ['world=a;slow;world=b', 'The base URL is wrong: it has world twice'],
  ['case=a,case=b', 'it has case twice'],
  ['flaky,failures=9999,failures=2', 'it has failures twice'],
])('/~%s is refused', async (prefix, message) => {
  const sandbox = await start()
  const response = await fetch(`${sandbox.origin}/~${prefix}/v1/pets`, { headers: { authorization: `Bearer ${sandbox.key()}` } })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'invalid_scenario', message: expect.stringContaining(message) })
})

test.each(['true', '?1', 'false', '?0'])('a header may have %s as a boolean', async (value) => {
  const call = createCaller(await start())
  const statuses: number[] = []
  for (let index = 0; index < 6; index += 1) statuses.push((await call(`retry-after-forms;extreme=${value}`)).status)
  expect(statuses.at(-1)).toBe(['true', '?1'].includes(value) ? 429 : 200)
})

test.each([
  ['true', 429],
  ['?1', 429],
  ['%3F1', 429],
  ['false', 200],
  ['%3F0', 200],
])('a base URL may have %s as a boolean', async (value, last) => {
  const sandbox = await start()
  const statuses: number[] = []
  for (let index = 0; index < 6; index += 1) {
    // A question mark that is not escaped ends the path.
    const base = `${sandbox.origin}/~retry-after-forms,extreme=${value.replace('?', '%3f')}/v1`
    statuses.push((await fetch(`${base}/pets`, { headers: { authorization: `Bearer ${sandbox.key()}` } })).status)
  }
  expect(statuses).toEqual([429, 429, 429, 429, 429, last].slice(0, 6))
})

test('a wrong base URL is refused in the world of the base URL', async () => {
  const sandbox = await start()
  const headers = { authorization: `Bearer ${sandbox.key()}` }
  expect((await fetch(`${sandbox.origin}/~nope=1;world=w7/v1/pets`, { headers })).status).toBe(400)
  expect(await sandbox.world('w7').requests.list()).toHaveLength(1)
})

test.each([
  ['low-remaining;new-fields', 'low-remaining new-fields'],
  ['low-remaining%3Bnew-fields', 'low-remaining new-fields'],
  ['low-remaining%3bnew-fields%3b', 'low-remaining new-fields'],
  ['world=w1%3Blow-remaining', 'low-remaining'],
  ['low-remaining%3Bnew-fields,world=w1', 'low-remaining new-fields'],
  ['low-remaining%2Cremaining=5', 'low-remaining'],
  ['low-remaining,remaining%3d5%3bnew-fields', 'low-remaining new-fields'],
  ['low-remaining;', 'low-remaining'],
  [';low-remaining', 'low-remaining'],
  ['low-remaining;;new-fields', 'low-remaining new-fields'],
  ['low-remaining,,remaining=5,', 'low-remaining'],
  ['low-remaining;world=w1', 'low-remaining'],
  ['world=w1;low-remaining', 'low-remaining'],
  ['low-remaining;low-remaining', 'low-remaining low-remaining'],
  ['new-fields,on=getPet;low-remaining', 'low-remaining'],
  ['', ''],
  [';', ''],
])('/~%s asks for: %s', async (prefix, names) => {
  const sandbox = await start()
  const headers = { authorization: `Bearer ${sandbox.key('free', 'w1')}` }
  expect((await fetch(`${sandbox.origin}/~${prefix}/v1/pets`, { headers })).status).toBe(200)
  const [exchange] = await sandbox.world('w1').requests.list()
  expect(exchange?.appliedSteps.map(({ scenario }) => scenario).join(' ')).toBe(names)
})

test.each([
  ['low-remaining, new-fields', 'low-remaining new-fields'],
  ['low-remaining;remaining=5,new-fields', 'low-remaining new-fields'],
  ['low-remaining, low-remaining;remaining=2', 'low-remaining low-remaining'],
  ['"low-remaining"', 'low-remaining'],
])('Sandbox-Scenario: %s asks for: %s', async (scenario, names) => {
  const sandbox = await start()
  expect((await createCaller(sandbox)(scenario)).status).toBe(200)
  const [exchange] = await sandbox.world('w1').requests.list()
  expect(exchange?.appliedSteps.map(({ scenario }) => scenario).join(' ')).toBe(names)
})

test('several headers count as one list', async () => {
  const sandbox = await start()
  const client = connectRaw(sandbox.origin)
  const scenarios = 'Sandbox-Scenario: low-remaining\r\nSandbox-Scenario: new-fields\r\n'
  client.send(`${head('GET', '/v1/pets')}${scenarios}Connection: close\r\n\r\n`)
  await client.ended
  expect(client.text()).toContain('Sandbox-Cause: scenario;name=low-remaining;step=1, scenario;name=new-fields;step=1')
})

test.each([
  ['a list by base URL gives way to Prefer', '/~low-remaining;new-fields', {}, 'scenario;name=prefer;step=1'],
  ['Prefer gives way to a list by header', '', { 'sandbox-scenario': 'low-remaining, new-fields' }, 'low-remaining;step=1'],
  [
    'Prefer wins when the list applies to another operation',
    '',
    { 'sandbox-scenario': 'slow;on=createPet' },
    'scenario;name=prefer;step=1',
  ],
])('%s', async (_title, prefix, more, cause) => {
  const sandbox = await start()
  const headers = { authorization: `Bearer ${sandbox.key()}`, prefer: 'example=none', ...more }
  const response = await fetch(`${sandbox.origin}${prefix}/v1/pets`, { headers: headers as Record<string, string> })
  expect(response.headers.get('sandbox-cause')).toContain(cause)
  expect(response.headers.get('preference-applied')).toBe(cause.includes('prefer') ? 'example=none' : null)
})

test.each([
  ['"creates a pet";calls=1;id=7f3a', { name: 'creates a pet' }, 'calls and id have no effect since 0.3: use inject'],
  ['creates a pet', { name: 'creates a pet' }],
  ['3 tests;expect="100 599"', { name: '3 tests', expect: [100, 599] }],
  ['%"gr%c3%b6%c3%9fe";expect="200 429"', { name: 'größe', expect: [200, 429] }],
  ['"a; b";id="x y"', { name: 'a; b' }, 'calls and id have no effect since 0.3: use inject'],
])('Sandbox-Case: %s', async (header, testCase, warning?: string) => {
  const sandbox = await start()
  const headers = { authorization: `Bearer ${sandbox.key('free', 'w1')}`, 'sandbox-case': header }
  const { status, headers: sent } = await fetch(`${sandbox.url}/pets`, { headers })
  expect([status, sent.get('sandbox-warning') ?? undefined]).toEqual([200, warning && expect.stringContaining(warning)])
  expect((await sandbox.world('w1').requests.list())[0]?.testCase).toEqual(testCase)
})

test.each([
  ['case=demo,calls=1,id=1', { name: 'demo' }],
  ['world=w1,case=a%2Cb%3B,expect=200+429,low-remaining', { name: 'a,b;', expect: [200, 429] }],
  ['world=w1%3Bcase=a%2Cb%3B%2Cexpect=200', { name: 'a,b;', expect: [200] }],
  ['case%3Dgr%C3%B6%C3%9Fe%2Cid%3D7', { name: 'größe' }],
])('/~%s names the test, and a header wins', async (prefix, testCase) => {
  const sandbox = await start()
  const url = `${sandbox.origin}/~${prefix}/v1/pets`
  const headers = { authorization: `Bearer ${sandbox.key('free', 'w1')}` }
  expect((await fetch(url, { headers })).status).toBe(200)
  expect((await fetch(url, { headers: { ...headers, 'sandbox-case': '"other"' } })).status).toBe(200)
  const named = (await sandbox.world('w1').requests.list()).map((exchange) => exchange.testCase)
  expect(named).toEqual([testCase, { name: 'other' }])
})

test('Sandbox-Case labels the exchange', async () => {
  const sandbox = await start()
  const headers = { authorization: `Bearer ${sandbox.key('free', 'w1')}`, 'sandbox-case': '"refuses a bad limit";expect=400' }
  expect((await fetch(`${sandbox.url}/pets?limit=0`, { headers })).status).toBe(400)
  expect((await sandbox.world('w1').requests.list())[0]?.testCase).toEqual({ name: 'refuses a bad limit', expect: [400] })
  for (const [wrong, message] of [
    ['"x";expect=99', 'expect must be a status from 100 to 599'],
    ['"x";expect=600', 'expect must be a status from 100 to 599'],
    ['"x";expct=400', 'it has only expect, got expct: did you mean expect?'],
  ] as const) {
    const reply = await fetch(`${sandbox.url}/pets`, { headers: { ...headers, 'sandbox-case': wrong } })
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ code: 'invalid_scenario', message: expect.stringContaining(message) })
  }
  await sandbox.world('w1').limits.set('free', { remaining: 0 })
  expect((await fetch(`${sandbox.url}/pets`, { headers })).status).toBe(429)
  expect((await sandbox.world('w1').requests.list()).at(-1)?.testCase?.name).toBe('refuses a bad limit')
})
