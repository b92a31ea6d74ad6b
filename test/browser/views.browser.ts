// Every view, in both colour schemes and three widths: axe finds no violation, and a picture is kept for people in
// dist/screenshots. `npm run docs -- browser` also writes docs/console.png.

import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { examine, rex } from '../examine/suites.ts'
import { start } from '../support/sandbox.ts'
import { misbehave } from './support/misbehave.ts'
import { nextFrame, openPage, useBrowser } from './support/page.ts'

useBrowser()

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PICTURES = join(ROOT, 'dist', 'screenshots')
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const WIDTHS = [360, 900, 1200, 1600]
const SCHEMES = ['light', 'dark'] as const
const LONG = ['guides']

interface View {
  readonly path: string
  /** Opens the view. */
  readonly go: (page: Page) => Promise<unknown>
  /** Without requests, for the first visit. */
  readonly isEmpty?: boolean
  readonly token?: string
  /** Rules of axe that parts from elsewhere break. */
  readonly known?: readonly string[]
}

const openFault = (page: Page) => page.locator('[role=option]', { hasText: 'the body is not valid JSON' }).click()

const VIEWS: Readonly<Record<string, View>> = {
  first: { path: '/', go: (page) => page.getByText('Waiting for your first call').waitFor(), isEmpty: true },
  unlock: { path: '/', go: (page) => page.getByRole('dialog').waitFor(), isEmpty: true, token: 'sesame' },
  requests: { path: '/', go: (page) => page.locator('[role=option]').last().waitFor() },
  details: { path: '/', go: openFault },
  worlds: {
    path: '/#worlds/tests',
    go: async (page) => {
      await page.getByRole('heading', { name: 'Limits', exact: true }).waitFor()
      await page.locator('summary', { hasText: 'flaky' }).first().click()
      await page.getByLabel('Find a scenario').fill('429')
    },
  },
  report: { path: '/#report', go: (page) => page.locator('.coverage').waitFor() },
  campaign: {
    path: '/#report',
    go: async (page) => {
      const report = await examine((client) => client.call('POST', '/pets', rex, { tries: 2 }), { faults: ['lost-reply', 'server-error'] })
      const file = { name: 'report.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(report)) }
      await page.getByLabel('Open a report of inject').setInputFiles(file)
      await page.getByRole('heading', { name: 'Fault injection: FAILED' }).waitFor()
      await page.getByRole('button', { name: /TWICE/ }).first().click()
    },
  },
  guides: { path: '/docs/guides', go: (page) => page.getByRole('heading', { name: 'Many tests at once' }).waitFor() },
  docs: {
    path: '/docs#createPet',
    go: (page) => page.getByRole('heading', { name: 'Add an animal' }).waitFor({ timeout: 100_000 }),
    // Buttons of Scalar, and its second header in a narrow window.
    known: ['button-name', 'label-content-name-mismatch', 'landmark-no-duplicate-banner', 'landmark-unique'],
  },
}

const sizeOf = (width: number) => ({ width, height: width < 500 ? 780 : 900 })

/** The rules of axe that depend on the colour scheme. The other ones are tried with the light one. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** The violations that axe finds, one line each. Without `only`, all rules are tried. */
async function findFaults(page: Page, known: readonly string[], only?: readonly string[]): Promise<string[]> {
  // The policy of the page forbids other scripts, so the debugger loads axe.
  await page.evaluate(readFileSync(AXE, 'utf8'))
  const { violations } = await page.evaluate(
    (rules) =>
      (globalThis as unknown as { axe: { run: (options: object) => Promise<{ violations: Violation[] }> } }).axe.run(
        rules ? { runOnly: rules } : {},
      ),
    only,
  )
  const found = violations.filter(({ id }) => !known.includes(id))
  return found.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`))
}

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[]
}

/** Finds the faults of a view in one colour scheme. Keeps a picture of each width. */
async function look(name: string, { path, go, isEmpty, token, known = [] }: View, colorScheme: 'light' | 'dark'): Promise<string[]> {
  const faults: string[] = []
  const sandbox = await start(token === undefined ? {} : { controlToken: token })
  if (!isEmpty) await misbehave(sandbox)
  const { page } = await openPage(sandbox, path, { viewport: sizeOf(1600), colorScheme })
  await go(page)
  for (const width of WIDTHS) {
    await page.setViewportSize(sizeOf(width))
    await nextFrame(page)
    await page.screenshot({ path: join(PICTURES, `${name}-${width}-${colorScheme}.png`) })
    const wide = await page.evaluate(() =>
      Math.max(...[...document.querySelectorAll('html, main')].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)),
    )
    if (wide > 0) faults.push(`${width}: the page is ${wide} px too wide`)
    // axe needs much time for the long reference, and colours do not depend on the width.
    if (width === 1600 || (width === 360 && !LONG.includes(name)))
      for (const fault of await findFaults(page, known, colorScheme === 'dark' ? OF_COLOURS : undefined)) faults.push(`${width}: ${fault}`)
    if (isForReadme(name, width, colorScheme)) await page.screenshot({ path: join(ROOT, 'docs', 'console.png') })
  }
  return faults
}

const isForReadme = (name: string, width: number, scheme: string) =>
  process.env.UPDATE_DOCS === '1' && name === 'details' && width === 1600 && scheme === 'light'

const cases = Object.keys(VIEWS).flatMap((name) => SCHEMES.map((scheme) => [name, scheme] as const))

test.each(cases)('%s, %s: axe finds no fault, and no part is wider than the window', { timeout: 180_000 }, async (name, scheme) => {
  mkdirSync(PICTURES, { recursive: true })
  expect(await look(name, VIEWS[name] as View, scheme)).toEqual([])
})
