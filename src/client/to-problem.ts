// Turns the reply of a sandbox that refuses a call into a Problem.

import { CODES, type Code, Problem } from '../errors/problem.ts'

/** The sandbox's refusal, as the Problem that the sandbox has thrown. */
export function toProblem(status = 0, text: string): Problem {
  const { code, detail } = parseProblem(text)
  if (code === undefined) return new Problem('unavailable', `the reply ${status} does not come from a sandbox: ${text.slice(0, 100)}`)
  // An unknown code comes from a later version. It is replaced by a known code of the same class of status.
  const known = Object.hasOwn(CODES, code) ? (code as Code) : status < 500 ? 'invalid_value' : 'internal_error'
  return new Problem(known, String(detail))
}

function parseProblem(text: string): { code?: string; detail?: string } {
  try {
    const { code, detail } = (JSON.parse(text) ?? {}) as { code?: unknown; detail?: unknown }
    return typeof code === 'string' ? { code, detail: String(detail) } : {}
  } catch {
    return {}
  }
}
