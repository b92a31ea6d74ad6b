// HTTPS as the service has it, trusted by clients that others wrote.

import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createDirectory, run } from '../support/command.ts'
import { start } from '../support/sandbox.ts'

const execute = promisify(execFile)

const NODE =
  "const r = await fetch(process.argv[1], { headers: { authorization: 'Bearer sandbox_free' } }); console.log((await r.json()).length)"
const PYTHON = `
import json, ssl, sys, urllib.request
request = urllib.request.Request(sys.argv[1], headers={"Authorization": "Bearer sandbox_free"})
print(len(json.load(urllib.request.urlopen(request, context=ssl.create_default_context(cafile=sys.argv[2])))))
`

test.each(['127.0.0.1', 'localhost'])('curl, Node.js and Python trust the certificate that was made, for %s', async (name) => {
  const sandbox = await start({ tls: {} })
  const authority = sandbox.authorityFile ?? ''
  const url = `${sandbox.url.replace('127.0.0.1', name)}/pets`
  expect(url).toMatch(/^https:/)
  const curl = await execute('curl', ['-sS', '--cacert', authority, '-H', 'Authorization: Bearer sandbox_free', url])
  expect(JSON.parse(curl.stdout)).toHaveLength(15)
  const node = await execute(process.execPath, ['--input-type=module', '-e', NODE, url], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: authority },
  })
  expect(node.stdout).toBe('15\n')
  const python = await execute('python3', ['-c', PYTHON, url, authority])
  expect(python.stdout).toBe('15\n')
  await expect(fetch(url)).rejects.toThrow()
})

test('links are https, and a reset reaches the client through TLS', async () => {
  const sandbox = await start({ tls: { names: ['petstore'] } })
  const authority = sandbox.authorityFile ?? ''
  const { port } = new URL(sandbox.origin)
  const headers = ['-H', 'Authorization: Bearer sandbox_free', '--cacert', authority, '--resolve', `petstore:${port}:127.0.0.1`]
  const { stdout } = await execute('curl', ['-sSi', ...headers, `https://petstore:${port}/v1/pets?limit=1`])
  expect(stdout).toContain(`<https://petstore:${port}/v1/pets?limit=1&cursor=`)
  await expect(execute('curl', ['-sS', ...headers, `https://petstore:${port}/~reset/v1/pets`])).rejects.toThrow(
    /reset|errno 104|SSL_ERROR_SYSCALL/,
  )
})

test('health and wait find a sandbox that serves HTTPS', async () => {
  const sandbox = await start({ tls: {} })
  const { exitCode, output } = await run(['health'], { PETSTORE_SANDBOX_PORT: new URL(sandbox.origin).port, PETSTORE_SANDBOX_TLS: 'true' })
  expect([exitCode, output]).toEqual([0, `${sandbox.origin}: ok\n`])
})

test('plain HTTP to the TLS port harms nobody', async () => {
  const sandbox = await start({ tls: {} })
  const { hostname, port } = new URL(sandbox.origin)
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write('GET / HTTP/1.1\r\n\r\n'))
    socket.on('error', () => {})
    socket.on('close', () => resolve())
  })
  await execute('curl', ['-sS', '--cacert', sandbox.authorityFile ?? '', `${sandbox.url}/pets`])
})

test('a certificate that cannot be used stops the start', async () => {
  const directory = await createDirectory()
  const file = join(directory, 'x.pem')
  await writeFile(file, 'nonsense')
  await expect(start({ tls: { cert: file } })).rejects.toThrow('--tls-key is missing: give certificate and key together')
  await expect(start({ tls: { cert: file, key: join(directory, 'none.pem') } })).rejects.toThrow('none.pem: cannot be read')
  await expect(start({ tls: { cert: file, key: file } })).rejects.toThrow('the certificate cannot be used')
})
