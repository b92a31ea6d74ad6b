// The report in the console is live, and its findings link to their requests.

import { expect, test } from 'vitest'
import { examine, rex } from '../examine/suites.ts'
import { start } from '../support/sandbox.ts'
import { misbehave, send, withKey } from './support/misbehave.ts'
import { nextFrame, openPage, useBrowser } from './support/page.ts'

useBrowser()

const CASE = { 'sandbox-case': '"comes back"', 'user-agent': 'shop/2.1' }

test('findings and the coverage link to their requests, and the coverage grows while the client calls', async () => {
  const sandbox = await start()
  await misbehave(sandbox)
  const { page } = await openPage(sandbox, '/#report')
  const finding = page.locator('.finding', { hasText: 'valid-requests' }).first()
  await finding.waitFor()
  const orders = page.locator('tr', { hasText: 'listOrders' })
  const missing = page.locator('.coverage li', { hasText: 'Sandbox-Scenario: unauthorized: ' }).filter({ hasText: 'listOrders 401' })
  expect(await missing.count()).toBe(1)
  await send(sandbox, { path: '/v1/store/orders', headers: withKey('sandbox_free_other', { 'sandbox-scenario': 'unauthorized' }) })
  await orders.locator('a[href*="401"]').click()
  await page.locator('[role=option]', { hasText: '401' }).waitFor()
  expect(await page.locator('#search').inputValue()).toBe('operation:listOrders status:401')
  await page.goBack()
  expect(await missing.count()).toBe(0)
  await finding.getByRole('link', { name: 'Show 1 request' }).click()
  await expect.poll(() => page.locator('[role=option]').count()).toBe(1)
})

test('calls that come too early are advice with a command', async () => {
  const sandbox = await start()
  const call = { path: '/v1/pets', headers: withKey('sandbox_free_r', CASE) }
  await sandbox.world('r').scenarios.put([{ name: 'throttled-then-ok', parameters: { times: 3, 'retry-after': 2 } }])
  for (let tries = 0; tries < 4; tries += 1) await send(sandbox, call)
  const { page } = await openPage(sandbox, '/#report')
  await page
    .getByLabel('Verdict')
    .getByText(/^passed:/)
    .first()
    .waitFor()
  const finding = page.locator('.finding', { hasText: 'honours-retry-after' })
  await finding.getByText('Looks like retries before Retry-After is over').waitFor()
  await finding.getByText('petstore-sandbox inject --only listPets --faults rate-limited -- <your tests>').waitFor()
  expect(await finding.getByRole('button', { name: 'Copy' }).count()).toBe(1)
  await page.getByRole('button', { name: 'Start a new report' }).click()
  await expect.poll(() => finding.count()).toBe(0)
})

test('a late reply does not replace the report on another world', async () => {
  const sandbox = await start()
  for (const world of ['a', 'b']) await send(sandbox, { path: '/v1/pets', headers: withKey(`sandbox_free_${world}`) })
  const { page } = await openPage(sandbox, '/#report/b')
  const verdict = page.getByLabel('Verdict')
  await verdict.waitFor()
  const { promise: isShown, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/worlds/a/report', (route) => isShown.then(() => route.continue()))
  const asked = page.waitForRequest('**/worlds/a/report')
  const replied = page.waitForResponse('**/worlds/a/report')
  await page.evaluate("location.hash = '#report/a'")
  await asked
  await page.evaluate("location.hash = '#report/b'")
  await verdict.waitFor()
  release()
  await (await replied).finished()
  await nextFrame(page)
  expect(await verdict.count()).toBe(1)
})

test('the report names the rules of which nothing can be said', async () => {
  const sandbox = await start()
  await send(sandbox, { path: '/v1/pets', headers: withKey('sandbox_free_w1') })
  const { page } = await openPage(sandbox, '/#report')
  const fact = page.locator('.facts > div', { hasText: 'Not exercised' })
  await expect.poll(() => fact.getByText('honours-retry-after').isVisible()).toBe(true)
})

test('the verdict says what was created without the client being told', async () => {
  const sandbox = await start()
  const headers = withKey('sandbox_free_w1', { 'content-type': 'application/json', 'sandbox-scenario': 'lost-reply' })
  for (const _ of [1, 2]) await send(sandbox, { method: 'POST', path: '/v1/pets', headers, body: '{"name":"Rex","categoryId":1}' })
  const { page } = await openPage(sandbox, '/#report/w1')
  // The sandbox counts a creation when its exchange is over, which may be after the client has the reply.
  await expect.poll(() => page.getByLabel('Verdict').innerText()).toContain('Pets: 2 created, 1 of them')
})

test('the report of a campaign of faults is opened from its file, and another file is refused', async () => {
  const report = await examine((client) => client.call('POST', '/pets', rex, { tries: 2 }), { faults: ['lost-reply', 'server-error'] })
  const { page } = await openPage(await start(), '/#report')
  const file = page.getByLabel('Open a report of inject')
  const asFile = (text: string) => ({ name: 'report.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  const refusal = page.getByText('The file is not a report that petstore-sandbox inject wrote')
  const { verdict: _, ...unjudged } = report
  const runs = report.runs.map(({ tries: _, ...run }) => run)
  for (const wrong of [{ runs: 7 }, unjudged, { ...report, findings: [{ title: 'x' }] }, { ...report, runs }]) {
    await file.setInputFiles(asFile(JSON.stringify(wrong)))
    if ('runs' in wrong && wrong.runs === runs) await page.getByRole('button', { name: /TWICE/ }).click()
    await refusal.waitFor()
    expect(await page.getByText('Fault injection').count()).toBe(0)
    await page.getByRole('button', { name: 'Start a new report' }).click()
    await expect.poll(() => refusal.count()).toBe(0)
  }
  await file.setInputFiles(asFile(JSON.stringify(report)))
  await page.getByRole('heading', { name: 'Fault injection: FAILED' }).waitFor()
  expect(await page.getByRole('row', { name: /createPet#1/ }).innerText()).toMatch(/createPet#1\s+ok\s+TWICE/)
  await page.getByRole('button', { name: 'createPet#1 lost-reply: TWICE' }).click()
  const run = page.getByLabel('Run', { exact: true })
  await run.getByText('POST /v1/pets').waitFor()
  expect(await run.locator('li').allInnerTexts()).toEqual(['no reply', expect.stringMatching(/^201, .* later$/)])
  await run.getByText("petstore-sandbox exec --inject 'createPet#1=lost-reply'").waitFor()
  expect(await page.locator('.banner[role=alert]').count()).toBe(0)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => page.getByText('Fault injection').count()).toBe(0)
})
