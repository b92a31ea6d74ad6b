// Asks a sandbox whether it is healthy.

import { messageOf } from '../problem.ts'

const PATIENCE_MS = 3000

export interface Answer {
  /** `hopeless`: to ask again in the same way is of no use. */
  readonly state: 'healthy' | 'unhealthy' | 'hopeless'
  /** A line for people. */
  readonly line: string
}

/** Asks once. */
export async function ask(origin: string): Promise<Answer> {
  try {
    const { status, text } = await get(`${origin}/_sandbox/health`)
    const { status: health, detail } = parseObject(text)
    if (status === 200 && health === 'ok') return { state: 'healthy', line: `${origin}: ok` }
    return { state: 'unhealthy', line: `${origin}: ${detail ?? 'this is no sandbox, or not a healthy one'}` }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const line = (await findOtherScheme(origin, code)) ?? ''
    if (line !== '') return { state: 'hopeless', line }
    return { state: 'unhealthy', line: `${origin}: no sandbox answers: ${code} ${messageOf(error)}` }
  }
}

/** What to ask instead, when HTTPS was spoken to a server of plain HTTP, or the other way round. */
async function findOtherScheme(origin: string, code: string): Promise<string | undefined> {
  // Where nobody listens nobody speaks the other one.
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === TIMED_OUT) return undefined
  const isPlain = origin.startsWith('http:')
  const other = isPlain ? origin.replace('http:', 'https:') : origin.replace('https:', 'http:')
  const answers = await get(`${other}/_sandbox/health`).then(
    () => true,
    () => false,
  )
  if (!answers) return undefined
  return isPlain
    ? `${origin}: HTTPS is served here: ask with --tls, or with --url ${other}`
    : `${origin}: plain HTTP is served here: ask without --tls, or with --url ${other}`
}

const TIMED_OUT = 'ETIMEDOUT'

/** Asked whether it lives, a sandbox need not be trusted: its certificate may be one of its own. */
async function get(url: string): Promise<{ status: number | undefined; text: string }> {
  const { get } = (await (url.startsWith('https:') ? import('node:https') : import('node:http'))).default
  return new Promise((resolve, reject) => {
    const request = get(url, { rejectUnauthorized: false, timeout: PATIENCE_MS }, (response) => {
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

function parseObject(text: string): { status?: string; detail?: string } {
  try {
    return (JSON.parse(text) ?? {}) as { status?: string; detail?: string }
  } catch {
    return {}
  }
}
