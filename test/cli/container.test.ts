// The health check of the image, and health --container: it finds the sandbox of this container by the command line of its process.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createDirectory, MAIN, runHere } from '../support/command.ts'
import { findPort } from '../support/machines.ts'
import { ROOT } from '../support/pages.ts'
import { start } from '../support/sandbox.ts'
import { serveHttp } from '../support/serve.ts'

test.skipIf(process.platform !== 'linux')(
  'health --container asks the sandbox that was started with the same script, and no other',
  async () => {
    const directory = await createDirectory()
    // Other tests run sandboxes too, but not by this name.
    const script = join(directory, 'mine.cjs')
    await symlink(MAIN, script)
    const health = (pid: string) =>
      runHere(['health', '--container'], { PETSTORE_SANDBOX_PORT: undefined, PETSTORE_SANDBOX_HOST: undefined }, undefined, [
        process.execPath,
        pid,
      ])
    const nobody = { exitCode: 3, output: '', errors: 'error: there is no sandbox in this container\n' }
    expect(await health(script)).toEqual(nobody)

    const port = String(await findPort())
    // Options of Node.js come before the script, and a relative path starts at the directory of the process.
    const args = ['--no-warnings', './mine.cjs', 'start', '--ephemeral', '-p', port, '--host', '0.0.0.0', '--log', 'json']
    const child = spawn(process.execPath, args, { cwd: directory, stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(async () => {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    })
    await once(child.stdout, 'data')
    // On a machine under load, the first answer may come too late for one call.
    await expect
      .poll(() => health(script))
      .toEqual({
        exitCode: 0,
        output: expect.stringMatching(`^http://127\\.0\\.0\\.1:${port}: ok, sandbox \\S+ .*\\n$`),
        errors: '',
      })
    expect(await health(join(directory, 'other.cjs'))).toEqual(nobody)
    child.kill('SIGTERM')
    await once(child, 'exit')
    expect(await health(script)).toEqual(nobody)
  },
)

test.skipIf(process.platform === 'win32')('the health check of the image starts Node.js only when the sandbox is not healthy', async () => {
  const directory = await createDirectory()
  await writeFile(join(directory, 'node'), '#!/bin/sh\necho "node $*"\n', { mode: 0o755 })
  const check = async (origin: string) => {
    const env = { PATH: `${directory}:${process.env.PATH}`, PETSTORE_SANDBOX_PORT: new URL(origin).port }
    return (await promisify(execFile)('bash', [join(ROOT, 'deploy/health.sh')], { env })).stdout
  }
  const byNode = 'node /app/bin/petstore-sandbox.cjs health --container\n'
  const sandbox = await start()
  await expect.poll(() => check(sandbox.origin)).toBe('')
  await sandbox.close()
  expect(await check(sandbox.origin)).toBe(byNode)
  expect(await check(await serveHttp((_request, response) => response.writeHead(503).end()))).toBe(byNode)
})
