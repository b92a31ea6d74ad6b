// The pages for people, as files. A browser tests their scripts.

import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renewConsole } from '../../build/console.ts'
import { createConsole } from '../../src/serve/published.ts'
import { createDirectory } from '../support/command.ts'
import { start } from '../support/sandbox.ts'

const PAGES = ['/', '/docs', '/docs/']
const FILES = [
  ...PAGES,
  '/docs/guides',
  ...['console.js', 'style.css', 'docs.js', 'docs.css', 'favicon.svg', 'scalar.js'].map((name) => `/console/${name}`),
]

/** The status of a repeated request, as a browser sends it. fetch would add a header that forbids caches. */
const statusAgain = (url: string, method: string, tag: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const sent = request(url, { method, headers: { 'if-none-match': tag } }, (response) => resolve(response.resume().statusCode))
    sent.on('error', reject).end()
  })

test.each(FILES)('%s is served, and again only when it has changed', async (path) => {
  const { origin } = await start()
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await fetch(origin + path, { method })
    expect(status).toBe(200)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await statusAgain(origin + path, method, String(headers.get('etag')))).toBe(304)
    expect(await statusAgain(origin + path, method, '"another"')).toBe(200)
  }
  const { status, headers } = await fetch(origin + path, { method: 'POST' })
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

test.each(PAGES)('%s has only the scripts and styles of its files', async (path) => {
  const { origin } = await start()
  const response = await fetch(origin + path)
  expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  const page = await response.text()
  for (const [, address = ''] of page.matchAll(/(?:src|href)="([^"]*)"/g)) expect((await fetch(origin + address)).status).toBe(200)
  expect(page).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*src=)/)
})

test.each(['/console', '/console/', '/console/../package.json', '/console/main.tsx', '/Docs'])('%s is not a page', async (path) => {
  const { origin } = await start()
  expect((await fetch(origin + path)).status).toBe(404)
})

test('when the console was not built, the page says how to build it', async () => {
  const directory = await createDirectory()
  const serve = createConsole(directory)['/']
  await expect(serve?.({} as never)).rejects.toThrow(/npm run console/)
})

test('two builds at once leave the files of the console, and nothing else', async () => {
  const directory = join(await createDirectory(), 'console')
  await Promise.all([renewConsole(directory), renewConsole(directory)])
  const files = ['console.js', 'docs.css', 'docs.html', 'docs.js', 'favicon.svg', 'guides.html', 'index.html', 'scalar.js', 'style.css']
  expect((await readdir(directory)).sort()).toEqual(files)
})
