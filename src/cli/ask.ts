// Asks a sandbox whether it is healthy.

import { messageOf, StartError } from '../problem.ts'

const PATIENCE_MS = 3000

/** Resolves with a line for people. Throws a StartError with exit code 3 when no healthy sandbox answers. */
export async function ask(origin: string): Promise<string> {
  const { status, text } = await get(`${origin}/_sandbox/health`).catch((error) => {
    throw new StartError(`${origin}: no sandbox answers: ${error.code ?? ''} ${messageOf(error)}`, 3)
  })
  const { status: health, detail } = parseObject(text)
  if (status === 200 && health === 'ok') return `${origin}: ok`
  throw new StartError(`${origin}: ${detail ?? 'this is no sandbox, or not a healthy one'}`, 3)
}

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
    })
    request.on('error', reject)
    request.on('timeout', () => request.destroy(new Error(`no answer within ${PATIENCE_MS / 1000} seconds`)))
  })
}

function parseObject(text: string): { status?: string; detail?: string } {
  try {
    return (JSON.parse(text) ?? {}) as { status?: string; detail?: string }
  } catch {
    return {}
  }
}
