// Refuses a request that breaks the rules of HTTP. It is the first answer.

import type { RequestContext } from '../context.ts'

export function http() {
  return function http({ messageProblem }: RequestContext): undefined {
    if (messageProblem) throw messageProblem
  }
}
