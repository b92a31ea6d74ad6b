// Asks a sandbox whether it is healthy.

import { askHealth, findOtherScheme } from '../client/ask-health.ts'
import { messageOf } from '../problem.ts'

export interface Answer {
  /** `hopeless`: to ask again in the same way is of no use. */
  readonly state: 'healthy' | 'unhealthy' | 'hopeless'
  /** A line for people. */
  readonly line: string
}

/** Asks once. */
export async function ask(origin: string): Promise<Answer> {
  try {
    const { status, text } = await askHealth(origin)
    const { status: health, detail } = parseObject(text)
    if (status === 200 && health === 'ok') return { state: 'healthy', line: `${origin}: ok` }
    return { state: 'unhealthy', line: `${origin}: ${detail ?? 'this is no sandbox, or not a healthy one'}` }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const line = (await describeOtherScheme(origin, code)) ?? ''
    if (line !== '') return { state: 'hopeless', line }
    return { state: 'unhealthy', line: `${origin}: no sandbox answers: ${code} ${messageOf(error)}` }
  }
}

/** What to ask instead, when HTTPS was spoken to a server of plain HTTP, or the other way round. */
async function describeOtherScheme(origin: string, code: string): Promise<string | undefined> {
  const other = await findOtherScheme(origin, code)
  if (other === undefined) return undefined
  return other.startsWith('https:')
    ? `${origin}: HTTPS is served here: ask with --tls, or with --url ${other}`
    : `${origin}: plain HTTP is served here: ask without --tls, or with --url ${other}`
}

function parseObject(text: string): { status?: string; detail?: string } {
  try {
    return (JSON.parse(text) ?? {}) as { status?: string; detail?: string }
  } catch {
    return {}
  }
}
