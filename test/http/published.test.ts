import { expect, test } from 'vitest'
import { start } from '../support/sandbox.ts'

test('the root leads to the reference', async () => {
  const { origin } = await start()
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await fetch(`${origin}/`, { method, redirect: 'manual' })
    expect([status, headers.get('location')]).toEqual([302, '/docs'])
  }
  const followed = await fetch(origin)
  expect([followed.url, followed.status]).toEqual([`${origin}/docs`, 200])
  expect(followed.headers.get('content-type')).toMatch(/^text\/html/)
  const { status, headers } = await fetch(`${origin}/`, { method: 'POST' })
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})
