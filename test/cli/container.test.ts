// The health check of the image.

import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createDirectory, runHere } from '../support/command.ts'
import { ROOT } from '../support/pages.ts'
import { start } from '../support/sandbox.ts'
import { serveHttp } from '../support/serve.ts'

const SCRIPT = '/app/bin/petstore-sandbox.cjs'

test.skipIf(process.platform === 'win32')('it starts Node.js only when the sandbox is not healthy', async () => {
  const directory = await createDirectory()
  await writeFile(join(directory, 'node'), '#!/bin/sh\nprintf "[%s]" node "$@"\n', { mode: 0o755 })
  const check = async (origin: string, ...words: string[]) => {
    const env = { PATH: `${directory}:${process.env.PATH}`, PETSTORE_SANDBOX_PORT: new URL(origin).port }
    const file = join(directory, 'cmdline')
    await writeFile(file, words.map((word) => `${word}\0`).join(''))
    return (await promisify(execFile)('bash', [join(ROOT, 'deploy/health.sh'), file], { env })).stdout
  }
  const sandbox = await start()
  await expect.poll(() => check(sandbox.origin)).toBe('')
  await sandbox.close()
  const byNode = `[node][${SCRIPT}][health]`
  expect(await check(sandbox.origin, 'sh')).toBe(byNode)
  const failing = await serveHttp((_request, response) => response.writeHead(503).end())
  expect(await check(failing, 'init', '--', 'node', '--flag', SCRIPT, 'start', '--port', '5', '--seed', '')).toBe(
    `${byNode}[--port][5][--seed][]`,
  )
  expect(await check(failing, 'node', SCRIPT, '--tls')).toBe(`${byNode}[--tls]`)
})

test('health takes the options that started the sandbox', async () => {
  const { origin } = await start()
  const args = ['--ephemeral', '--log', 'json', '--limits', 'off', '-p', new URL(origin).port, '--host', '0.0.0.0']
  expect((await runHere(['health', ...args])).output).toMatch(`${origin}: ok, sandbox `)
})
