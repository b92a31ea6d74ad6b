// Asks a server whether a sandbox is there, without a handle: it may be not ready yet, or speak another scheme.

const PATIENCE_MS = 3000

export const TIMED_OUT = 'ETIMEDOUT'

/** Asks once. The sandbox need not be trusted for that: its certificate may be one of its own. */
export async function askHealth(origin: string): Promise<{ status: number | undefined; text: string }> {
  const { get } = (await (origin.startsWith('https:') ? import('node:https') : import('node:http'))).default
  return new Promise((resolve, reject) => {
    const request = get(`${origin}/_sandbox/health`, { rejectUnauthorized: false, timeout: PATIENCE_MS }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode, text }))
      response.on('error', reject)
    })
    request.on('error', reject)
    request.on('timeout', () =>
      request.destroy(Object.assign(new Error(`no answer within ${PATIENCE_MS / 1000} seconds`), { code: TIMED_OUT })),
    )
  })
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
