// HTTPS as the real service has it, with clients by other authors that trust the certificate.

import { execFile } from 'node:child_process'
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { connect } from 'node:tls'
import { promisify } from 'node:util'
import { generate } from 'selfsigned'
import { describe, expect, test } from 'vitest'
import { quote } from '../../src/ground/words.ts'
import { createDirectory, runHere, serve } from '../support/command.ts'
import { startOn } from '../support/data-directory.ts'
import { connectRaw, sendRaw } from '../support/raw.ts'
import { start } from '../support/sandbox.ts'

const execute = promisify(execFile)

const NODE =
  "const r = await fetch(process.argv[1], { headers: { authorization: 'Bearer sandbox_free' } }); console.log((await r.json()).length)"

// certificate.languages.ts says the same of Python.
test.each(['127.0.0.1', 'localhost'])('curl and Node.js trust the certificate that was made, for %s', async (name) => {
  const sandbox = await start({ tls: true })
  const authority = sandbox.authorityFile ?? ''
  const url = `${sandbox.url.replace('127.0.0.1', name)}/pets`
  expect(url).toMatch(/^https:/)
  const curl = await execute('curl', ['-sS', '--cacert', authority, '-H', 'Authorization: Bearer sandbox_free', url])
  expect(JSON.parse(curl.stdout)).toHaveLength(15)
  const node = await execute(process.execPath, ['--input-type=module', '-e', NODE, url], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: authority },
  })
  expect(node.stdout).toBe('15\n')
  await expect(fetch(url)).rejects.toThrow('fetch failed')
  await sandbox.close()
  expect(existsSync(dirname(authority)), 'the files of the run').toBe(false)
})

test('clients with the variables of env --tls trust the certificate', async () => {
  const data = await createDirectory()
  const { url, origin } = await start({ tls: true, data })
  const { output } = await runHere(['env', '--tls', '--data', data, '--plan', 'free', '--port', new URL(origin).port])
  const clients = [
    'curl -sS -H "Authorization: Bearer $PETSTORE_API_KEY" "$PETSTORE_BASE_URL/pets"',
    `${quote(process.execPath)} --input-type=module -e "${NODE.replace('process.argv[1]', "process.env.PETSTORE_BASE_URL + '/pets'")}"`,
  ]
  expect(output).toContain(url)
  for (const client of clients) {
    const { stdout } = await execute('bash', ['-euc', `${output}${client}`])
    expect(stdout, client).toMatch(/^(\[\{"id":1,|15\n)/)
  }
})

test('links have https, and a reset reaches the client through TLS', async () => {
  const sandbox = await start({ tlsName: 'petstore' })
  const authority = sandbox.authorityFile ?? ''
  const { port } = new URL(sandbox.origin)
  const headers = ['-H', 'Authorization: Bearer sandbox_free', '--cacert', authority, '--resolve', `petstore:${port}:127.0.0.1`]
  const { stdout } = await execute('curl', ['-sSi', ...headers, `https://petstore:${port}/v1/pets?limit=1`])
  expect(stdout).toContain(`<https://petstore:${port}/v1/pets?limit=1&cursor=`)
  await expect(execute('curl', ['-sS', ...headers, `https://petstore:${port}/~reset/v1/pets`])).rejects.toThrow(
    /reset|errno 104|SSL_ERROR_SYSCALL/,
  )
})

test('the certificate that was made is for this machine and the given names, for 30 days, and only for servers', async () => {
  const { origin, authorityFile = '' } = await start({ tlsName: ['petstore', '10.0.0.7'] })
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const leaf = socket.getPeerX509Certificate() ?? expect.fail('there is no certificate')
  socket.end()
  const authority = new X509Certificate(await readFile(authorityFile))
  expect([authority.subject, leaf.issuer, leaf.subject]).toEqual([
    'CN=Pet Store Sandbox (authority of one run)',
    'CN=Pet Store Sandbox (authority of one run)',
    'CN=localhost',
  ])
  expect([authority.ca, leaf.ca, leaf.verify(authority.publicKey)]).toEqual([true, false, true])
  expect(leaf.subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, DNS:petstore, IP Address:10.0.0.7')
  // Server authentication (RFC 5280 §4.2.1.12).
  expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
  for (const { validFromDate, validToDate, publicKey, raw } of [authority, leaf]) {
    const days = (date: Date) => (date.getTime() - Date.now()) / 86_400_000
    expect([Math.round(10 * days(validFromDate)) / 10, Math.round(10 * days(validToDate)) / 10]).toEqual([-1, 30])
    expect(publicKey.asymmetricKeyType).toBe('ec')
    // ecdsa-with-SHA256 (RFC 5758 §3.2)
    expect(raw.toString('hex')).toContain('06082a8648ce3d040302')
  }
  // basicConstraints and keyUsage in DER, each critical: the authority signs certificates and lists, the leaf signs data.
  for (const [{ raw }, constraints, usage] of [
    [authority, '0603551d130101ff040530030101ff', '0603551d0f0101ff040403020106'],
    [leaf, '0603551d130101ff04023000', '0603551d0f0101ff040403020780'],
  ] as const) {
    expect(raw.toString('hex')).toContain(constraints)
    expect(raw.toString('hex')).toContain(usage)
  }
})

const withoutTls = (origin: string) => origin.replace('https', 'http')

test('plain HTTP to the TLS port gets no reply and does no harm, and the log names what failed', async () => {
  const { sandbox, said } = await startOn(await createDirectory(), { tls: true })
  const { text, ended, send } = connectRaw(withoutTls(sandbox.origin))
  send('GET / HTTP/1.1\r\n\r\n')
  expect(['closed', 'ECONNRESET']).toContain(await ended)
  expect(text()).toBe('')
  await expect(execute('curl', ['-sS', sandbox.url])).rejects.toThrow('certificate')
  await expect
    .poll(said)
    .toMatch(/a TLS handshake failed: the client uses plain HTTP: use https:.*unknown ca: let the client trust the CA file/s)
  const options = ['-sS', '--cacert', sandbox.authorityFile ?? '', '-H', 'Authorization: Bearer sandbox_free']
  expect(JSON.parse((await execute('curl', [...options, `${sandbox.url}/pets`])).stdout)).toHaveLength(15)
})

test('a connection that never begins its handshake does not hold up the end for 10 seconds', async () => {
  const sandbox = await start({ tls: true })
  const { ended } = connectRaw(withoutTls(sandbox.origin))
  // The sandbox accepts connections in their order.
  await sendRaw(withoutTls(sandbox.origin), 'GET / HTTP/1.1\r\n\r\n')
  const began = performance.now()
  await sandbox.close()
  expect(performance.now() - began).toBeLessThan(7000)
  expect(await ended).toBe('closed')
})

describe('a certificate of the user', () => {
  test('is served by the library, with both forms of the option, and by the command', async () => {
    const [{ cert, key, fingerprint }, other] = [await makePair(), await makePair()]
    expect(fingerprint).not.toBe(other.fingerprint)
    const sandboxes = [await start({ tlsCert: cert, tlsKey: key }), await start({ tls: true, tlsCert: cert, tlsKey: key })]
    const options = ['--ephemeral', '--tls-cert', cert, '--tls-key', key]
    const { url, child, finished } = await serve(options, { PETSTORE_SANDBOX_TLS_NAME: 'petstore' })
    for (const origin of [...sandboxes.map(({ origin }) => origin), new URL(url).origin]) {
      expect(origin).toMatch(/^https:/)
      expect(await fingerprintOf(origin)).toBe(fingerprint)
    }
    for (const { authorityFile } of sandboxes) expect(authorityFile).toBeUndefined()
    child.kill('SIGTERM')
    const { output } = await finished
    expect(JSON.parse(output)).not.toHaveProperty('ca')
  })

  test('that cannot be used stops the start', async () => {
    const directory = await createDirectory()
    const [one, other] = [await makePair(), await makePair()]
    const [nonsense, missing] = [join(directory, 'nonsense.pem'), join(directory, 'none.pem')]
    const empty = join(directory, 'empty.pem')
    await writeFile(nonsense, 'nonsense')
    await writeFile(empty, '')
    const rsa = join(directory, 'rsa.pem')
    await writeFile(rsa, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }))
    for (const [cert, key, message] of [
      [one.cert, other.key, `${one.cert}, ${other.key}: the certificate cannot be used: `],
      [one.cert, rsa, `${one.cert}, ${rsa}: the certificate cannot be used: the key belongs to another certificate: `],
      [nonsense, one.key, `${nonsense}, ${one.key}: the certificate cannot be used: `],
      [one.cert, nonsense, `${one.cert}, ${nonsense}: the certificate cannot be used: `],
      [empty, one.key, `${empty}, ${one.key}: the certificate cannot be used: `],
      [one.cert, empty, `${one.cert}, ${empty}: the certificate cannot be used: `],
      [one.cert, missing, `${missing}: there is no such file`],
    ] as const) {
      await expect(start({ tlsCert: cert, tlsKey: key })).rejects.toThrow(message)
      const { exitCode, errors } = await runHere(['-p', '0', '--ephemeral', '--tls-cert', cert, '--tls-key', key])
      expect([exitCode, errors.split('\n').length]).toEqual([2, 2])
      expect(errors).toContain(message)
      if (key !== missing) expect(errors).toMatch(/: give a certificate in PEM with --tls-cert, and its key in PEM with --tls-key\n$/)
    }
  })
})

/** The files of a self-signed certificate and its key. */
async function makePair(): Promise<{ cert: string; key: string; fingerprint: string }> {
  const directory = await createDirectory()
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec' })
  const files = { cert: join(directory, 'cert.pem'), key: join(directory, 'key.pem') }
  await writeFile(files.cert, cert)
  await writeFile(files.key, key)
  return { ...files, fingerprint: new X509Certificate(cert).fingerprint256 }
}

/** The fingerprint of the certificate that a server shows. */
async function fingerprintOf(origin: string): Promise<string> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { fingerprint256 } = socket.getPeerCertificate()
  socket.end()
  return fingerprint256
}
