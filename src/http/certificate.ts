// Certificates for HTTPS: given ones, or made at start by an authority of our own that exists for this run only.
// The door of selfsigned, which is loaded when there is one to make.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf, StartError } from '../replies/problem.ts'

/** How HTTPS is served. */
export interface TlsOptions {
  /** Files in PEM: a certificate (with its chain) and its key, both or none. Without them a certificate is made. */
  readonly cert?: string
  /** The key of the certificate, a file in PEM. */
  readonly key?: string
  /** Host names and addresses beside localhost, 127.0.0.1 and ::1 for one that is made. */
  readonly names?: string | readonly string[]
}

export interface Certificate {
  /** In PEM. */
  readonly cert: string
  readonly key: string
  /** The file that clients have to trust, when the certificate was made. */
  readonly authorityFile?: string
  /** Removes what was made for this run. */
  dispose(): Promise<void>
}

const OWN_NAMES = ['localhost', '127.0.0.1', '::1']
const DAY_MS = 86_400_000
const DAYS = 30

/** Loads or makes a certificate; `directory` is where the authority's file goes, by default among temporary files. */
export async function prepareCertificate({ cert, key, names = [] }: TlsOptions, directory?: string): Promise<Certificate> {
  if (cert !== undefined && key !== undefined) return loadPair(cert, key)
  const { authority, leaf } = await makeChain([...OWN_NAMES, ...[names].flat()])
  const temporary = directory === undefined ? await mkdtemp(join(tmpdir(), 'petstore-sandbox-')) : undefined
  const authorityFile = join(temporary ?? String(directory), 'ca.pem')
  await writeFile(authorityFile, authority)
  return {
    cert: leaf.cert,
    key: leaf.private,
    authorityFile,
    dispose: () => rm(temporary ?? authorityFile, { recursive: true, force: true }),
  }
}

async function loadPair(certFile: string, keyFile: string): Promise<Certificate> {
  const [cert, key] = [await readPem(certFile), await readPem(keyFile)]
  const { createSecureContext } = await import('node:tls')
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw new StartError(`${certFile}, ${keyFile}: the certificate cannot be used: ${messageOf(error)}`)
  }
  return { cert, key, dispose: async () => {} }
}

async function readPem(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error) => {
    throw new StartError(`${file}: cannot be read: ${messageOf(error)}`)
  })
}

async function makeChain(names: readonly string[]) {
  const { generate } = (await import('selfsigned')).default
  // Clients' clocks differ a little, also from that of a container.
  const dates = { notBeforeDate: new Date(Date.now() - DAY_MS), notAfterDate: new Date(Date.now() + DAYS * DAY_MS) }
  const common = { keyType: 'ec' as const, algorithm: 'sha256', ...dates }
  const authority = await generate([{ name: 'commonName', value: 'Pet Store Sandbox, authority of one run' }], {
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
      { name: 'basicConstraints', cA: false, critical: true },
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
