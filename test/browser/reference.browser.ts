// The reference is rendered from the documents, and links of the sandbox lead to the right place in it.

import { expect, test } from 'vitest'
import { CODES } from '../../src/errors/problem.ts'
import { loadControlApi, loadOwnContract } from '../../src/package-files.ts'
import { withKey } from './support/misbehave.ts'
import { useBrowser, visit } from './support/page.ts'

useBrowser()

test('it has every operation, assumption, code, schema and scenario, and the control API', async () => {
  const contract = await loadOwnContract()
  const { page, sandbox } = await visit('/docs')
  await page.locator('#control-getClock').waitFor()
  const scenarios = (await (await fetch(`${sandbox.origin}/_sandbox/scenarios`)).json()) as { name: string }[]
  const wanted = [
    ...contract.operations.map(({ id }) => id),
    ...contract.assumptions.map(({ id }) => `assumption-${id}`),
    ...Object.keys(CODES).map((code) => `code-${code}`),
    ...['Pet', 'NewPet', 'Error', 'Order'].map((name) => `schema-${name}`),
    ...scenarios.map(({ name }) => `scenario-${name}`),
    ...(await loadControlApi(await loadOwnContract(), ['pets', 'orders'])).operations.map(({ id }) => `control-${id}`),
  ]
  const there = new Set(await page.locator('[id]').evaluateAll((nodes) => nodes.map(({ id }) => id)))
  expect(wanted.filter((id) => !there.has(id))).toEqual([])
  const links = await page
    .locator('main a[href*="#"]')
    .evaluateAll((nodes) => nodes.map((node) => String(node.getAttribute('href')).split('#')[1] ?? ''))
  expect(links.filter((id) => !there.has(id))).toEqual([])
})

test('of the choices of an assumption, the one in force is marked', async () => {
  const { page } = await visit('/docs', { assume: 'order=shuffled' })
  const marked = page.locator('#assumption-order p', { hasText: 'in force' })
  await marked.waitFor()
  expect(await marked.locator('code').first().innerText()).toBe('shuffled')
})

test('each assumption is marked at its place, and can be opened', async () => {
  const contract = await loadOwnContract()
  const { page } = await visit('/docs')
  await page.locator('#createPet').waitFor()
  const marked = new Set(await page.locator('details.assumed summary code').allTextContents())
  expect(contract.assumptions.map(({ id }) => id).filter((id) => !marked.has(id))).toEqual([])
  const mark = page.locator('#createPet details.assumed', { hasText: 'invalid-body' })
  expect(await mark.getByText('All wrong bodies get 400').isVisible()).toBe(false)
  await mark.locator('summary').click()
  expect(await mark.getByText('All wrong bodies get 400').isVisible()).toBe(true)
})

test('the link in the reply of a deprecated operation leads to the operation', async () => {
  const { page, sandbox } = await visit('/')
  const { headers } = await fetch(`${sandbox.url}/pets/1`, { headers: withKey('sandbox_free') })
  const link = /<([^>]+)>; rel="deprecation"/.exec(headers.get('link') ?? '')?.[1] ?? ''
  await page.goto(link)
  await page.locator('#getPet.hit').waitFor()
  await expect.poll(async () => Math.round((await page.locator('#getPet').boundingBox())?.y ?? 999)).toBeLessThan(200)
  expect(await page.locator('#getPet').innerText()).toMatch(/Deprecated since 2025-12-05, will be removed on 2030-12-05/)
})

test('an operation is tried at its place', async () => {
  const { page } = await visit('/docs#createPet')
  await page.locator('#createPet').getByRole('button', { name: 'Try it' }).click()
  await page.locator('#createPet').getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => page.locator('#createPet .reply .status', { hasText: '201' }).isVisible()).toBe(true)
  expect(page.url()).toContain('/docs#createPet')
})

test('the search finds operations, codes, assumptions and scenarios; schemas open in place', async () => {
  const { page } = await visit('/docs')
  const search = page.getByRole('searchbox', { name: 'Search the reference' })
  const links = page.getByRole('navigation', { name: 'Contents' }).getByRole('link')
  for (const [words, place] of [
    ['add animal', '/docs#createPet'],
    ['key_banned', '/docs#code-key_banned'],
    ['cursor', '/docs#assumption-paging'],
    ['lost-reply', '/docs#scenario-lost-reply'],
    ['advance clock', '/docs#control-advanceClock'],
  ] as const) {
    await search.fill(words)
    const places = await links.evaluateAll((nodes) => nodes.map((node) => node.getAttribute('href')))
    expect(places, words).toContain(place)
  }
  await page.locator('#createPet').getByText('Fields of NewPet').click()
  expect(await page.locator('#createPet tr', { hasText: 'categoryId' }).first().isVisible()).toBe(true)
})

test('the reference does not load the journal, and the guides stand beside it', async () => {
  const { page, sandbox } = await visit('/docs')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.reload()
  await page.locator('#control-getClock').waitFor()
  expect(asked.filter((path) => /requests|events/.test(path))).toEqual([])
  await page.getByRole('link', { name: 'Guides', exact: true }).click()
  await page.getByRole('heading', { name: 'Worlds and time' }).waitFor()
  const links = await page.locator('a[href^="#"]').evaluateAll((nodes) => nodes.map((node) => String(node.getAttribute('href')).slice(1)))
  const there = new Set(await page.locator('[id]').evaluateAll((nodes) => nodes.map(({ id }) => id)))
  expect(links.filter((id) => !there.has(id))).toEqual([])
  await page.getByRole('link', { name: 'Requests' }).click()
  await page.getByText('live', { exact: true }).waitFor()
  expect(sandbox.origin).toBe(new URL(page.url()).origin)
})

test('it can be read without the control token', async () => {
  const { page } = await visit('/', { controlToken: 'sesame' })
  await page.getByRole('link', { name: 'the reference' }).click()
  await page.getByRole('heading', { name: 'Add an animal' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.locator('#createPet').getByRole('button', { name: 'curl' }).click()
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await page.getByRole('dialog').waitFor()
})
