// Refuses a request that breaks the rules of HTTP. The notes `checkMessage` and `readBody` decide it.

import type { Answer } from '../parts.ts'

export const http: Answer = {
  name: 'http',
  asks: 'Is the request valid HTTP?',
  answers: ({ reply }) => `refused with ${reply?.status}`,
}
