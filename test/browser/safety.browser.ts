// Texts of clients must not run in the console, and must not break it.

import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { start } from '../support/sandbox.ts'
import { send, withKey } from './support/misbehave.ts'
import { nextFrame, openPage, useBrowser, visit } from './support/page.ts'

useBrowser()

const EVIL = '<img src=x onerror="document.title=\'pwned\'"><script>document.title="pwned"</script>'
const isUnhurt = (title: string) => expect(title).not.toContain('pwned')

test('hostile names are texts: animal, header, path, scenario, world, case, key', async () => {
  const sandbox = await start()
  const evil = encodeURIComponent(EVIL)
  const world = 'evil'
  await sandbox.world(world).data.put({ pets: [{ id: 1, name: EVIL, categoryId: 2, status: 'available' }] })
  const key = withKey(`sandbox_free_${world}`)
  await send(sandbox, { path: `/v1/pets?${evil}=${evil}`, headers: { ...key, 'x-evil': EVIL, 'user-agent': EVIL } })
  await send(sandbox, { path: `/v1/${evil}`, headers: key })
  await send(sandbox, { path: '/v1/pets', headers: { ...key, 'sandbox-case': `"${EVIL.replaceAll('"', '\\"')}"` } })
  await send(sandbox, { path: '/v1/pets', headers: { ...key, 'sandbox-scenario': 'img;onerror="x"' } })
  await send(sandbox, { path: `/~${evil}/v1/pets`, headers: key })
  await send(sandbox, { path: `/~world=${evil}/v1/pets`, headers: key })
  await send(sandbox, { path: '/v1/pets', headers: withKey(`sandbox_free_${EVIL}`) })
  await send(sandbox, {
    method: 'POST',
    path: '/v1/pets',
    headers: { ...key, 'content-type': 'application/json' },
    body: JSON.stringify({ [EVIL]: EVIL }),
  })
  await send(sandbox, { method: 'POST', path: '/v1/pets', headers: { ...key, 'content-type': 'application/json' }, body: EVIL })
  const { page } = await openPage(sandbox)
  const rows = page.locator('[role=option]')
  await rows.nth(8).waitFor()
  for (let row = 0; row < 9; row += 1) {
    await rows.nth(row).click()
    await page.locator('.details .message').last().waitFor()
  }
  expect(await page.locator('.details').innerText(), 'shown as sent').toContain('<img src=x onerror=')
  for (const [view, part] of Object.entries({
    Worlds: 'main a',
    Report: '.verdict',
  })) {
    await page.getByRole('banner').getByRole('link', { name: view, exact: true }).click()
    await page.locator(part).first().waitFor()
    await nextFrame(page)
    expect(await page.locator('main img, main script, main [onerror]').count(), view).toBe(0)
  }
  isUnhurt(await page.title())
})

test.each(['/#requests/%3Cimg%20src=x%20onerror=alert(1)%3E', '/#%E0%A4%A', '/#requests/../../x'])(
  'the address %s is harmless',
  async (path) => {
    const { page } = await visit(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.locator('main img, main script').count()).toBe(0)
  },
)

test('the policy of the page forbids other scripts, calls to other servers, and frames in other pages', async () => {
  const { page, sandbox, faults } = await visit()
  for (const path of ['/', '/docs', '/docs/guides', '/console/console.js', '/console/style.css']) {
    const { headers } = await fetch(sandbox.origin + path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    // Scalar adds style sheets to its page. Scripts and calls of another server are refused there too.
    expect(path === '/docs' ? policy.replace("style-src 'self' 'unsafe-inline'", '') : policy).not.toMatch(/unsafe|\*|http/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
  const attack = (attempt: string) =>
    page.evaluate((name) => {
      const script = document.createElement('script')
      try {
        if (name === 'timer') setTimeout('document.title = "pwned"' as unknown as () => void)
        if (name === 'html') document.body.innerHTML = '<img src=x onerror="document.title=`pwned`">'
        if (name === 'inline') script.append('document.title = "pwned"')
        if (name === 'foreign') script.setAttribute('src', 'https://evil.example/x.js')
        document.body.append(script)
        return 'done'
      } catch (error) {
        return String(error)
      }
    }, attempt)
  expect(await attack('timer')).toMatch(/Error/)
  expect(await attack('html')).toMatch(/TrustedHTML/)
  expect(await attack('foreign')).toMatch(/TrustedScriptURL/)
  await attack('inline')
  // A script in the page runs, or is refused, when it is added. The browser tells of a refusal a moment later.
  await nextFrame(page)
  await expect.poll(() => faults.join('\n')).toMatch(/TrustedHTML/)
  isUnhurt(await page.title())
  faults.length = 0
})

test('the page weighs less than 120 KB, compressed', async () => {
  const { origin } = await start()
  let bytes = 0
  for (const path of ['/', '/console/console.js', '/console/style.css', '/console/favicon.svg']) {
    bytes += gzipSync(Buffer.from(await (await fetch(origin + path)).arrayBuffer())).length
  }
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThan(120_000)
})
