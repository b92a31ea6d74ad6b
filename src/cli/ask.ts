// Asks a sandbox whether it is healthy.

import { askHealth, findOtherScheme } from '../client/ask-health.ts'
import { describeFailure } from '../client/describe-failure.ts'
import type { Health } from '../handle/handles.ts'
import { printable } from '../words/printable.ts'

export interface Answer {
  /** `hopeless`: to ask again in the same way is of no use. */
  readonly state: 'healthy' | 'unhealthy' | 'hopeless'
  /** A line for people. */
  readonly line: string
}

/** Asks once. `patience` is in seconds. */
export async function ask(origin: string, patience?: number): Promise<Answer> {
  try {
    const { status, text } = await askHealth(origin, patience)
    const health = parseObject(text)
    if (status === 200 && health.status === 'ok') return { state: 'healthy', line: `${origin}: ${describeHealth(health)}` }
    return { state: 'unhealthy', line: `${origin}: ${printable(String(health.detail ?? 'this is no sandbox, or not a healthy one'))}` }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const line = (await describeOtherScheme(origin, code)) ?? ''
    if (line !== '') return { state: 'hopeless', line }
    return { state: 'unhealthy', line: describeFailure(origin, error) }
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

/** `ok, sandbox 0.1.0, worlds in memory: 2`, with the damaged worlds beneath. */
function describeHealth({ sandbox, worlds, damaged = [] }: Answered): string {
  const facts = sandbox === undefined ? [] : [`sandbox ${sandbox}`, `worlds in memory: ${worlds}`]
  const beneath = damaged.map(({ world, reason }) => `\n  ${printable(`the world ${world} cannot be used: ${reason}`)}`)
  return printable(['ok', ...facts].join(', ')) + beneath.join('')
}

/** What comes, as far as it does. */
type Answered = Partial<Omit<Health, 'status'>> & { readonly status?: string; readonly detail?: string }

function parseObject(text: string): Answered {
  try {
    return (JSON.parse(text) ?? {}) as Answered
  } catch {
    return {}
  }
}
