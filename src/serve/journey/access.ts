// Decides once whether the request may go on: by the rules of HTTP, key, ban and limits. Four answers refuse by this decision. `http` also
// refuses a broken body (request.ts).

import { BOUNDS } from '../../ground/bounds.ts'
import type { KeyRefusal } from '../../ground/generated/control.ts'
import { keyBanned, rateLimited, unauthorized } from '../../ground/refusals.ts'
import { shorten } from '../../ground/words.ts'
import { type OpenExchange, pairsOf } from '../../record/exchange.ts'
import type { Keys } from '../../worlds/keys.ts'
import type { RequestContext } from './context.ts'
import { targetTooLong } from './message.ts'
import type { Answer, JourneyParts } from './parts.ts'

export function decideAccess(context: RequestContext, { contract: { title, plans }, keys }: JourneyParts): void {
  const { exchange, head, target } = context
  const problem = head.problem ?? (target.sent.length > BOUNDS.target ? targetTooLong() : undefined)
  if (problem) {
    context.refusal = { by: 'http', problem }
    return
  }
  if (exchange.caller.refusal?.given === false) noteMisplacedKey(exchange, exchange.caller.refusal, keys)
  const { caller, count } = exchange
  if (caller.refusal) context.refusal = { by: 'credentials', problem: unauthorized(title, caller.refusal.given, caller.refusal.message) }
  else if (count.verdict === 'banned') context.refusal = { by: 'ban', problem: keyBanned(count) }
  else if (count.verdict === 'refused') {
    const plan = plans.find(({ name }) => name === caller.plan)
    context.refusal = { by: 'rate-limit', problem: rateLimited(count, plan?.assumed) }
  }
}

/** When a key stands in the wrong place, the refusal names the place. */
function noteMisplacedKey(exchange: OpenExchange, refusal: KeyRefusal, keys: Keys): void {
  const { caller, request } = exchange
  const isKey = ([, value]: readonly [string, string]) => keys.isSurelyKey(value.replace(/^Bearer +/i, ''))
  const header = pairsOf(request.headers).find(([name, value]) => name.toLowerCase() !== 'authorization' && isKey([name, value]))
  const parameter = header ?? [...new URLSearchParams(request.query)].find(isKey)
  if (parameter === undefined) return
  const place = `the ${header === undefined ? 'query parameter' : 'header'} ${shorten(parameter[0])}`
  const message = `The key stands in ${place}: send it as "Authorization: Bearer <API_KEY>"`
  exchange.caller = { ...caller, refusal: { ...refusal, message } }
}

export const http: Answer = {
  name: 'http',
  asks: 'Is the request valid HTTP?',
  answers: ({ reply }) => `refused with ${reply?.status}`,
}

export const credentials: Answer = {
  name: 'credentials',
  asks: 'Is the key valid?',
  passes: ({ caller }) => `passed: ${caller.key}, plan ${caller.plan}`,
  answers: ({ caller }) => `refused: ${caller.refusal?.message}`,
}

export const ban: Answer = {
  name: 'ban',
  asks: 'Is the key banned?',
  passes: () => 'no ban',
  answers: ({ count }) => `refused: banned for ${count.retryAfter} more seconds`,
}

export const rateLimit: Answer = {
  name: 'rate-limit',
  asks: 'Does the limit allow the request?',
  passes: ({ count }) => `${count.remaining} of ${count.limit} left in the ${count.window}`,
  answers: ({ count }) => `refused: the ${count.limit} requests of the ${count.window} are used up, ${count.retryAfter} seconds to wait`,
}
