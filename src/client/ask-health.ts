// Asks a server whether a sandbox is there, without a handle: it may be not ready yet, or speak another scheme.

import { awaitAnswer, MAX_SHORT_BYTES, readAnswer, TIMED_OUT } from './read-answer.ts'

/** For the head of the answer, and once more for the rest. */
const PATIENCE = 3

/** Asks once. The sandbox need not be trusted for that: its certificate may be one of its own. */
export async function askHealth(origin: string, patience = PATIENCE): Promise<{ status: number | undefined; text: string }> {
  const { get } = (await (origin.startsWith('https:') ? import('node:https') : import('node:http'))).default
  const options = { rejectUnauthorized: false, timeout: patience * 1000 }
  const answer = await awaitAnswer(get(`${origin}/_sandbox/health`, options), patience)
  return { status: answer.statusCode, text: await readAnswer(answer, { maxBytes: MAX_SHORT_BYTES, seconds: patience }) }
}

/** The same address with the other one of HTTP and HTTPS, if that is what is spoken there. `code` is of the error that came. */
export async function findOtherScheme(origin: string, code: string): Promise<string | undefined> {
  // Where nobody listens nobody speaks the other one.
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === TIMED_OUT) return undefined
  const other = origin.startsWith('http:') ? origin.replace('http:', 'https:') : origin.replace('https:', 'http:')
  return askHealth(other).then(
    () => other,
    () => undefined,
  )
}
