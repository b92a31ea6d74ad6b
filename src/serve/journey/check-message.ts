// Notes that the head of a request breaks a rule of HTTP. Requests that the parser of Node.js refuses never come here. The answer `http`
// refuses a request that breaks a rule in its head, or in its body (src/serve/journey/read-body.ts).

import { BOUNDS } from '../../ground/bounds.ts'
import type { RequestContext } from './context.ts'
import { targetTooLong } from './message-problem.ts'
import type { Answer } from './parts.ts'

export function checkMessage(context: RequestContext): void {
  const { head, target } = context
  const problem = head.problem ?? (target.sent.length > BOUNDS.target ? targetTooLong() : undefined)
  if (problem) context.refusal = { by: 'http', problem }
}

export const http: Answer = {
  name: 'http',
  asks: 'Is the request valid HTTP?',
  answers: ({ reply }) => `refused with ${reply?.status}`,
}
