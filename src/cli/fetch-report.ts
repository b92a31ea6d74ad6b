// Asks a running sandbox for its report, over the control API.

import { parseJson } from '../json/json.ts'
import { messageOf, StartError } from '../problem.ts'
import type { Report } from '../report/report.ts'
import { ask } from './ask.ts'

const PATIENCE_MS = 30_000

export interface Asked {
  readonly origin: string
  /** Default: all worlds. */
  readonly world?: string
  readonly token?: string
}

/** Throws a StartError where there is no sandbox, or it gives no report. */
export async function fetchReport({ origin, world, token }: Asked): Promise<Report> {
  const path = world === undefined ? '/_sandbox/report' : `/_sandbox/worlds/${world}/report`
  const { status, text } = await get(origin + path, token).catch(() => ({ status: 0, text: '' }))
  const said = parseObject(text)
  if (status === 200 && Array.isArray(said.rules)) {
    if (said.version === 1) return said as unknown as Report
    throw new StartError(`${origin}: this sandbox has another version; its report has the format ${said.version}, and 1 is known here`, 3)
  }
  if (status === 401) throw new StartError(`${origin}: ${said.detail}: give the token with PETSTORE_SANDBOX_CONTROL_TOKEN`, 3)
  if (status === 404 && world !== undefined && typeof said.detail === 'string') throw new StartError(`--world ${world}: ${said.detail}`)
  // The health says more, for example that HTTPS is spoken there.
  const { state, line } = await ask(origin)
  throw new StartError(state === 'healthy' ? `${origin}: this sandbox gives no report: ${said.detail ?? status}` : line, 3)
}

/** A certificate need not be trusted, unless a token is shown to whoever has it. */
async function get(url: string, token: string | undefined): Promise<{ status: number; text: string }> {
  const { get } = (await (url.startsWith('https:') ? import('node:https') : import('node:http'))).default
  const headers = { Accept: 'application/json', ...(token !== undefined && { Authorization: `Bearer ${token}` }) }
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, rejectUnauthorized: token !== undefined, timeout: PATIENCE_MS }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      response.on('error', reject)
    })
    request.on('error', reject)
    request.on('timeout', () => request.destroy(new Error(`no answer within ${PATIENCE_MS / 1000} seconds`)))
  })
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return (parseJson(text) ?? {}) as Record<string, unknown>
  } catch (error) {
    return { detail: messageOf(error) }
  }
}
