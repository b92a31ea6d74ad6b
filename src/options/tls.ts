// HTTPS: a certificate that the sandbox makes, or the files of another one.

import { StartError } from '../ground/problem.ts'
import { FILE, HOST, isGiven, listOf, type Option, refuseBoth, SWITCH, texts } from './option.ts'
import type { SandboxOptions, TlsOptions } from './sandbox-options.ts'

export const tls = {
  rule: SWITCH,
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
  rule: texts('be a host name or an address', HOST),
  flag: '--tls-name <host>',
  help: 'serve HTTPS with a certificate that is made for this name and for localhost; repeatable',
} satisfies Option

/** Undefined when the sandbox serves plain HTTP. Every option about a certificate asks for HTTPS. */
function readTls(options: SandboxOptions): TlsOptions | undefined {
  const { tls, tlsCert: cert, tlsKey: key, tlsName } = options
  const [given] = (['tlsCert', 'tlsKey', 'tlsName'] as const).filter((name) => isGiven(options[name]))
  if (given !== undefined && tls === false) refuseBoth('tls', given)
  if (given === undefined && tls !== true) return undefined
  if (isGiven(cert) !== isGiven(key))
    throw new StartError(
      (optionName) => `${optionName(isGiven(cert) ? 'tlsKey' : 'tlsCert')} is missing: give certificate and key together`,
    )
  return { cert, key, names: listOf(tlsName) }
}
