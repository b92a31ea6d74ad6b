// The switches of a world change what clients meet.

import { expect, test } from 'vitest'
import { start } from '../support/sandbox.ts'
import { send, withKey } from './support/misbehave.ts'
import { nextFrame, openPage, useBrowser, visit } from './support/page.ts'

useBrowser()

const KEY = withKey('sandbox_free_w1')
const IN_W1 = { path: '/v1/pets', headers: KEY }

async function openSwitches(world = 'w1') {
  const sandbox = await start()
  await send(sandbox, IN_W1)
  const { page } = await openPage(sandbox, '/#switches')
  await page.getByLabel('World', { exact: true }).fill(world)
  await page.getByRole('link', { name: new RegExp(`^${world}\\b`) }).click()
  return { sandbox, page }
}

test('looking at a world does not create it', async () => {
  const { sandbox, page } = await openSwitches('ghost')
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
  const { sandbox, page } = await openSwitches()
  await page.locator('summary', { hasText: 'flaky' }).click()
  const card = page.locator('.choose').filter({ visible: true })
  await card.getByLabel('failures').fill('1')
  await card.getByLabel('listPets').check()
  await page.getByRole('button', { name: 'Put on w1: flaky' }).click()
  await page.getByRole('button', { name: '1 world forced' }).click()
  await page.locator('#forced').getByText('flaky, took 0 calls').waitFor()
  expect(await sandbox.world('w1').scenarios.get()).toMatchObject([
    { name: 'flaky', parameters: { failures: 1 }, operations: ['listPets'] },
  ])
  expect(await send(sandbox, IN_W1)).toBe(500)
  await page.getByRole('link', { name: 'Report', exact: true }).click()
  await page.getByRole('button', { name: '1 world forced' }).click()
  await page.locator('#forced').getByText('flaky, took 1 call, used up').waitFor()
  await page.locator('#forced').getByRole('link', { name: 'w1' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.poll(() => sandbox.world('w1').scenarios.get()).toEqual([])
  await expect.poll(() => page.getByRole('button', { name: /forced/ }).count()).toBe(0)
})

test('a second scenario is added to the first', async () => {
  const { sandbox, page } = await openSwitches()
  for (const name of ['slow', 'new-fields']) {
    await page.getByRole('button', { name: `Put on w1: ${name}` }).click()
    await page.locator('.active').getByText(name).waitFor()
  }
  expect((await sandbox.world('w1').scenarios.get()).map(({ name }) => name)).toEqual(['slow', 'new-fields'])
})

test('a sentence refuses a value out of bounds', async () => {
  const { page } = await openSwitches()
  await page.locator('summary', { hasText: 'flaky' }).click()
  await page.locator('.choose').filter({ visible: true }).getByLabel('failures').fill('9999')
  await page.getByRole('button', { name: 'Put on w1: flaky' }).click()
  await expect.poll(() => page.getByRole('alert').filter({ hasText: 'failures must be' }).isVisible()).toBe(true)
})

test('the clock is advanced, frozen and set, and jumps to the removal date', async () => {
  const { sandbox, page } = await openSwitches()
  const clock = () => sandbox.world('w1').clock.get()
  await page.getByRole('button', { name: '+1 day' }).click()
  await expect.poll(async () => Math.round((Date.parse((await clock()).now) - Date.now()) / 3_600_000)).toBe(24)
  await page.getByRole('button', { name: 'Freeze' }).click()
  await page.getByRole('button', { name: 'Let it run' }).waitFor()
  expect((await clock()).frozen).toBe(true)
  await page.getByRole('button', { name: 'Jump to the removal of getPet, 2030-12-05' }).click()
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
  const { page } = await openPage(sandbox, '/#switches/w1')
  const plan = page.locator('.plan', { hasText: 'sandbox_free_w1' })
  await plan.getByText('59 of 60').waitFor()
  await send(sandbox, IN_W1)
  await plan.getByText('58 of 60').waitFor()
  await plan.getByLabel('Requests to leave').fill('2')
  await plan.getByRole('button', { name: 'Set' }).click()
  await plan.getByText('2 of 60').waitFor()
  for (let sent = 0; sent < 3; sent += 1) await send(sandbox, IN_W1)
  // A request in the second after a 429 may have been on its way, so it counts for no ban.
  await sandbox.world('w1').clock.advance(1.1)
  for (let sent = 0; sent < 3; sent += 1) await send(sandbox, IN_W1)
  await plan.getByText('Banned until').waitFor()
  await plan.getByRole('button', { name: 'Lift the ban' }).click()
  await expect.poll(() => plan.getByText('Banned until').count()).toBe(0)
})

test('the data is a table: an animal is added with an int64, sold and deleted, and the world reset', async () => {
  const { sandbox, page } = await openSwitches()
  const pets = async () =>
    (await sandbox.world('w1').data.get()).pets as { id: number; name: string; categoryId: unknown; status: string }[]
  await page.getByLabel('name of the new item').fill('Rex')
  await page.getByLabel('categoryId of the new item').fill('9223372036854775807')
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const row = page.locator('tr', { hasText: '16' })
  const category = row.getByLabel('categoryId of 16')
  await expect.poll(() => category.inputValue()).toBe('9223372036854775807')
  expect((await pets()).at(-1)).toMatchObject({ name: 'Rex', categoryId: 9223372036854775807n })
  await row.getByLabel('status of 16').selectOption('sold')
  await expect.poll(async () => (await pets()).at(-1)?.status).toBe('sold')
  await row.getByLabel('name of 16').fill('Max')
  await row.getByLabel('name of 16').press('Enter')
  await expect.poll(async () => (await pets()).at(-1)?.name).toBe('Max')
  await category.fill('9223372036854775806')
  await category.press('Tab')
  await expect.poll(async () => (await pets()).at(-1)?.categoryId).toBe(9223372036854775806n)
  // The field is made anew when the page has read the new value.
  await expect.poll(() => category.inputValue()).toBe('9223372036854775806')
  await category.fill('many')
  await category.press('Tab')
  await page.getByRole('alert').filter({ hasText: 'categoryId' }).waitFor()
  await expect.poll(() => category.inputValue(), { message: 'the true value is back' }).toBe('9223372036854775806')
  await row.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(async () => (await pets()).length).toBe(15)
  await send(sandbox, {
    method: 'POST',
    path: '/v1/pets',
    headers: { ...KEY, 'content-type': 'application/json' },
    body: '{"name":"Tom","categoryId":1}',
  })
  await expect.poll(() => page.getByLabel('name of 17').inputValue()).toBe('Tom')
  await page.getByRole('button', { name: 'Reset the world' }).click()
  await expect.poll(async () => (await pets()).length).toBe(15)
  await expect.poll(() => page.getByLabel('name of 17').count()).toBe(0)
})

test('a sentence refuses a value that breaks the contract', async () => {
  const { page } = await visit('/#switches')
  await page.getByRole('button', { name: 'Create it now' }).or(page.getByLabel('name of the new item')).waitFor()
  if (await page.getByRole('button', { name: 'Create it now' }).isVisible())
    await page.getByRole('button', { name: 'Create it now' }).click()
  await page.getByLabel('name of the new item').fill('Rex')
  await page.getByLabel('categoryId of the new item').fill('9223372036854775808')
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  await expect.poll(() => page.getByRole('alert').filter({ hasText: 'categoryId' }).isVisible()).toBe(true)
})
