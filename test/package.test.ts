// The package as a partner installs it: built, packed, installed into an empty folder, and nothing else with it.

import { execFile, spawn } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createDirectory } from './support/command.ts'

const execute = promisify(execFile)
const ROOT = fileURLToPath(new URL('..', import.meta.url))

const CLIENT = `
import { startSandbox } from 'petstore-sandbox'
const sandbox = await startSandbox()
const get = (headers) => fetch(sandbox.url + '/pets/1', { headers: { authorization: 'Bearer ' + sandbox.key(), ...headers } })
console.log((await get({})).status, (await get({ prefer: 'dynamic=true' })).status, (await get({ 'sandbox-scenario': 'rate-limited' })).status)
await sandbox.close()
`

const TYPED = `
import { startSandbox } from 'petstore-sandbox'
await using sandbox = await startSandbox({ size: 3 })
await sandbox.world('w1').clock.set({ now: '2030-12-05T00:00:00Z', frozen: true })
// @ts-expect-error: a limit is a number
await sandbox.world('w1').limits.set('free', { remaining: 'two' })
`

/** The tarball of a release, else one that is packed now. */
async function findTarball(directory: string): Promise<string> {
  const released = process.env.npm_lifecycle_event === 'postversion' && `petstore-sandbox-${process.env.npm_package_version}.tgz`
  if (released) return join(ROOT, released)
  await execute('npm', ['pack', '--pack-destination', directory, '--silent'], { cwd: ROOT })
  const [tarball = ''] = await readdir(directory)
  return join(directory, tarball)
}

test('the tarball is command and library, with nothing to install beside it', async () => {
  const directory = await createDirectory()
  const tarball = await findTarball(directory)
  await writeFile(join(directory, 'package.json'), '{"type":"module"}')
  await execute('npm', ['install', '--silent', '--no-audit', '--no-fund', tarball], { cwd: directory })
  const installed = (await readdir(join(directory, 'node_modules'))).filter((name) => !name.startsWith('.'))
  expect(installed).toEqual(['petstore-sandbox'])

  const library = await execute(process.execPath, ['--input-type=module', '-e', CLIENT], { cwd: directory })
  expect(library.stdout).toBe('200 200 429\n')

  // The library as the README shows it, in a language that Node.js 22 does not know yet.
  if (Number(process.versions.node.split('.')[0]) >= 24) {
    const [, shown = ''] = /```ts\n(import \{ startSandbox \}.*?)\n```/s.exec(await readFile(join(ROOT, 'README.md'), 'utf8')) ?? []
    const ran = await execute(process.execPath, ['--input-type=module-typescript', '-e', shown], { cwd: directory })
    expect(ran.stdout).toBe('404 operation_removed\n')
  }

  const main = join(directory, 'node_modules', 'petstore-sandbox', 'dist', 'main.js')
  const port = String(20_000 + Math.floor(Math.random() * 12_000))
  const child = spawn(process.execPath, [main, '--port', port, '--data', join(directory, 'data'), '--size', '3'])
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const [line = ''] = await new Promise<string[]>((resolve) => child.stdout.once('data', (chunk) => resolve(String(chunk).split('\n'))))
  const { url } = JSON.parse(line) as { url: string }
  expect((await execute(process.execPath, [main, 'health', '--url', url])).stdout).toContain('ok')
  if (process.platform === 'linux') expect((await execute(process.execPath, [main, 'health', '--container'])).stdout).toContain('ok')

  await writeFile(join(directory, 'client.ts'), TYPED)
  const options = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'esnext',
    '--skipLibCheck',
    '--types',
    'node',
    '--typeRoots',
    join(ROOT, 'node_modules', '@types'),
  ]
  await execute(join(ROOT, 'node_modules', '.bin', 'tsc'), [...options, 'client.ts'], { cwd: directory })
}, 60_000)
