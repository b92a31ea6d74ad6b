// A person uses the list of requests.

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
  for (const language of ['curl', 'JavaScript', 'Python', 'Go']) {
    await page.getByRole('button', { name: `Copy the call for ${language}` }).click()
    const line = await page.evaluate(() => navigator.clipboard.readText())
    for (const text of [`${sandbox.url}/pets`, 'Bearer sandbox_free']) expect(line).toContain(text)
  }
  await send(sandbox, { path: '/v1/pets', headers: withKey('sandbox_free') })
  await expect.poll(() => page.locator(ROWS).innerText()).toMatch(/answered[\s\S]*GET \/v1\/pets[\s\S]*200/)
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
  await details.getByText('Who was asked for the reply').click()
  expect(await details.locator('.trace li').allInnerTexts()).toEqual([
    expect.stringMatching(/^credentials[\s\S]*passed: sandbox_free_shop/),
    expect.stringMatching(/^ban[\s\S]*no ban/),
    expect.stringMatching(/^rate-limit[\s\S]*\d+ of 60 left in the minute/),
    expect.stringMatching(/^scenario[\s\S]*none/),
    expect.stringMatching(/^contract[\s\S]*refused: the body is not valid JSON/),
  ])
  const [request, reply] = await Promise.all([
    details.locator('.message').first().boundingBox(),
    details.locator('.message').last().boundingBox(),
  ])
  expect(reply?.y, 'they stand side by side').toBe(request?.y)
  expect(await details.locator('.message').first().innerText()).toContain('"categoryId":}')
  await page.locator(ROWS, { has: page.locator('.status', { hasText: '201' }) }).click()
  expect(await details.locator('.message').first().innerText()).toContain('9223372036854775807')
  expect(await details.locator('.message').last().innerText()).toContain('9223372036854775807')
  await page.goBack()
  expect(await details.locator('.headline').innerText(), 'the address names what is open').toMatch(/^400/)
  await page.reload()
  await details.locator('.headline', { hasText: '400' }).waitFor()
  await fetch(`${sandbox.url}/pets?status=${'s'.repeat(999)}`)
  await page.locator(ROWS, { hasText: 'status=sss' }).click()
  const target = await details.locator('.target', { hasText: 'status=sss' }).boundingBox()
  expect(Number(target?.x) + Number(target?.width), 'a long address is broken into lines').toBeLessThan(1600)
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
})

test('the keyboard alone is enough', async () => {
  const sandbox = await start()
  await misbehave(sandbox)
  const { page } = await openPage(sandbox)
  await page.locator(ROWS).first().waitFor()
  const total = await page.locator(ROWS).count()
  const onIt = () => page.locator(ROWS).evaluateAll((rows) => rows.indexOf(document.activeElement as HTMLElement) + 1)
  await page.keyboard.press('Home')
  expect(await onIt()).toBe(1)
  await page.keyboard.press('End')
  await page.keyboard.press('k')
  expect(await onIt()).toBe(total - 1)
  await page.keyboard.press('Enter')
  await page.locator('.details').waitFor()
  await page.keyboard.press('j')
  expect(await onIt()).toBe(total)
  expect(await page.locator('.details .target').innerText()).toBe('/v1/pets/2')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('.details').count()).toBe(0)
  await page.keyboard.press('/')
  await page.keyboard.type('status:404')
  await page.keyboard.press('Escape')
  expect(await page.locator(ROWS).count()).toBe(2)
  await page.keyboard.press('ArrowDown')
  expect(await onIt()).toBe(2)
})

test('Clear takes the shown requests away, after a question', async () => {
  const sandbox = await start()
  for (const key of ['sandbox_free_a', 'sandbox_free_b', 'sandbox_free_b']) await send(sandbox, { path: '/v1/pets', headers: withKey(key) })
  const { page } = await openPage(sandbox)
  await page.locator('#search').fill('world:b')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.poll(() => sandbox.requests.list()).toMatchObject([{ world: 'a' }])
  await page.locator('#search').fill('')
  await expect.poll(() => page.locator(ROWS).count()).toBe(1)
})

test('an address leads to the request, the search and the row', async () => {
  const sandbox = await start({ limits: 'off' })
  for (let count = 0; count < 60; count += 1) await send(sandbox, { path: `/v1/pets?n=${count}`, headers: withKey('sandbox_free_a') })
  const { page } = await openPage(sandbox)
  await page.locator('#search').fill('status:200')
  await page.locator('.rows').evaluate((rows) => rows.scrollTo(0, 0))
  await page.locator(ROWS).first().click()
  const url = page.url()
  expect(url).toMatch(/#requests\/req_\w+_1\?q=status%3A200$/)
  await page.goto('about:blank')
  await page.goto(`${url}%20world:a`)
  await page.locator('[aria-selected=true]', { hasText: 'n=0' }).waitFor()
  expect(await page.locator('.details .target').innerText()).toBe('/v1/pets?n=0')
  expect(await page.locator('#search').inputValue()).toBe('status:200 world:a')
})

test('a request that another page takes out of the journal leaves the list', async () => {
  const sandbox = await start()
  for (const path of ['/v1/pets', '/v1/pets/1']) await send(sandbox, { path, headers: withKey('sandbox_free_a') })
  const { page } = await openPage(sandbox)
  await expect.poll(() => page.locator(ROWS).count()).toBe(2)
  const [first] = await sandbox.world('a').requests.list()
  await sandbox.requests.clear([String(first?.id)])
  await expect.poll(() => page.locator(`${ROWS} .call`).allInnerTexts()).toEqual(['GET /v1/pets/1'])
})

test('a request leads to its world', async () => {
  const sandbox = await start()
  await send(sandbox, { path: '/v1/pets', headers: withKey('sandbox_free_w3') })
  const { page } = await openPage(sandbox)
  await page.locator(ROWS).click()
  await page.getByRole('link', { name: 'World w3' }).click()
  await page.getByRole('heading', { name: 'World w3' }).waitFor()
  expect(page.url()).toContain('#worlds/w3')
})

test('at the end of the list new requests appear; elsewhere the list stands still and counts them', async () => {
  const sandbox = await start({ limits: 'off' })
  const call = () => send(sandbox, { path: '/v1/pets', headers: withKey('sandbox_free') })
  for (let count = 0; count < 60; count += 1) await call()
  const { page } = await openPage(sandbox)
  await expect.poll(() => page.locator(ROWS).count()).toBe(60)
  await call()
  await expect.poll(() => page.locator(ROWS).count()).toBe(61)
  await page.locator('.rows').evaluate((rows) => rows.scrollTo(0, 100))
  await nextFrame(page)
  for (let count = 0; count < 12; count += 1) await call()
  await page.getByRole('button', { name: '12 new' }).waitFor()
  expect(await page.locator('.rows').evaluate((rows) => rows.scrollTop)).toBe(100)
  await page.getByRole('button', { name: '12 new' }).click()
  await expect.poll(() => page.locator(ROWS).count()).toBe(73)
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

test('the page connects again after the sandbox was away, and shows the requests of the new one', async () => {
  const sandbox = await start()
  const { page } = await openPage(sandbox)
  await page.getByText('live', { exact: true }).waitFor()
  await send(sandbox, { path: '/v1/pets/1', headers: withKey('sandbox_free') })
  await page.locator(ROWS).waitFor()
  const port = Number(new URL(sandbox.origin).port)
  await sandbox.close()
  await page.getByText('not connected', { exact: true }).waitFor()
  const again = await start({ port })
  await page.getByText('live', { exact: true }).waitFor()
  await send(again, { path: '/v1/pets/2', headers: withKey('sandbox_free') })
  await page.locator(ROWS, { hasText: '/v1/pets/2' }).waitFor()
  expect(await page.locator(ROWS).count()).toBe(1)
})

test('the page asks for the control token once, keeps it for the tab, and never writes it into an address', async () => {
  const { page, sandbox } = await visit('/', { controlToken: 'open-sesame' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.getByRole('textbox', { name: 'Control token' }).fill('wrong…')
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
