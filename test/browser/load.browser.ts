// The list has ten thousand requests and gets a hundred more a second. The page stays quick, and the rows do not jump.

import { expect, test } from 'vitest'
import { start } from '../support/sandbox.ts'
import { send, withKey } from './support/misbehave.ts'
import { openPage, useBrowser } from './support/page.ts'

useBrowser()

interface Watched {
  shifts: number
  frames: number[]
}

test('the page stays quick with ten thousand requests, and a thousand more at a hundred a second', { timeout: 180_000 }, async () => {
  const sandbox = await start({ limits: 'off' })
  const worlds = Array.from({ length: 12 }, (_, index) => `w${index}`)
  const { page } = await openPage(sandbox)
  await page.getByText('live', { exact: true }).waitFor()
  for (let sent = 0; sent < 10_200; sent += 60) {
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        send(sandbox, { path: `/v1/pets/${(sent + index) % 20}`, headers: withKey(`sandbox_enterprise_${worlds[(sent + index) % 12]}`) }),
      ),
    )
  }
  await expect.poll(() => page.locator('.foot').innerText(), { timeout: 60_000 }).toMatch(/^(9,[89]|10,0)\d\d requests/)
  expect(await page.locator('[role=option]').count(), 'only a window of rows is there').toBeLessThan(80)

  await page.evaluate(() => {
    const watched: Watched = { shifts: 0, frames: [] }
    Object.assign(globalThis, { watched })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) watched.shifts += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: false })
    let last = performance.now()
    const frame = (now: number) => {
      watched.frames.push(now - last)
      last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
  const rows = page.locator('.rows')
  await rows.evaluate((box) => box.scrollTo(0, 200_000))
  const read = page.locator('[aria-posinset="5890"]')
  await read.waitFor()
  const id = await read.getAttribute('id')
  const placeOf = async () => Math.round((await page.locator(`#${id}`).boundingBox())?.y ?? -1)
  const before = await placeOf()
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  for (let sent = 0; sent < 1000; sent += 10) {
    const tenth = pause(100)
    await Promise.all(Array.from({ length: 10 }, () => send(sandbox, { path: '/v1/pets', headers: withKey('sandbox_enterprise_w0') })))
    await tenth
  }
  await page.getByRole('button', { name: /\d+ new/ }).waitFor()
  const { shifts, frames } = await page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched)
  // The button may get wider by one digit.
  expect(shifts, 'layout shifts').toBeLessThan(0.001)
  const sorted = frames.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  process.stdout.write(`frames: ${frames.length}, median ${median.toFixed(1)} ms, slowest ${sorted.at(-1)?.toFixed(0)} ms\n`)
  // The row of the reader stays in place when the oldest rows are dropped.
  expect(before).toBeGreaterThan(0)
  expect(await placeOf()).toBe(before)

  const searching = Date.now()
  await page.locator('#search').fill('status:404 x-ratelimit')
  await expect.poll(() => page.locator('.foot').innerText()).toMatch(/^[\d,]+ of/)
  process.stdout.write(`a search in the texts of all took ${Date.now() - searching} ms\n`)
  await page
    .getByRole('button', { name: /Requests|Clear/ })
    .first()
    .click()
})
