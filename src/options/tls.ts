// HTTPS: one option for the library, and three flat options that a command line can have too.

import { StartError } from '../errors/problem.ts'
import type { TlsOptions } from '../http/certificate.ts'
import { isObject } from '../json/json.ts'
import { FILE, HOST, isGiven, type Option, object, refuseBoth, type Texts, texts } from './option.ts'

export interface TlsCert {
  /** The file of a certificate in PEM, with its chain. Default: the sandbox makes a certificate. */
  readonly tlsCert?: string
}

export interface TlsKey {
  /** The file of the certificate's key, in PEM. */
  readonly tlsKey?: string
}

export interface TlsName {
  /** A host name or an address for the certificate that the sandbox makes, or a list of them. localhost is always included. */
  readonly tlsName?: Texts
}

export interface Tls extends TlsCert, TlsKey, TlsName {
  /** Serves HTTPS: `true`, or an object with `cert`, `key` and `names` instead of `tlsCert`, `tlsKey` and `tlsName`. */
  readonly tls?: boolean | TlsOptions
}

const NAMES = texts('be a host name or an address', HOST)

export const tls = {
  rule: {
    ...object({ cert: FILE, key: FILE, names: NAMES }, 'be true, false, or an object with cert and key, or with names'),
    fits: (value: unknown) => typeof value === 'boolean' || isObject(value),
  },
  read: readTls,
  flag: '--tls',
  help: 'serve HTTPS; without --tls-cert the sandbox makes a certificate at start',
} satisfies Option<Tls>

export const tlsCert = {
  rule: FILE,
  read: ({ tlsCert }: TlsCert) => tlsCert,
  flag: '--tls-cert <file>',
  help: 'serve HTTPS with this certificate in PEM, with its chain',
  excludes: ['tlsName'],
} satisfies Option<TlsCert>

export const tlsKey = {
  rule: FILE,
  read: ({ tlsKey }: TlsKey) => tlsKey,
  flag: '--tls-key <file>',
  help: 'the key of that certificate, in PEM',
  excludes: ['tlsName'],
} satisfies Option<TlsKey>

export const tlsName = {
  rule: NAMES,
  read: ({ tlsName = [] }: TlsName) => tlsName,
  flag: '--tls-name <host>',
  help: 'serve HTTPS with a certificate that is made for this name and for localhost; repeatable',
} satisfies Option<TlsName>

/** Whether the options ask for HTTPS. Every option about a certificate asks for HTTPS. */
export const wantsTls = ({ tls, tlsCert, tlsKey, tlsName }: Tls) => [tls, tlsCert, tlsKey, tlsName].some(isGiven)

/** Undefined when the sandbox serves plain HTTP. */
function readTls(options: Tls): TlsOptions | undefined {
  const { tls, tlsCert, tlsKey, tlsName: names = [] } = options
  const [flat] = (['tlsCert', 'tlsKey', 'tlsName'] as const).filter((name) => isGiven(options[name]))
  if (flat !== undefined && (isObject(tls) || tls === false)) refuseBoth('tls', flat)
  if (!wantsTls(options)) return undefined
  const given: TlsOptions = isObject(tls) ? tls : { ...(tlsCert && { cert: tlsCert }), ...(tlsKey && { key: tlsKey }), names }
  const [certName, keyName] = isObject(tls) ? ['tls.cert', 'tls.key'] : ['tlsCert', 'tlsKey']
  if (isGiven(given.cert) !== isGiven(given.key))
    throw new StartError(
      (optionName) => `${optionName(isGiven(given.cert) ? keyName : certName)} is missing: give certificate and key together`,
    )
  if (isGiven(given.cert) && isGiven(given.names)) refuseBoth(certName, 'tls.names')
  return given
}
