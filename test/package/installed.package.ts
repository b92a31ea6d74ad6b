// The package as a partner installs it: built, packed, installed into an empty folder, and nothing else with it.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

const execute = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TOOLS = join(ROOT, 'node_modules')
/** The folder of the partner, and in it the folder of the package. */
let directory: string
let installed: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'petstore-sandbox-'))
  installed = join(directory, 'node_modules', 'petstore-sandbox')
  const tarball = await findTarball(directory)
  await writeFile(join(directory, 'package.json'), '{"type":"module"}')
  await execute('npm', ['install', '--silent', '--no-audit', '--no-fund', tarball], { cwd: directory })
  return () => rm(directory, { recursive: true, force: true })
})

/** The tarball of a release, else one that is packed now. */
async function findTarball(destination: string): Promise<string> {
  const released = process.env.npm_lifecycle_event === 'postversion' && `petstore-sandbox-${process.env.npm_package_version}.tgz`
  if (released) return join(ROOT, released)
  await execute('npm', ['run', 'build', '--', '--pack', '--pack-destination', destination], { cwd: ROOT })
  const tarball = (await readdir(destination)).find((name) => name.endsWith('.tgz'))
  return join(destination, String(tarball))
}

const runScript = (code: string, type = 'module') =>
  execute(process.execPath, [`--input-type=${type}`, '-e', code], { cwd: directory }).then(({ stdout }) => stdout)

test('it brings nothing with it, and its manifest asks for nothing', async () => {
  expect((await readdir(dirname(installed))).filter((name) => !name.startsWith('.'))).toEqual(['petstore-sandbox'])
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  expect(manifest).toMatchObject({
    name: 'petstore-sandbox',
    version,
    license: 'MIT',
    engines: { node: '>=22.18' },
    repository: { type: 'git' },
  })
  for (const field of ['private', 'dependencies', 'devDependencies', 'scripts']) expect(manifest).not.toHaveProperty(field)
  expect((await readdir(installed)).sort()).toEqual(
    [
      'CHANGELOG.md',
      'LICENSE',
      'LICENSES.txt',
      'README.md',
      'bin',
      'fixtures',
      'lib',
      'package.json',
      'scenarios',
      'skills',
      'spec',
      'types',
    ].sort(),
  )
})

test('it names the licence of every package that is inside', async () => {
  const licences = await readFile(join(installed, 'LICENSES.txt'), 'utf8')
  for (const name of ['koa', 'ajv', 'yaml', 'cross-spawn', '@stoplight/prism-http', '@scalar/api-reference', '@scalar/themes', 'vue'])
    expect(licences).toMatch(new RegExp(`^${name} [\\d.]+, \\S`, 'm'))
})

test('the library answers with handlers, from the contract and by scenarios', async () => {
  const output = await runScript(`
    import { startSandbox } from 'petstore-sandbox'
    const sandbox = await startSandbox()
    const get = async (headers) => (await fetch(sandbox.url + '/pets/1', { headers: { authorization: 'Bearer ' + sandbox.key(), ...headers } })).status
    console.log(await get({}), await get({ prefer: 'dynamic=true' }), await get({ 'sandbox-scenario': 'rate-limited' }))
    await sandbox.close()`)
  expect(output).toBe('200 200 429\n')
})

test('wrong options, requests and steps are refused in full sentences, without the code of AJV', async () => {
  const lib = join(installed, 'lib')
  const [name = ''] = (await readdir(lib)).filter((file) => file.startsWith('ajv-'))
  await rename(join(lib, name), join(lib, 'hidden'))
  onTestFinished(() => rename(join(lib, 'hidden'), join(lib, name)))
  const output = await runScript(`
    import { startSandbox } from 'petstore-sandbox'
    await startSandbox({ port: 70000 }).catch(({ message }) => console.log(message))
    const sandbox = await startSandbox()
    const send = async (path, init) => {
      const headers = { authorization: 'Bearer ' + sandbox.key(), 'content-type': 'application/json', ...init.headers }
      const reply = await fetch(sandbox.url + path, { ...init, headers })
      console.log((await reply.json()).message)
    }
    await send('/pets', { method: 'POST', body: '{"name":5,"categoryId":9999999999999999999}' })
    try { sandbox.world(3) } catch (error) { console.log(error.constructor.name + ': ' + error.message) }
    await send('/pets?limit=500', {})
    await send('/pets', { headers: { 'sandbox-scenario': 'rate-limited;retry-after=-5' } })
    await sandbox.close()`)
  expect(output.split('\n')).toEqual([
    'port must be a whole number from 0 to 65535, got 70000',
    'name must be a string, got 5; categoryId must be at most 9223372036854775807, got 9999999999999999999',
    'SandboxError: the name of a world must be a text, got 3',
    'limit must be at most 100, got 500',
    'rate-limited: retry-after must be from 0 to 86400, got -5',
    '',
  ])
})

test('the parts that are loaded late are there: certificates, metrics and stores', async () => {
  const output = await runScript(`
    import { startSandbox } from 'petstore-sandbox'
    const sandbox = await startSandbox({ metrics: true, tls: true, size: 3 })
    await sandbox.close()
    await startSandbox({ store: 'redis://127.0.0.1:1' }).catch(({ message }) => console.log(message))`)
  expect(output).toContain('ECONNREFUSED')
})

test('CommonJS takes the library by require', async () => {
  expect(await runScript(`console.log(typeof require('petstore-sandbox').startSandbox)`, 'commonjs')).toBe('function\n')
})

test('the library as its README shows it', async () => {
  const [, shown = ''] = /```ts\n(.*?)\n```/s.exec(await readFile(join(installed, 'README.md'), 'utf8')) ?? []
  expect(await runScript(shown, 'module-typescript')).toBe('404 operation_removed\n')
})

test('the command serves, and health finds it by its address', async () => {
  const { bin } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as { bin: Record<string, string> }
  const command = String(bin['petstore-sandbox'])
  const start = [command, '--data', join(directory, 'data'), '--size', '3']
  const child = spawn(process.execPath, start, { cwd: installed, env: { PETSTORE_SANDBOX_PORT: '0' } })
  onTestFinished(async () => {
    const ended = once(child, 'close')
    child.kill('SIGKILL')
    await ended
  })
  const [chunk] = await once(child.stdout, 'data')
  const { url } = JSON.parse(String(chunk)) as { url: string }
  const pets = await fetch(`${url}/pets`, { headers: { authorization: 'Bearer sandbox_free' } })
  expect(await pets.json()).toHaveLength(3)

  const { origin, port } = new URL(url)
  // The console is among the files of the package.
  for (const path of ['/', '/docs', '/console/console.js', '/console/style.css', '/console/docs.js'])
    expect((await fetch(origin + path)).status).toBe(200)
  // The package has this script compressed.
  expect(await (await fetch(`${origin}/console/scalar.js`)).text()).toContain('createApiReference')
  const { stdout } = await execute(process.execPath, [join(installed, command), 'health', '--port', port])
  expect(stdout).toMatch(`${origin}: ok, sandbox `)
})

test.skipIf(process.platform === 'win32')('npm links the command', async () => {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` }
  const { stdout } = await execute(join(directory, 'node_modules', '.bin', 'petstore-sandbox'), ['--version'], { env })
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

const TYPED = `
import { assertVerdict, connectSandbox, inject, type JournalEntry, Problem, type SandboxHandle, type SandboxOptions, startSandbox, type WorldHandle } from 'petstore-sandbox'
const options: SandboxOptions = { size: 3, tlsName: 'petstore', log: { format: 'json', write: (line: string) => {} } }
const sandbox = await startSandbox(options)
const world: WorldHandle = sandbox.world('w1')
await world.clock.set({ now: '2030-12-05T00:00:00Z', frozen: true })
const exchanges: readonly JournalEntry[] = await world.requests.list()
export const code: string = new Problem('not_found', 'there is none').code
// @ts-expect-error: an exchange is typed
exchanges[0]?.nothing
// @ts-expect-error: a limit is a number
await world.limits.set('free', { remaining: 'two' })
// @ts-expect-error: the plan is called free
sandbox.key('fre')
// @ts-expect-error: the plan is called free
await inject({ command: ['npm', 'test'], plan: 'fre' })
// @ts-expect-error: the rule is called gives-up
assertVerdict(await sandbox.report(), { ignore: { 'give-up': 'a worker ends it' } })
// @ts-expect-error: the operation is called createPet
await world.scenarios.put([{ name: 'flaky', operations: ['addPet'] }])
await world.scenarios.put([{ name: 'of-my-own', operations: ['createPet'] }, { steps: [{ times: 1, respond: { status: 503 } }] }])
// @ts-expect-error: other contracts are no part of the library
await startSandbox({ contract: 'openapi.yaml' })
const handles: SandboxHandle[] = [sandbox, await connectSandbox(sandbox.url, { token: 'let me in' })]
export const keys: string[] = handles.map(({ url, key }) => url + key('pro', 'w1'))
for await (const event of await world.events()) if (event.type === 'changed') event.change.what satisfies string
// @ts-expect-error: a token is a text
await connectSandbox(sandbox.url, { token: 5 })
// @ts-expect-error: what the control API alone uses is not shown
sandbox.served
await sandbox.close()
`

const USING = `
import { startSandbox } from 'petstore-sandbox'
await using sandbox = await startSandbox()
`

test.each([
  ['nodenext', [], { module: 'nodenext', lib: ['es2015'] }],
  ['nodenext', ['node'], { module: 'nodenext', lib: ['es2022'] }],
  ['bundler', [], { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'] }],
  ['bundler', ['node'], { module: 'esnext', moduleResolution: 'bundler' }],
])('the types stand alone: resolved by %s, beside the types of %j', async (_resolution, types, options) => {
  const project = await mkdtemp(join(directory, 'types-'))
  const compilerOptions = {
    ...options,
    target: 'es2022',
    types,
    typeRoots: [join(TOOLS, '@types')],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
  }
  await writeFile(join(project, 'client.ts'), TYPED)
  await writeFile(join(project, 'using.ts'), USING)
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  const { stdout } = await execute(join(TOOLS, '.bin', 'tsc'), ['-p', project]).catch((error) => error as { stdout: string })
  expect(stdout).toBe('')
})
