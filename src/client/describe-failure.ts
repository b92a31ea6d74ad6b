// Describes in one sentence why no sandbox answers.

import { messageOf, type OptionName } from '../errors/problem.ts'

const notTrusted = (optionName: OptionName) =>
  `its certificate is not trusted: give the certificate of its authority with ${optionName('ca')}`

/** The reasons by error code. The codes come from Node.js and OpenSSL. */
const REASONS: Readonly<Record<string, string | ((optionName: OptionName) => string)>> = {
  ECONNREFUSED: 'nobody listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'there is no such host',
  ECONNRESET: 'the connection was lost',
  DEPTH_ZERO_SELF_SIGNED_CERT: notTrusted,
  SELF_SIGNED_CERT_IN_CHAIN: notTrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: notTrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: notTrusted,
  CERT_SIGNATURE_FAILURE: (optionName) => `its certificate is not from the authority that was given with ${optionName('ca')}`,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ERR_INVALID_CHAR: 'the control token has a character that no header can have',
}

/** `http://127.0.0.1:4010: no sandbox answers: nobody listens there (ECONNREFUSED)` */
export function describeFailure(origin: string, error: unknown, optionName: OptionName = (option) => option): string {
  const { code = '' } = error as NodeJS.ErrnoException
  const reason = REASONS[code]
  if (reason === undefined) return `${origin}: no sandbox answers: ${messageOf(error)}`
  return `${origin}: no sandbox answers: ${typeof reason === 'string' ? reason : reason(optionName)} (${code})`
}
