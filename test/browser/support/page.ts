// A page in a real Chromium, on a sandbox of its own. Every page is watched: a request that leaves the sandbox, an error in
// the page and anything that its Content-Security-Policy refuses fail the test.

import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import type { Sandbox, SandboxOptions } from '../../../src/sandbox.ts'
import { start } from '../../support/sandbox.ts'
import { findChromium } from './chromium.ts'

let browser: Browser

/** For the top of a test file: one browser for all its tests. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: String(findChromium()), args: ['--no-sandbox'] })
  })
  afterAll(() => browser.close())
}

interface Visit {
  readonly page: Page
  readonly sandbox: Sandbox
  /** Addresses outside of the sandbox that the page asked for. */
  readonly strange: readonly string[]
  /** The errors of the page. A test that causes an error on purpose must empty this list. */
  readonly faults: string[]
}

const WIDE = { width: 1600, height: 900 }

/** Starts a sandbox and opens a page of it. */
export async function visit(path = '/', options: SandboxOptions = {}, context: BrowserContextOptions = {}): Promise<Visit> {
  const sandbox = await start(options)
  return { sandbox, ...(await openPage(sandbox, path, context)) }
}

export async function openPage(sandbox: Sandbox, path = '/', context: BrowserContextOptions = {}): Promise<Omit<Visit, 'sandbox'>> {
  const window = await browser.newContext({ viewport: WIDE, reducedMotion: 'reduce', ...context })
  const page = await window.newPage()
  const strange: string[] = []
  const faults: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(sandbox.origin) && !/^(data|blob):/.test(url)) strange.push(url)
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|Refused to/i.test(message.text())) faults.push(message.text())
  })
  page.on('dialog', (dialog) => {
    // Only the page itself asks: a text of a client that runs would use alert.
    if (dialog.type() === 'confirm' && dialog.message().startsWith('Really ')) return void dialog.accept()
    faults.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  onTestFinished(async () => {
    await window.close()
    expect(strange, 'requests that left the sandbox').toEqual([])
    expect(faults, 'errors of the page').toEqual([])
  })
  await page.goto(sandbox.origin + path)
  return { page, strange, faults }
}

/** Waits until the page has handled what happened to it, has drawn it, and has had the time of one more frame. */
export const nextFrame = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))),
  )
