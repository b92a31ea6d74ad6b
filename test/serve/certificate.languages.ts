// Python trusts the certificate that was made, by the file of the authority and by the variables of `env --tls`.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createDirectory, runHere } from '../support/command.ts'
import { start } from '../support/sandbox.ts'

const execute = promisify(execFile)
const hasPython = await execute('python3', ['--version']).then(
  () => true,
  () => false,
)

const BY_FILE = `
import json, ssl, sys, urllib.request
request = urllib.request.Request(sys.argv[1], headers={"Authorization": "Bearer sandbox_free"})
print(len(json.load(urllib.request.urlopen(request, context=ssl.create_default_context(cafile=sys.argv[2])))))
`
const BY_VARIABLES = `
import os, urllib.request as u
print(u.urlopen(u.Request(os.environ["PETSTORE_BASE_URL"] + "/pets", headers={"Authorization": "Bearer sandbox_free"})).status)
`

test.skipIf(!hasPython).each(['127.0.0.1', 'localhost'])('by the file, for %s', async (name) => {
  const { url, authorityFile = '' } = await start({ tls: true })
  const { stdout } = await execute('python3', ['-c', BY_FILE, `${url.replace('127.0.0.1', name)}/pets`, authorityFile])
  expect(stdout).toBe('15\n')
})

test.skipIf(!hasPython)('by the variables', async () => {
  const data = await createDirectory()
  const { origin } = await start({ tls: true, data })
  const { output } = await runHere(['env', '--tls', '--data', data, '--plan', 'free', '--port', new URL(origin).port])
  const { stdout } = await execute('bash', ['-euc', `${output}python3 -c '${BY_VARIABLES}'`])
  expect(stdout).toBe('200\n')
})
