// Certificates for HTTPS: given by the user, or made at the start with an authority that exists only for this run. This file is the door of
// selfsigned, which is loaded only when a certificate must be made.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf, StartError } from '../ground/problem.ts'
import { readUserFile } from '../ground/regular-file.ts'
import type { TlsOptions } from '../options/read-options.ts'

export interface Certificate {
  /** In PEM. */
  readonly cert: string
  readonly key: string
  /** The file with the authority that clients must trust. Only for a made certificate. */
  readonly authorityFile?: string
  /** Removes the files that were made for this run. */
  dispose?(): Promise<void>
}

const OWN_NAMES = ['localhost', '127.0.0.1', '::1']
const DAY_MS = 86_400_000
const DAYS = 30

/** Writes the authority of a made certificate to `directory`, or to a temporary directory if there is none. */
export async function prepareCertificate({ cert, key, names }: TlsOptions, directory?: string): Promise<Certificate> {
  if (cert !== undefined && key !== undefined) return loadPair(cert, key)
  const { authority, leaf } = await makeChain([...OWN_NAMES, ...names])
  const temporary = directory === undefined ? await mkdtemp(join(tmpdir(), 'petstore-sandbox-')) : undefined
  const authorityFile = join(temporary ?? String(directory), 'ca.pem')
  // The directory may come from somebody else. A link in it is replaced, and its target is not touched.
  await rm(authorityFile, { force: true })
  await writeFile(authorityFile, authority, { flag: 'wx' })
  return {
    cert: leaf.cert,
    key: leaf.private,
    authorityFile,
    // On a disk that became read-only the file stays.
    dispose: () => rm(temporary ?? authorityFile, { recursive: true }).catch(() => {}),
  }
}

async function loadPair(certFile: string, keyFile: string): Promise<Certificate> {
  const [cert, key] = [readUserFile(certFile, 'tlsCert'), readUserFile(keyFile, 'tlsKey')]
  const [{ createPrivateKey, X509Certificate }, { createSecureContext }] = await Promise.all([import('node:crypto'), import('node:tls')])
  try {
    // A secure context takes an empty file as no file.
    const fits = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
    createSecureContext({ cert, key })
    // A secure context also takes a key of another kind, such as EC with a certificate of RSA.
    if (!fits) throw new Error('the key belongs to another certificate')
  } catch (error) {
    throw new StartError(
      (optionName) =>
        `${certFile}, ${keyFile}: the certificate cannot be used: ${messageOf(error)}: give a certificate in PEM with ${optionName('tlsCert')}, and its key in PEM with ${optionName('tlsKey')}`,
    )
  }
  return { cert, key }
}

async function makeChain(names: readonly string[]) {
  const { generate } = (await import('selfsigned')).default
  // The clocks of clients and containers may differ a little from this clock.
  const dates = { notBeforeDate: new Date(Date.now() - DAY_MS), notAfterDate: new Date(Date.now() + DAYS * DAY_MS) }
  const common = { keyType: 'ec' as const, algorithm: 'sha256', ...dates }
  const authority = await generate([{ name: 'commonName', value: 'Pet Store Sandbox (authority of one run)' }], {
    ...common,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  const leaf = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...common,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: names.map((name) => (isIP(name) ? { type: 7 as const, ip: name } : { type: 2 as const, value: name })),
      },
    ],
  })
  return { authority: authority.cert, leaf }
}
