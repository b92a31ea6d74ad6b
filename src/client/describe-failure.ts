// Why no sandbox answers, in a sentence.

import { messageOf } from '../problem.ts'

/** By the code of the error, as Node.js and OpenSSL give it. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'there is no such host',
  ECONNRESET: 'the connection was lost',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted: give the certificate of its authority with ca',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted: give the certificate of its authority with ca',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is not trusted: give the certificate of its authority with ca',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted: give the certificate of its authority with ca',
  CERT_SIGNATURE_FAILURE: 'its certificate is not from the authority that was given with ca',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ERR_INVALID_CHAR: 'the control token has a character that no header can have',
}

/** `http://127.0.0.1:4010: no sandbox answers: nobody listens there (ECONNREFUSED)` */
export function describeFailure(origin: string, error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException
  const reason = REASONS[code]
  return `${origin}: no sandbox answers: ${reason === undefined ? messageOf(error) : `${reason} (${code})`}`
}
