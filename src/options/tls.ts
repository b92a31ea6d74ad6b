// HTTPS: one option for the library, and three flat options that a command line can have too.

import { isObject } from '../contract/json/json.ts'
import { StartError } from '../ground/problem.ts'
import { FILE, HOST, isGiven, type Option, object, refuseBoth, texts } from './option.ts'
import type { SandboxOptions, TlsOptions } from './sandbox-options.ts'

const NAMES = texts('be a host name or an address', HOST)

export const tls = {
  rule: {
    ...object({ cert: FILE, key: FILE, names: NAMES }, 'be true, false, or an object with cert and key, or with names'),
    fits: (value: unknown) => typeof value === 'boolean' || isObject(value),
  },
  read: readTls,
  flag: '--tls',
  help: 'serve HTTPS; without --tls-cert the sandbox makes a certificate at start',
} satisfies Option

export const tlsCert = {
  rule: FILE,
  flag: '--tls-cert <file>',
  help: 'serve HTTPS with this certificate in PEM, with its chain',
  excludes: ['tlsName'],
} satisfies Option

export const tlsKey = {
  rule: FILE,
  flag: '--tls-key <file>',
  help: 'the key of that certificate, in PEM',
  excludes: ['tlsName'],
} satisfies Option

export const tlsName = {
  rule: NAMES,
  flag: '--tls-name <host>',
  help: 'serve HTTPS with a certificate that is made for this name and for localhost; repeatable',
} satisfies Option

/** Whether the options ask for HTTPS. Every option about a certificate asks for HTTPS. */
export const wantsTls = ({ tls, tlsCert, tlsKey, tlsName }: SandboxOptions) => [tls, tlsCert, tlsKey, tlsName].some(isGiven)

/** Undefined when the sandbox serves plain HTTP. */
function readTls(options: SandboxOptions): TlsOptions | undefined {
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
