// In the view of the worlds, a reader changes what clients get.

import { expect, test } from 'vitest'
import { start } from '../support/sandbox.ts'
import { send, withKey } from './support/misbehave.ts'
import { nextFrame, openPage, useBrowser } from './support/page.ts'

useBrowser()

const KEY = withKey('sandbox_free_w1')
const IN_W1 = { path: '/v1/pets', headers: KEY }

async function openWorld(world = 'w1') {
  const sandbox = await start()
  await send(sandbox, IN_W1)
  const { page } = await openPage(sandbox, '/#worlds')
  await page.getByLabel('World', { exact: true }).fill(world)
  await page.getByRole('link', { name: new RegExp(`^${world}\\b`) }).click()
  return { sandbox, page }
}

test('looking at a world does not create it', async () => {
  const { sandbox, page } = await openWorld('ghost')
  const asked: string[] = []
  page.on('request', (request) => void (request.url().includes('/worlds/ghost') && asked.push(request.url())))
  await page.reload()
  await page.getByText('There is no world ghost yet').waitFor()
  await nextFrame(page)
  expect(asked).toEqual([])
  const names = async () => (await sandbox.worlds.list()).map(({ name }) => name)
  expect(await names()).not.toContain('ghost')
  await page.getByRole('button', { name: 'Create it now' }).click()
  await page.getByRole('heading', { name: 'Clock' }).waitFor()
  expect(await names()).toContain('ghost')
})

test('a scenario is put on the world with its parameters, all views show it and its calls, and it is removed', async () => {
  const { sandbox, page } = await openWorld()
  await page.locator('summary', { hasText: 'flaky' }).first().click()
  const card = page.locator('.choose').filter({ visible: true })
  await card.getByLabel('failures').fill('1')
  await card.getByLabel('Only for').selectOption('listPets')
  await page.getByRole('button', { name: 'Put on w1: flaky' }).click()
  await page.locator('.active').getByText('took 0 calls').waitFor()
  expect(await sandbox.world('w1').scenarios.get()).toMatchObject([
    { name: 'flaky', parameters: { failures: 1 }, operations: ['listPets'] },
  ])
  expect(await send(sandbox, IN_W1)).toBe(500)
  await sandbox.world('w2').clock.set({ frozen: true })
  await page.getByRole('banner').getByRole('link', { name: '1 more' }).waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Report', exact: true }).click()
  await page.getByRole('banner').getByRole('link', { name: 'w1: flaky' }).click()
  await page.locator('.active').getByText('took 1 call, used up').waitFor()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.poll(() => sandbox.world('w1').scenarios.get()).toEqual([])
  await expect.poll(() => page.getByRole('banner').getByRole('link', { name: 'w1: flaky' }).count()).toBe(0)
})

test('a second scenario is added to the first', async () => {
  const { sandbox, page } = await openWorld()
  await page.getByLabel('Find a scenario').fill('new-fields')
  for (const name of ['slow', 'new-fields']) {
    await page.getByRole('button', { name: `Put on w1: ${name}` }).click()
    await page.locator('.active').getByText(name).waitFor()
  }
  expect((await sandbox.world('w1').scenarios.get()).map(({ name }) => name)).toEqual(['slow', 'new-fields'])
})

test('a sentence refuses a value out of bounds', async () => {
  const { page } = await openWorld()
  await page.locator('summary', { hasText: 'flaky' }).first().click()
  await page.locator('.choose').filter({ visible: true }).getByLabel('failures').fill('9999')
  await page.getByRole('button', { name: 'Put on w1: flaky' }).click()
  await expect.poll(() => page.getByRole('alert').filter({ hasText: 'failures must be' }).isVisible()).toBe(true)
})

test('the clock is advanced, frozen and set, also to the removal date', async () => {
  const { sandbox, page } = await openWorld()
  const clock = () => sandbox.world('w1').clock.get()
  await page.getByRole('button', { name: '+1 day' }).click()
  await expect.poll(async () => Math.round((Date.parse((await clock()).now) - Date.now()) / 3_600_000)).toBe(24)
  await page.getByRole('button', { name: 'Freeze' }).click()
  await page.getByRole('button', { name: 'Let it run' }).waitFor()
  expect((await clock()).frozen).toBe(true)
  await page.getByLabel('Set to').fill('2030-12-05T00:00:00')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await page.getByText('2030-12-05 00:00:00 UTC').waitFor()
  expect(await send(sandbox, { path: '/v1/pets/1', headers: KEY })).toBe(404)
  for (const [typed, shown] of [
    ['2029-01-01T14:03', /2029-01-01 14:03:00 UTC/],
    ['2030-12-05T14:03:09', /2030-12-05 14:03:09 UTC/],
    ['1969-01-01T00:00', /1970/],
  ] as const) {
    await page.getByLabel('Set to').fill(typed)
    await page.getByRole('button', { name: 'Set', exact: true }).first().click()
    await page.getByText(shown).waitFor()
  }
  await page.getByRole('button', { name: 'Back to real time' }).click()
  await page.getByText('real time', { exact: true }).waitFor()
  expect((await clock()).frozen).toBe(false)
})

test('the limits change with each request; two requests are left, and a ban is lifted', async () => {
  const sandbox = await start({ banAfter: 2 })
  await send(sandbox, IN_W1)
  const { page } = await openPage(sandbox, '/#worlds/w1')
  const plan = page.locator('.plan', { hasText: 'sandbox_free_w1' })
  await plan.getByText('59 of 60').waitFor()
  await send(sandbox, IN_W1)
  await plan.getByText('58 of 60').waitFor()
  await plan.getByRole('button', { name: 'Leave 2 requests' }).click()
  await plan.getByText('2 of 60').waitFor()
  for (let sent = 0; sent < 3; sent += 1) await send(sandbox, IN_W1)
  // A request in the second after a 429 may have been on its way, so it counts for no ban.
  await sandbox.world('w1').clock.advance(1.1)
  for (let sent = 0; sent < 3; sent += 1) await send(sandbox, IN_W1)
  await plan.getByText('banned until').waitFor()
  await plan.getByRole('button', { name: 'Fill up' }).click()
  await expect.poll(() => plan.getByText('banned until').count()).toBe(0)
})

test('the data is a table: an animal is added with an int64, changed and deleted, and the world reset', async () => {
  const { sandbox, page } = await openWorld()
  const pets = async () => (await sandbox.world('w1').data.get()).pets as { id: number; name: string; categoryId: unknown }[]
  const item = page.getByLabel('New or changed item of pets')
  const save = page.getByRole('button', { name: 'Save' }).first()
  await item.fill('{"name":"Rex","categoryId":9223372036854775807,"status":"sold"}')
  await save.click()
  await page.getByRole('cell', { name: '9223372036854775807' }).waitFor()
  expect((await pets()).at(-1)).toMatchObject({ name: 'Rex', categoryId: 9223372036854775807n })
  await page.getByRole('button', { name: 'Change 16' }).click()
  expect(await item.inputValue()).toContain('"categoryId":9223372036854775807')
  await item.fill((await item.inputValue()).replace('Rex', 'Max'))
  await item.press('Enter')
  await expect.poll(async () => (await pets()).at(-1)).toMatchObject({ name: 'Max', categoryId: 9223372036854775807n })
  await page.getByRole('button', { name: 'Delete 16' }).click()
  await expect.poll(async () => (await pets()).length).toBe(15)
  await send(sandbox, {
    method: 'POST',
    path: '/v1/pets',
    headers: { ...KEY, 'content-type': 'application/json' },
    body: `{"name":"Tom${'m'.repeat(999)}","categoryId":1}`,
  })
  await page.getByRole('cell', { name: 'Tom' }).waitFor()
  const { x = 0 } = (await page.getByRole('button', { name: 'Delete 17' }).boundingBox()) ?? {}
  expect(x, 'a long name leaves the buttons in sight').toBeLessThan(1600)
  await page.getByRole('button', { name: 'Reset the world' }).click()
  await expect.poll(async () => (await pets()).length).toBe(15)
  await expect.poll(() => page.getByRole('cell', { name: 'Tom' }).count()).toBe(0)
})

test.each([
  ['{"name":"Rex","categoryId":9223372036854775808,"status":"sold"}', 'categoryId'],
  ['Rex', 'This is not JSON'],
  ['null', 'body'],
  ['5', 'body'],
])('a sentence refuses %s', async (text, sentence) => {
  const { page } = await openWorld()
  await page.getByLabel('New or changed item of pets').fill(text)
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect.poll(() => page.getByRole('alert').filter({ hasText: sentence }).count()).toBe(1)
})

test('a world whose clock nobody has moved gets no mark, however long ago the page has read it', async () => {
  const { page } = await openWorld()
  const link = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
  await page.getByRole('heading', { name: 'Clock' }).waitFor()
  await page.clock.setFixedTime(Date.now() + 120_000)
  for (const view of ['Report', 'Worlds']) await link(view).click()
  await page.getByRole('link', { name: /^w1 2 min/ }).waitFor()
  expect(await page.getByText('clock moved').count()).toBe(0)
})
