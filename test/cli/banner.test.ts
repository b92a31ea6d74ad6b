// The banner of start: as a text, and on a real terminal.

import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { renderAnnouncement, renderBanner, type Told } from '../../src/cli/start.ts'
import { MAIN } from '../support/command.ts'
import { hasTerminals, openTerminal } from '../support/terminal.ts'

const TOLD: Told = {
  url: 'http://127.0.0.1:4010/v1',
  origin: 'http://127.0.0.1:4010',
  example: 'http://127.0.0.1:4010/v1/pets',
  summary: ['Pet Store 1.0.0: 4 operations, 31 responses, 4 plans, 23 assumptions', '/srv/pet store/data'],
  plans: ['free', 'pro', 'business', 'enterprise'],
  key: (plan = 'free', world?: string) => `sandbox_${plan}${world === undefined ? '' : `_${world}`}`,
}

test('the banner', () => {
  expect(renderBanner(TOLD, 80)).toBe(`
  Base URL  http://127.0.0.1:4010/v1
  Console   http://127.0.0.1:4010/
  Keys      sandbox_free sandbox_pro sandbox_business sandbox_enterprise
            add _<name> for a world of its own: sandbox_free_w1
  Contract  Pet Store 1.0.0: 4 operations, 31 responses, 4 plans, 23 assumptions
            http://127.0.0.1:4010/openapi.yaml
  Docs      http://127.0.0.1:4010/docs
  Data      /srv/pet store/data

  curl -i http://127.0.0.1:4010/v1/pets \\
    -H 'Authorization: Bearer sandbox_free'

`)
})

const LONG_HOST = `http://${'petstore.'.repeat(9)}test:4010`
const AUTHORITY = '/tmp/my project/petstore-sandbox-k2x/ca.pem'

test.each([
  [80, TOLD],
  [80, { ...TOLD, origin: LONG_HOST, url: `${LONG_HOST}/v1`, example: `${LONG_HOST}/v1/pets` }],
  [80, { ...TOLD, authorityFile: AUTHORITY }],
  [40, TOLD],
])('in %i columns only a longer word is wider than that, and no URL is broken', (width, told) => {
  const banner = renderBanner(told, width)
  for (const line of banner.split('\n'))
    if (line.length > width)
      expect(line).toMatch(
        /^ +\S+( \\)?$|^ {2}curl -i \S+ \\$|^ {4}--cacert '.*' \\$|^ {2}(Base URL|Console |Docs {4}) {2}\S+$|^ +-H '.*'$/,
      )
  for (const url of [told.url, told.example, `${told.origin}/docs`, `${told.origin}/openapi.yaml`]) expect(banner).toContain(url)
})

test('a shell understands the curl command of the banner and of the announcement', () => {
  const told = { ...TOLD, authorityFile: AUTHORITY }
  const shown = renderBanner(told, 80).split('\n\n')[1] ?? ''
  const { try: announced } = JSON.parse(renderAnnouncement(told)) as { try: string }
  for (const line of [shown, announced]) {
    const { stdout } = spawnSync('sh', ['-c', line.replace('curl', "printf '%s\\n'")], { encoding: 'utf8' })
    expect(stdout.split('\n')).toEqual(['-i', TOLD.example, '--cacert', AUTHORITY, '-H', 'Authorization: Bearer sandbox_free', ''])
  }
})

test.runIf(hasTerminals)('on a terminal the banner fits, the log is coloured, and Ctrl-C ends it', async () => {
  const { shown, seen, type, ended } = openTerminal('exec "$@" --ephemeral --port 0', [process.execPath, MAIN])
  await seen("Bearer sandbox_free'\r\n")
  const lines = shown().split('\r\n')
  expect(lines.filter((line) => line.length > 80)).toEqual([])
  const [, url = ''] = /Base URL {2}(\S+)/.exec(shown()) ?? []
  expect(shown()).toContain(`curl -i ${url}/pets \\\r\n`)
  await fetch(`${url}/pets`, { headers: { authorization: 'Bearer sandbox_free' } })
  await seen('GET /v1/pets \u001b[32m200\u001b[39m handler sandbox_free')
  type('\u0003')
  expect(await ended).toBe(130)
})
