// Refuses what is no proper message of HTTP, before anything else is looked at.

import type { Visit } from '../visit.ts'

export function http() {
  return function http({ messageProblem }: Visit): undefined {
    if (messageProblem) throw messageProblem
  }
}
