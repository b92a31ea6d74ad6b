// Asks a sandbox whether it is healthy.

import { askHealth, findOtherScheme } from '../client/health.ts'
import type { Health } from '../client/states.ts'
import type { Problem } from '../errors/problem.ts'
import { printable } from '../text/printable.ts'

export interface Answer {
  /** `hopeless`: asking again in the same way would not help. */
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
    return {
      state: 'unhealthy',
      line: `${origin}: ${printable(String(health.detail ?? 'the server is not a sandbox, or the sandbox is not healthy'))}`,
    }
  } catch (error) {
    const problem = error as Problem
    const other = await findOtherScheme(origin, problem)
    if (other === undefined) return { state: 'unhealthy', line: problem.message }
    const [here, flag] = other.startsWith('https:') ? ['HTTPS', 'with'] : ['plain HTTP', 'without']
    return { state: 'hopeless', line: `${origin}: this server speaks ${here}: ask ${flag} --tls, or with --url ${other}` }
  }
}

/** `ok, sandbox 0.1.0, worlds in memory: 2`, then a line for each damaged world. */
function describeHealth({ sandbox, worlds, damaged = [] }: Answered): string {
  const facts = sandbox === undefined ? [] : [`sandbox ${sandbox}`, `worlds in memory: ${worlds}`]
  const beneath = damaged.map(({ world, reason }) => `\n  ${printable(`the world ${world} cannot be used: ${reason}`)}`)
  return printable(['ok', ...facts].join(', ')) + beneath.join('')
}

/** The reply of the health check. Another server may leave out any field. */
type Answered = Partial<Omit<Health, 'status'>> & { readonly status?: string; readonly detail?: string }

function parseObject(text: string): Answered {
  try {
    return (JSON.parse(text) ?? {}) as Answered
  } catch {
    return {}
  }
}
