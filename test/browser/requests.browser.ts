// A person uses the list of requests.

import { readFile } from 'node:fs/promises'
import type { Entry } from 'har-format'
import { expect, test } from 'vitest'
import { start } from '../support/sandbox.ts'
import { misbehave, send, withKey } from './support/misbehave.ts'
import { nextFrame, openPage, useBrowser, visit } from './support/page.ts'

useBrowser()

const ROWS = '[role=option]'

test('a newcomer sees what to do, and then the first call', async () => {
  const { page, sandbox } = await visit()
  await page.getByRole('heading', { name: 'Waiting for your first call' }).waitFor()
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
  process.stdout.write(`the first paint came after ${paint?.toFixed(0)} ms\n`)
  for (const text of [sandbox.url, 'sandbox_free', 'sandbox_enterprise']) expect(await page.locator('main').innerText()).toContain(text)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const language of ['curl', 'fetch', 'Python', 'Go', 'Java', 'PowerShell']) {
    await page.getByRole('button', { name: language, exact: true }).click()
    await page.locator('.card').getByRole('button', { name: 'Copy' }).last().click()
    const line = await page.evaluate(() => navigator.clipboard.readText())
    for (const text of [`${sandbox.url}/pets`, 'Bearer sandbox_free']) expect(line).toContain(text)
  }
  await send(sandbox, { path: '/v1/pets', headers: withKey('sandbox_free') })
  await page.locator(ROWS).waitFor()
  expect(await page.locator(ROWS).innerText()).toMatch(/answered[\s\S]*GET \/v1\/pets[\s\S]*200/)
})

test('each row gives the reason of the reply, and what to do', async () => {
  const sandbox = await start()
  await misbehave(sandbox)
  const { page } = await openPage(sandbox)
  await page.locator(ROWS).last().waitFor()
  const rows = await page.locator(ROWS).allInnerTexts()
  const wanted: [call: RegExp, why: RegExp][] = [
    [/limt=2/, /^answered[\s\S]*200[\s\S]*did you mean limit\?/],
    [/live|no key/, /^credentials[\s\S]*401/],
    [/limit=500/, /^contract[\s\S]*400[\s\S]*at most 100/],
    [/petz/, /^contract[\s\S]*404[\s\S]*nothing at \/v1\/petz/],
    [/~rate-limited/, /^scenario rate-limited[\s\S]*429[\s\S]*rate-limited, step 1: /],
    [/~truncated/, /^scenario truncated[\s\S]*the client got 86 of 172 bytes/],
    [/~reset/, /^scenario reset[\s\S]*none[\s\S]*the client got no reply/],
    [/lists sold animals/, /^scenario flaky[\s\S]*500/],
    [/sandbox_business_old/, /^removed[\s\S]*404[\s\S]*removed on 2030-12-05/],
  ]
  for (const [call, why] of wanted)
    expect(
      rows.find((row) => call.test(row) && why.test(row)),
      `${call} ${why}`,
    ).toBeDefined()
  expect(rows.filter((row) => /^rate-limit\n/.test(row))).toHaveLength(2)
})

test('a click on a row shows the decisions, the request and the reply', async () => {
  const sandbox = await start()
  await misbehave(sandbox)
  const { page } = await openPage(sandbox)
  await page.locator(ROWS, { hasText: 'the body is not valid JSON' }).click()
  const details = page.locator('.details')
  expect(await details.locator('.headline').innerText()).toMatch(/^400 Bad Request\s*contract$/)
  await details.getByText('4 steps passed').click()
  expect(await details.locator('.trace li').allInnerTexts()).toEqual([
    expect.stringMatching(/^credentials[\s\S]*passed: sandbox_free_shop/),
    expect.stringMatching(/^ban[\s\S]*no ban/),
    expect.stringMatching(/^rate-limit[\s\S]*\d+ of 60 left in the minute/),
    expect.stringMatching(/^scenario[\s\S]*none/),
    expect.stringMatching(/^contract[\s\S]*refused: the body is not valid JSON[\s\S]*gave the reply/),
  ])
  const [request, reply] = await Promise.all([
    details.locator('.message').first().boundingBox(),
    details.locator('.message').last().boundingBox(),
  ])
  expect(reply?.y, 'they stand side by side').toBe(request?.y)
  expect(await details.locator('.message').first().innerText()).toContain('"categoryId":}')
  expect(await details.locator('mark').innerText()).toBe('}')
  await details.getByText('line 1, column 28: expected a value').waitFor()
  await page.locator(ROWS, { has: page.locator('.status', { hasText: '201' }) }).click()
  expect(await details.locator('.message').first().innerText()).toContain('9223372036854775807')
  expect(await details.locator('.message').last().innerText()).toContain('9223372036854775807')
  await details.getByText('As it was sent').first().click()
  expect(await details.locator('.message details').first().innerText()).toContain('"categoryId":9223372036854775807')
  await page.goBack()
  expect(await details.locator('.headline').innerText(), 'the address names what is open').toMatch(/^400/)
  await page.reload()
  await details.locator('.headline', { hasText: '400' }).waitFor()
})

test('the search narrows the list by field and by text', async () => {
  const sandbox = await start()
  await misbehave(sandbox)
  const { page } = await openPage(sandbox)
  await page.locator(ROWS).first().waitFor()
  const count = async (query: string) => {
    await page.locator('#search').fill(query)
    await nextFrame(page)
    return page.locator(ROWS).count()
  }
  expect(await count('cause:rate-limit')).toBe(2)
  expect(await count('status:5xx')).toBe(2)
  expect(await count('status:none')).toBe(1)
  expect(await count('world:tests')).toBe(3)
  expect(await count('case:"lists sold animals"')).toBe(3)
  expect(await count('operation:createPet')).toBe(3)
  expect(await count('user-agent: shop')).toBeGreaterThan(5)
  expect(await count('9223372036854775807')).toBe(1)
  expect(await count('nothing like this')).toBe(0)
  expect(await page.locator('.empty').innerText()).toContain('No request matches')
  await count('')
  expect(await count('cause:removed')).toBe(1)
  const offered = () => page.locator('datalist option').evaluateAll((nodes) => nodes.map((node) => node.getAttribute('value')))
  const offers = [
    'status:failed',
    'cause:answered',
    'operation:getPet',
    'world:tests',
    'case:"lists sold animals"',
    '"user-agent: shop/2.1"',
  ]
  await count('')
  expect(await offered()).toEqual(expect.arrayContaining(offers))
  await count('status:4xx wor')
  expect(await offered()).toEqual(expect.arrayContaining(offers.map((one) => `status:4xx ${one}`)))
  expect(await count('case:"lists sold animals"')).toBe(3)
  expect(await count('"user-agent: pytest/8"')).toBe(3)
})

test('the keyboard alone is enough', async () => {
  const sandbox = await start()
  await misbehave(sandbox)
  const { page } = await openPage(sandbox)
  await page.locator(ROWS).first().waitFor()
  const total = await page.locator(ROWS).count()
  const onIt = () => page.locator('[aria-selected=true]').getAttribute('aria-posinset')
  await page.keyboard.press('Home')
  expect(await onIt()).toBe('1')
  await page.keyboard.press('End')
  await page.keyboard.press('k')
  expect(await onIt()).toBe(String(total - 1))
  await page.keyboard.press('Enter')
  await page.locator('.details').waitFor()
  await page.keyboard.press('j')
  expect(await onIt()).toBe(String(total))
  expect(await page.locator('.details .target').innerText()).toBe('/v1/pets/2')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('.details').count()).toBe(0)
  await page.keyboard.press('/')
  await page.keyboard.type('status:404')
  await page.keyboard.press('Escape')
  expect(await page.locator(ROWS).count()).toBe(2)
  await page.keyboard.press('j')
  await page.keyboard.press('?')
  await page.getByRole('heading', { name: 'Keys' }).waitFor()
})

test('a paused list does not change, and counts the new requests', async () => {
  const sandbox = await start()
  await send(sandbox, { path: '/v1/pets', headers: withKey('sandbox_free') })
  const { page } = await openPage(sandbox)
  await page.locator(ROWS).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  for (const _ of [1, 2]) await send(sandbox, { path: '/v1/pets', headers: withKey('sandbox_free') })
  await page.getByRole('button', { name: 'Paused, 2 new' }).click()
  await expect.poll(() => page.locator(ROWS).count()).toBe(3)
})

test('Clear takes the shown requests away, can be undone, and then clears them in the journal', async () => {
  const sandbox = await start()
  for (const key of ['sandbox_free_a', 'sandbox_free_b', 'sandbox_free_b']) await send(sandbox, { path: '/v1/pets', headers: withKey(key) })
  const { page } = await openPage(sandbox)
  await page.locator('#search').fill('world:b')
  await page.getByRole('button', { name: 'Clear (2)' }).click()
  await page.getByText('2 requests cleared').waitFor()
  expect(await page.locator(ROWS).count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => page.locator(ROWS).count()).toBe(2)
  await page.clock.install()
  await page.getByRole('button', { name: 'Clear (2)' }).click()
  await page.locator('#search').fill('')
  await expect.poll(() => page.locator(ROWS).count()).toBe(1)
  expect(await sandbox.requests.list(), 'not before the ten seconds are over').toHaveLength(3)
  await page.clock.fastForward(10_000)
  await expect.poll(() => sandbox.requests.list()).toMatchObject([{ world: 'a' }])
  await page.reload()
  await expect.poll(() => page.locator(ROWS).count()).toBe(1)
})

test('HAR has the shown requests, whatever the search is', async () => {
  const sandbox = await start()
  await misbehave(sandbox)
  const { page } = await openPage(sandbox)
  await page.locator('#search').fill('world:tests status:500 status:200 key:sandbox_pro_tests')
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'HAR (3)' }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toMatch(/\.har$/)
  const { log } = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(log.entries.map(({ response }: Entry) => `${response.status} ${response.statusText}`)).toEqual([
    '500 Internal Server Error',
    '500 Internal Server Error',
    '200 OK',
  ])
})

test('an address leads to the request, the search and the row; the page says what it did not understand', async () => {
  const sandbox = await start({ limits: 'off' })
  for (let count = 0; count < 60; count += 1) await send(sandbox, { path: `/v1/pets?n=${count}`, headers: withKey('sandbox_free_a') })
  const { page } = await openPage(sandbox)
  await page.locator('#search').fill('status:200 stauts:404')
  await page.getByText('There is no field stauts: did you mean status:404?').waitFor()
  await page.locator('#search').fill('status:200')
  await page.locator('.rows').evaluate((rows) => rows.scrollTo(0, 0))
  await page.locator(ROWS).first().click()
  const url = page.url()
  expect(url).toMatch(/#requests\/req_\w+_1\?q=status%3A200$/)
  await page.goto('about:blank')
  await page.goto(`${url}&world=a`)
  await page.locator('[aria-selected=true]', { hasText: 'n=0' }).waitFor()
  expect(await page.locator('.details .target').innerText()).toBe('/v1/pets?n=0')
  expect(await page.locator('#search').inputValue()).toBe('world:a status:200')
})

test('an open request stays open when the journal has dropped it', async () => {
  const sandbox = await start()
  await send(sandbox, { path: '/v1/pets', headers: withKey('sandbox_free_a') })
  const { page } = await openPage(sandbox)
  await page.locator(ROWS).click()
  await sandbox.world('a').requests.clear()
  await expect.poll(() => page.locator(ROWS).count()).toBe(0)
  expect(await page.locator('.details .target').innerText()).toBe('/v1/pets')
})

test('a request that another page takes out of the journal leaves the list', async () => {
  const sandbox = await start()
  for (const path of ['/v1/pets', '/v1/pets/1']) await send(sandbox, { path, headers: withKey('sandbox_free_a') })
  const { page } = await openPage(sandbox)
  await expect.poll(() => page.locator(ROWS).count()).toBe(2)
  const [first] = await sandbox.world('a').requests.list()
  await sandbox.requests.clear([String(first?.id)])
  await expect.poll(() => page.locator('.sizer .call').allInnerTexts()).toEqual(['GET /v1/pets/1'])
})

test('a refused request offers what helps: full limits, a later clock, its world, and no scenario', async () => {
  const sandbox = await start()
  const world = sandbox.world('w3')
  const call = { path: '/v1/pets', headers: withKey('sandbox_free_w3') }
  await world.limits.set('free', { remaining: 0 })
  await send(sandbox, call)
  const { page } = await openPage(sandbox)
  await page.locator(ROWS).click()
  await page
    .locator('.details')
    .getByRole('button', { name: /^\+\d+ s$/ })
    .click()
  await expect.poll(async () => Date.parse((await world.clock.get()).now) - Date.now()).toBeGreaterThan(50_000)
  await page.getByRole('button', { name: 'Fill up limits' }).click()
  await expect.poll(async () => (await world.limits.get('free')).minute.remaining).toBe(60)
  await world.scenarios.put([{ name: 'unavailable' }, { name: 'slow' }])
  await send(sandbox, call)
  await page.locator(ROWS, { hasText: '503' }).click()
  await page.getByRole('button', { name: 'Take unavailable off' }).click()
  await expect.poll(() => world.scenarios.get()).toMatchObject([{ name: 'slow' }])
  await page.getByRole('link', { name: 'World w3' }).click()
  await page.getByRole('heading', { name: 'World w3' }).waitFor()
  expect(page.url()).toContain('#switches/w3')
})

test('at the end of the list new requests appear; elsewhere the list counts them', async () => {
  const sandbox = await start({ limits: 'off' })
  const call = () => send(sandbox, { path: '/v1/pets', headers: withKey('sandbox_free') })
  for (let count = 0; count < 60; count += 1) await call()
  const { page } = await openPage(sandbox)
  await page.locator('[aria-posinset="60"]').waitFor()
  await call()
  await page.locator('[aria-posinset="61"]').waitFor()
  await page.locator('.rows').evaluate((rows) => rows.scrollTo(0, 100))
  await nextFrame(page)
  for (let count = 0; count < 12; count += 1) await call()
  await page.getByRole('button', { name: '12 new' }).waitFor()
  expect(await page.locator('.rows').evaluate((rows) => rows.scrollTop)).toBe(100)
  await page.getByRole('button', { name: '12 new' }).click()
  await page.locator('[aria-posinset="73"]').waitFor()
  expect(await page.locator('.news').count()).toBe(0)
})

test('a hanging request is in the list, with the reason', async () => {
  const sandbox = await start()
  await send(sandbox, { path: '/v1/pets', headers: withKey('sandbox_free') })
  const { page } = await openPage(sandbox)
  await page.getByText('live', { exact: true }).waitFor()
  void send(sandbox, { path: '/~hang/v1/pets', headers: withKey('sandbox_free') })
  const row = page.locator(ROWS, { hasText: '~hang' })
  await row.getByText('no reply yet').waitFor()
  expect(await row.innerText()).toMatch(/hang, step 1/)
})

test('a hidden tab counts failures in its title and its icon', async () => {
  const sandbox = await start()
  const { page } = await openPage(sandbox)
  await page.getByText('live', { exact: true }).waitFor()
  const hide = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await hide(true)
  for (const path of ['/v1/pets', '/v1/petz', '/~reset/v1/pets']) await send(sandbox, { path, headers: withKey('sandbox_free') })
  await expect.poll(() => page.title()).toMatch(/^\(2\) /)
  expect(await page.locator('link[rel=icon]').getAttribute('href')).toContain('data:image/svg')
  await hide(false)
  await expect.poll(() => page.locator(ROWS).count()).toBe(3)
  expect(await page.title()).not.toContain('(')
  expect(await page.locator('link[rel=icon]').getAttribute('href')).toContain('favicon.svg')
})

test('the page connects again after the sandbox was away, and marks what was there before', async () => {
  const sandbox = await start()
  const { page } = await openPage(sandbox)
  await page.getByText('live', { exact: true }).waitFor()
  await send(sandbox, { path: '/v1/pets/1', headers: withKey('sandbox_free') })
  await page.locator(ROWS).waitFor()
  const port = Number(new URL(sandbox.origin).port)
  await sandbox.close()
  await page.getByText('not connected', { exact: true }).waitFor()
  await page.getByRole('alert').filter({ hasText: 'The sandbox does not answer' }).waitFor()
  const again = await start({ port })
  await page.getByText('live', { exact: true }).waitFor()
  await page.locator(ROWS, { hasText: 'before restart' }).waitFor()
  await send(again, { path: '/v1/pets/2', headers: withKey('sandbox_free') })
  await page.locator(ROWS, { hasText: '/v1/pets/2' }).waitFor()
  expect(await page.locator(ROWS).allInnerTexts()).toEqual([
    expect.stringContaining('before restart'),
    expect.not.stringContaining('before'),
  ])
})

test('the page asks for the control token once, keeps it for the tab, and never writes it into an address', async () => {
  const { page, sandbox } = await visit('/', { controlToken: 'open-sesame' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.getByRole('textbox', { name: 'Control token' }).fill('wrong')
  await page.getByRole('button', { name: 'Unlock' }).click()
  await page.getByText('This token is wrong.').waitFor()
  await page.getByRole('textbox', { name: 'Control token' }).fill('open-sesame')
  await page.getByRole('button', { name: 'Unlock' }).click()
  await page.getByText('live', { exact: true }).waitFor()
  await send(sandbox, { path: '/v1/pets', headers: withKey('sandbox_free') })
  await page.locator(ROWS).waitFor()
  await page.reload()
  await page.locator(ROWS).waitFor()
  expect(await page.locator('dialog').count()).toBe(0)
  expect(asked.join('\n') + page.url()).not.toContain('sesame')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})
