// The list has ten thousand requests and gets two hundred more a second. The page stays quick, and the rows do not jump.

import { loadavg } from 'node:os'
import { expect, test } from 'vitest'
import { start } from '../support/sandbox.ts'
import { send, withKey } from './support/misbehave.ts'
import { openPage, useBrowser } from './support/page.ts'

useBrowser()

interface Watched {
  shifts: number
  frames: number[]
}

test('the page stays quick with ten thousand requests, and three thousand more at two hundred a second', { timeout: 180_000 }, async () => {
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
  expect(await page.locator('[role=option]').count(), 'only the newest rows are there').toBe(500)

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
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  /** Sends requests at a steady rate, and resolves with the times between the frames of the page, the shortest first. */
  const measure = async (count: number, perSecond: number) => {
    await page.evaluate(() => {
      const { watched } = globalThis as unknown as { watched: Watched }
      watched.frames.length = 0
      watched.shifts = 0
    })
    for (let sent = 0; sent < count; sent += perSecond / 10) {
      const tenth = pause(100)
      await Promise.all(
        Array.from({ length: perSecond / 10 }, () => send(sandbox, { path: '/v1/pets', headers: withKey('sandbox_enterprise_w0') })),
      )
      await tenth
    }
    const { frames } = await page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched)
    return frames.toSorted((a, b) => a - b)
  }
  const debug = await page.context().newCDPSession(page)
  // Processor time, unlike the time of frames, depends little on what else the machine does.
  await debug.send('Performance.enable', { timeDomain: 'threadTicks' })
  const metric = async (wanted: string) => {
    const { metrics } = await debug.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
  }
  // performance.memory is rounded, and is seldom measured again.
  const heap = async () => {
    await debug.send('HeapProfiler.collectGarbage')
    return (await metric('JSHeapUsedSize')) / 1024 / 1024
  }
  const before200 = await heap()
  const begun = await metric('TaskDuration')
  const following = await measure(3000, 200)
  const spent = (((await metric('TaskDuration')) - begun) * 1000) / 3000
  const after200 = await heap()
  const share = (frames: readonly number[], part: number) => frames[Math.floor((frames.length - 1) * part)] ?? 0
  process.stdout.write(
    `following 200 a second: ${following.length} frames, median ${share(following, 0.5).toFixed(1)} ms, p99 ${share(following, 0.99).toFixed(1)} ms, ` +
      `slowest ${share(following, 1).toFixed(0)} ms; ${spent.toFixed(2)} ms of the page's processor time for each request; heap ${before200.toFixed(0)} MB, then ${after200.toFixed(0)} MB; load ${loadavg()[0]?.toFixed(1)}\n`,
  )
  // With 5 ms each, two hundred a second would take all of the time.
  expect(spent, 'milliseconds of processor time for each request').toBeLessThan(5)
  expect(after200, 'the heap stays flat').toBeLessThan(before200 + 15)
  await page.locator('.rows').evaluate((box) => box.scrollTo(0, 8000))
  const id = await page.locator('[role=option]').nth(240).getAttribute('id')
  const placeOf = async () => Math.round((await page.locator(`#${id}`).boundingBox())?.y ?? -1)
  const before = await placeOf()
  await measure(1000, 100)
  await page.getByRole('button', { name: /\d+ new/ }).waitFor()
  const { shifts } = await page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched)
  // The button may get wider by one digit.
  expect(shifts, 'layout shifts').toBeLessThan(0.001)
  // The row of the reader stays in place.
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
