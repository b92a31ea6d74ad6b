// Asks a server whether a sandbox runs there, without a handle. The sandbox may not be ready yet, or may use the other scheme.

import { awaitAnswer, MAX_SHORT_BYTES, readAnswer, TIMED_OUT } from './read-answer.ts'

/** Seconds for the head of the answer, and again for the rest. */
const PATIENCE = 3

/** Asks once. The certificate is not checked, because the sandbox may have made its own. */
export async function askHealth(origin: string, patience = PATIENCE): Promise<{ status: number | undefined; text: string }> {
  const { get } = (await (origin.startsWith('https:') ? import('node:https') : import('node:http'))).default
  const options = { rejectUnauthorized: false, timeout: patience * 1000 }
  const answer = await awaitAnswer(get(`${origin}/_sandbox/health`, options), patience)
  return { status: answer.statusCode, text: await readAnswer(answer, { maxBytes: MAX_SHORT_BYTES, seconds: patience }) }
}

/** The same address with the other scheme (HTTP or HTTPS), if a server answers there. `code` is the code of the first error. */
export async function findOtherScheme(origin: string, code: string): Promise<string | undefined> {
  // When nobody listens at the address, the other scheme fails as well.
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === TIMED_OUT) return undefined
  const other = origin.startsWith('http:') ? origin.replace('http:', 'https:') : origin.replace('https:', 'http:')
  return askHealth(other).then(
    () => other,
    () => undefined,
  )
}
