// The page at /docs: Scalar shows both documents and makes calls, and links of the sandbox lead to the right place in it. Like every page
// of these tests, it fails when it asks another server.

import { expect, test } from 'vitest'
import { withKey } from './support/misbehave.ts'
import { useBrowser, visit as visitPage } from './support/page.ts'

useBrowser()

/** The page takes some seconds of processor time, so a loaded machine needs longer than for the pages of the console. */
const visit: typeof visitPage = async (...args) => {
  const visited = await visitPage(...args)
  visited.page.setDefaultTimeout(100_000)
  return visited
}

test('a call is tried with the key that is filled in, and again with a scenario', async () => {
  const { page, sandbox } = await visit('/docs#createPet')
  await page.locator('section[id$="/createPet"]').getByRole('button', { name: 'Test Request' }).click()
  const send = page.getByRole('button', { name: /^Send/ }).first()
  await send.click()
  await page.getByText('201 Created').first().waitFor()
  await page.getByRole('row', { name: 'Sandbox-Scenario' }).getByRole('button').first().click()
  await page.getByRole('menuitem', { name: 'unavailable' }).click()
  await send.click()
  await page.getByText('503 Service Unavailable').first().waitFor()
  expect(await sandbox.world('default').requests.list()).toMatchObject([
    { reply: { status: 201 }, caller: { plan: 'free' }, causes: [{ name: 'handler' }] },
    { reply: { status: 503 }, caller: { plan: 'free' }, causes: [{ name: 'scenario' }] },
  ])
})

test.each([
  [
    'the reply of a deprecated operation',
    async (url: string) =>
      /<[^>]+(\/docs[^>]+)>; rel="deprecation"/.exec(
        (await fetch(`${url}/pets/1`, { headers: withKey('sandbox_free') })).headers.get('link') ?? '',
      )?.[1],
    '#contract/tag/pets/getPet',
    'Get an animal',
  ],
  ['the control API', async () => '/docs#advanceClock', '#control/tag/clock/advanceClock', 'Advance the clock of a world'],
  ['an assumption', async () => '/docs#contract/description/order', '#contract/description/order', 'order'],
] as const)('the link of %s leads to its place', async (_name, find, hash, heading) => {
  const { page, sandbox } = await visit('/')
  await page.goto(sandbox.origin + (await find(sandbox.url)))
  const place = page.getByRole('heading', { name: heading, exact: true }).first()
  await place.waitFor()
  expect(new URL(page.url()).hash).toBe(hash)
  await expect.poll(async () => (await place.boundingBox())?.y ?? 999).toBeLessThan(400)
})

test('the contract can be read without the control token, and with it the control API too', async () => {
  const { page } = await visit('/', { controlToken: 'sesame' })
  await page.getByRole('textbox', { name: 'Control token' }).fill('sesame…')
  await page.getByRole('button', { name: 'Unlock' }).click()
  await page.getByText('This token is wrong.').waitFor()
  await page.getByRole('link', { name: 'the contract' }).click()
  await page.getByRole('heading', { name: 'Pet Store' }).waitFor()
  const documents = page.getByRole('button', { name: 'Contract', exact: true })
  expect(await documents.count()).toBe(0)
  await page.getByRole('link', { name: 'Requests' }).click()
  await page.getByRole('textbox', { name: 'Control token' }).fill('sesame')
  await page.getByRole('button', { name: 'Unlock' }).click()
  await page.getByText('live', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Docs', exact: true }).click()
  await documents.first().waitFor()
})

test('the guides stand beside it, and the console leads to them too', async () => {
  const { page } = await visit('/')
  await page.getByText('Waiting for your first call').waitFor()
  await page.getByRole('link', { name: 'Guides', exact: true }).click()
  await page.getByRole('heading', { name: 'Many tests at once' }).waitFor()
  const links = await page.locator('a[href^="#"]').evaluateAll((nodes) => nodes.map((node) => String(node.getAttribute('href')).slice(1)))
  const there = new Set(await page.locator('[id]').evaluateAll((nodes) => nodes.map(({ id }) => id)))
  expect(links.filter((id) => !there.has(id))).toEqual([])
})
