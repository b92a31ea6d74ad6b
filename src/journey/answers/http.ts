// Refuses a request that breaks the rules of HTTP. It is the first answer.

import type { Visit } from '../visit.ts'

export function http() {
  return function http({ messageProblem }: Visit): undefined {
    if (messageProblem) throw messageProblem
  }
}
