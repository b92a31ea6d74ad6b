// The composer sends the request as it is written, and names the parts that a browser cannot send.

import { expect, test } from 'vitest'
import { start } from '../support/sandbox.ts'
import { misbehave, send, withKey } from './support/misbehave.ts'
import { openPage, useBrowser, visit } from './support/page.ts'

useBrowser()

const BIG = '9223372036854775807'

test('an int64 arrives as it was written, in a body and in a path', async () => {
  const { page, sandbox } = await visit('/#compose')
  await page.getByRole('combobox', { name: 'Operation' }).selectOption('createPet')
  await page.getByRole('textbox', { name: 'Body' }).fill(`{"name":"Rex","categoryId":${BIG}}`)
  await page.getByLabel('World of the key').fill('w1')
  expect(await page.getByLabel('API key').inputValue()).toBe('sandbox_free_w1')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.locator('.reply .status', { hasText: '201' }).waitFor()
  expect(await page.locator('.reply').innerText()).toContain(BIG)
  const [created] = await sandbox.world('w1').requests.list()
  expect(created?.request.body?.text).toContain(BIG)
  expect(created?.caller.key).toBe('sandbox_free_w1')
  expect((await sandbox.world('w1').data.get()).pets?.at(-1)).toMatchObject({ categoryId: 9223372036854775807n })

  await page.getByRole('combobox', { name: 'Operation' }).selectOption('getPet')
  expect(await page.getByLabel('petId in the path').inputValue()).toBe('1')
  await page.getByLabel('petId in the path').fill(BIG)
  await page.getByLabel('petId in the path').press('Tab')
  expect(await page.getByLabel('Path and query').inputValue()).toBe(`/v1/pets/${BIG}`)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.locator('.reply .status', { hasText: '404' }).waitFor()
  expect((await sandbox.world('w1').requests.list()).at(-1)?.request.target).toBe(`/v1/pets/${BIG}`)
})

test('parameters, headers and a scenario are sent, and the reply has its reason', async () => {
  const { page, sandbox } = await visit('/#compose')
  await page.getByLabel('limit in the query').fill('3')
  await page.getByLabel('limit in the query').press('Tab')
  await page.getByLabel('status in the query').selectOption('sold')
  expect(await page.getByLabel('Path and query').inputValue()).toBe('/v1/pets?limit=3&status=sold')
  await page.getByLabel('Headers, one').fill('Sandbox-Case: "from: the page"\n\nX-Empty:')
  await page.getByLabel('Scenario for this request').selectOption('rate-limited')
  await page.getByRole('textbox', { name: 'retry-after' }).fill('7')
  await page.getByRole('textbox', { name: 'retry-after' }).press('Tab')
  await page.getByRole('combobox', { name: 'window' }).selectOption('day')
  await page.reload()
  expect(await page.getByRole('textbox', { name: 'retry-after' }).inputValue(), 'the draft survives').toBe('7')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.locator('.reply .status', { hasText: '429' }).waitFor()
  expect(await page.locator('.reply .headers').innerText()).toMatch(/retry-after\s*7/)
  await page.locator('.reply .trace').last().waitFor()
  const [sent] = await sandbox.requests.list()
  expect(sent).toMatchObject({ testCase: { name: 'from: the page' }, appliedSteps: [{ scenario: 'rate-limited' }] })
  const at = sent?.request.headers.findIndex((text) => /^sandbox-scenario$/i.test(text)) ?? 0
  expect(sent?.request.headers[at + 1]).toBe('rate-limited;retry-after=7;window="day"')
  expect(sent?.request.target).toBe('/v1/pets?limit=3&status=sold')
  expect(sent?.request.headers.map((text) => text.toLowerCase())).not.toContain('content-type')
  await page.locator('.reply a', { hasText: 'req_' }).click()
  await page.locator('.details .trace').last().waitFor()
})

test('the operation and its fields follow the address that is typed', async () => {
  const { page } = await visit('/#compose')
  const operation = page.getByRole('combobox', { name: 'Operation' })
  await expect.poll(() => operation.inputValue()).toBe('listPets')
  await page.getByLabel('Path and query').fill('/~slow/v1/pets/7')
  expect(await operation.inputValue()).toBe('getPet')
  expect(await page.getByLabel('petId in the path').inputValue()).toBe('7')
  await page.getByLabel('Path and query').fill('/v1/pets?limit=2&status=sold')
  expect(await page.getByLabel('limit in the query').inputValue()).toBe('2')
  expect(await page.getByLabel('status in the query').inputValue()).toBe('sold')
  await page.getByLabel('Path and query').fill('/v1/pets')
  expect(await page.getByLabel('status in the query').inputValue()).toBe('')
  await page.getByLabel('Method').fill('POST')
  expect(await operation.inputValue()).toBe('createPet')
  await page.getByLabel('Path and query').fill('/v1/petz')
  expect(await operation.locator('option:checked').innerText()).toBe('not in the contract')
  await page.getByLabel('Headers, one').fill('Content-Type: application/json')
  await page.getByRole('textbox', { name: 'Body' }).fill('{"name":"Rex",}')
  await page.getByText('line 1, column 15: expected a name').waitFor()
})

test('an old request is sent again, unchanged and changed', async () => {
  const sandbox = await start()
  await misbehave(sandbox)
  const { page } = await openPage(sandbox)
  await page.locator('[role=option]', { hasText: 'POST' }).first().click()
  await page.getByRole('button', { name: 'Edit and resend' }).click()
  expect(await page.getByRole('textbox', { name: 'Body' }).inputValue()).toBe(`{"name":"Rex","categoryId":${BIG}}`)
  expect(await page.getByLabel('API key').inputValue()).toBe('sandbox_free_shop')
  await page.getByLabel('API key').fill('sandbox_pro_shop')
  await page.reload()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.locator('.reply .status', { hasText: '201' }).waitFor()
  const last = (await sandbox.world('shop').requests.list()).at(-1)
  expect(last?.request.body?.text).toBe(`{"name":"Rex","categoryId":${BIG}}`)
  expect(last?.request.headers).toContain('application/json')
})

test('the composer names what a browser cannot send, and the curl command sends it', async () => {
  const sandbox = await start()
  await send(sandbox, {
    method: 'GET',
    path: '/v1/pets',
    headers: { ...withKey('sandbox_free'), host: 'petstore.example', cookie: 'a=b' },
    body: '{"x":1}',
  })
  const { page } = await openPage(sandbox)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.locator('[role=option]').click()
  await page.getByRole('button', { name: 'Edit and resend' }).click()
  await page.getByRole('textbox', { name: 'Body' }).fill('{"x":1}')
  await page.getByLabel('Headers, one').fill('Cookie: [redacted]\nHost: petstore.example')
  const refusals = await page.locator('form.compose .remedies').innerText()
  for (const text of ['cannot have body', 'set Host', 'set Cookie', '[redacted] in the headers'])
    expect(refusals.toLowerCase()).toContain(text.toLowerCase())
  expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'curl' }).click()
  const line = await page.evaluate(() => navigator.clipboard.readText())
  expect(line).toContain('-X GET')
  expect(line).toContain('petstore.example')
  expect(line).toContain('{"x":1}')
  await page.getByLabel('Headers, one').fill('')
  await page.getByRole('textbox', { name: 'Body' }).fill('')
  await page
    .getByRole('textbox', { name: 'API key' })
    .or(page.getByRole('combobox', { name: 'API key' }))
    .fill('sandbox_free')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.locator('.reply .status', { hasText: '200' }).waitFor()
})

test('the composer asks for a key that was redacted', async () => {
  const sandbox = await start()
  await send(sandbox, { path: '/v1/pets', headers: withKey('live_0123') })
  const { page } = await openPage(sandbox)
  await page.locator('[role=option]').click()
  await page.getByRole('button', { name: 'Edit and resend' }).click()
  await page.getByText('The sandbox does not keep credentials').waitFor()
  expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
  await page.getByLabel('API key').fill('sandbox_free')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.locator('.reply .status', { hasText: '200' }).waitFor()
})

test('a request without a reply gives way to the next request, and a broken reply is named', async () => {
  const { page } = await visit('/#compose')
  await page.getByLabel('Scenario for this request').selectOption('hang')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Waiting for the reply').waitFor()
  await page.getByLabel('Scenario for this request').selectOption('truncated')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => page.getByText('The browser did not get a whole reply').isVisible()).toBe(true)
})

test.each([
  ['Headers, one', 'X-Name: 犬', /does not send this/],
  ['Headers, one', 'X Name: a', /does not send this/],
  ['Headers, one', 'User-Agent: shop/1', /set User-Agent/],
  ['Headers, one', 'Expect: 100-continue', /set Expect/],
  ['Method', 'TRACE', /does not send this/],
  ['Method', 'GET IT', /does not send this/],
  ['Path and query', '/v1/../pets', /another address: \/pets/],
  ['Path and query', '/v1/pets#x', /another address: \/v1\/pets/],
  ['Path and query', '/v1/pets?a b', /another address: \/v1\/pets\?a%20b/],
  ['Path and query', 'v1', /begin with a slash/],
  ['Path and query', '/v1/pets?api_key=[redacted]', /in the address/],
  ['API key', '[redacted]', /in the key/],
])('%s: %s is refused with a sentence', async (field, text, sentence) => {
  const { page } = await visit('/#compose')
  await expect.poll(() => page.getByLabel('Path and query').inputValue()).toBe('/v1/pets')
  await page.getByLabel(field).fill(text)
  await page.locator('form.compose .remedies', { hasText: sentence }).waitFor()
  expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
})
