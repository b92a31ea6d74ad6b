// The launcher says which Node.js is needed, also to versions that cannot read the rest.

import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { checkNodeVersion } from '../src/package-files.ts'

const execute = promisify(execFile)
const LAUNCHER = fileURLToPath(new URL('../bin/petstore-sandbox.cjs', import.meta.url))

/** Runs a program to its end, whatever its exit code. */
const run = (program: string, args: readonly string[]) =>
  execute(program, args).then(
    ({ stdout, stderr }) => ({ stdout, stderr, code: 0 }),
    ({ stdout, stderr, code }: { stdout: string; stderr: string; code: number }) => ({ stdout, stderr, code }),
  )

/** Runs the launcher as if this Node.js had another version. */
const runAs = (version: string) =>
  run(process.execPath, [
    '-e',
    `Object.defineProperty(process.versions, 'node', { value: '${version}' })
     process.argv.push('--version')
     require(${JSON.stringify(LAUNCHER)})`,
    'script',
  ])

test.each(['12.22.12', '20.20.2', '22.17.1', '9.0.0'])('Node.js %s is too old, and that is said in a sentence', async (version) => {
  expect(await runAs(version)).toEqual({
    code: 2,
    stdout: '',
    stderr: `error: the sandbox needs Node.js 22.18 or newer, and this is ${version}: npm install --save-dev node@24 brings it to npm scripts and npx\n`,
  })
})

test.each(['22.18.0', '100.1.0'])('Node.js %s will do', async (version) => {
  expect(await runAs(version)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' })
})

test('the library says the same', () => {
  expect(() => checkNodeVersion('22.17.1')).toThrow(
    'the sandbox needs Node.js 22.18 or newer, and this is 22.17.1: npm install --save-dev node@24 brings it to npm scripts and npx',
  )
  for (const version of ['22.18.0', '100.1.0']) expect(() => checkNodeVersion(version)).not.toThrow()
})

test('the manifest asks for the same version', async () => {
  const { devEngines } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  expect(devEngines.runtime.version).toBe('>=22.18')
})

test('an older Node.js that this machine has can read the launcher', async ({ skip }) => {
  const programs = (process.env.PATH ?? '').split(delimiter).map((directory) => join(directory, 'node'))
  for (const program of new Set(programs)) {
    const version = (await run(program, ['--version'])).stdout.trim().slice(1)
    if (version === '' || Number(version.split('.')[0]) >= 22) continue
    const { code, stderr } = await run(program, [LAUNCHER])
    expect(code).toBe(2)
    expect(stderr).toContain(`the sandbox needs Node.js 22.18 or newer, and this is ${version}: npm install --save-dev node@24`)
    return
  }
  skip('there is no Node.js older than 22 on the PATH')
})
