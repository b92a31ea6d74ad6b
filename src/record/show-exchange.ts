// Texts about an exchange for people, in the log and on the terminal: its outcome, the colour of the outcome, and what went wrong.

import { isObject, readJson } from '../contract/json/json.ts'
import type { Exchange } from '../ground/generated/control.ts'
import { isRealTime } from '../ground/moment.ts'
import { renderCauses } from './exchange.ts'

/** Milliseconds to the reply, or to the end of the call when no whole reply came. */
export const durationOf = ({ arrived, replied, closed, delivered }: Exchange) =>
  Math.round((((delivered === 'whole' && replied) || closed || replied)?.monotonic ?? 0) - arrived.monotonic)

export function outcomeOf({ reply, delivered }: Exchange): string {
  if (reply === undefined) return 'no reply'
  return delivered === 'whole' ? String(reply.status) : `${reply.status}, ${delivered === 'none' ? 'not sent' : 'cut short'}`
}

export function colourOf({ reply }: Exchange): 'red' | 'yellow' | 'green' {
  if (reply === undefined || reply.status >= 500) return 'red'
  return reply.status < 400 ? 'green' : 'yellow'
}

export const nameOfCaller = ({ key, refusal }: Exchange['caller']) => key ?? (refusal?.given ? 'unknown key' : 'no key')

/** `flaky, step 1; slow, step 1, changed nothing` */
export const renderSteps = ({ appliedSteps }: Pick<Exchange, 'appliedSteps'>) =>
  appliedSteps.map(({ scenario, step, acted }) => `${scenario}, step ${step}${acted ? '' : ', changed nothing'}`).join('; ')

/** Sentences about what went wrong, with the remedy if there is one. */
export function remarksOn(exchange: Exchange): string[] {
  const { testCase, reply, warnings } = exchange
  const message = messageIn(exchange)
  return [
    ...(message === undefined ? [] : [message]),
    ...messagesOf(warnings).map((message) => `warning: ${message}`),
    ...(missedExpectation(exchange)
      ? [`the test expects ${testCase?.expect?.join(' or ')}, and the reply was ${reply?.status ?? 'lost'}`]
      : []),
  ]
}

export const messagesOf = (warnings: Exchange['warnings']) => warnings.map(({ message }) => message)

export const missedExpectation = ({ testCase, reply }: Exchange) =>
  testCase?.expect !== undefined && !(reply && testCase.expect.includes(reply.status))

/** The sentence of a refusal, which names the remedy. */
export function messageIn({ reply }: Exchange): string | undefined {
  if (reply === undefined || reply.status < 400) return undefined
  const body = readJson(reply.body.text ?? '')
  return isObject(body) && typeof body.message === 'string' ? body.message : undefined
}

export function factsOf(exchange: Exchange): [label: string, text: string][] {
  const { arrived, world, session, caller, operation, testCase, causes, count, connection, assumed, carriedOut } = exchange
  const worldTime = isRealTime(arrived) ? '' : `, in the world ${new Date(arrived.world).toISOString()}`
  const plan = caller.plan === undefined ? '' : `, plan ${caller.plan}`
  const facts: [label: string, text: string | undefined][] = [
    ['arrived', new Date(arrived.real).toISOString() + worldTime],
    ['took', exchange.closed === undefined ? undefined : `${durationOf(exchange)} ms`],
    ['world', `${world}, session ${session}`],
    ['key', caller.key === undefined ? (caller.refusal?.message ?? 'none') : caller.key + plan],
    ['operation', operation],
    ['case', testCase && `${testCase.name}${testCase.expect === undefined ? '' : `, expects ${testCase.expect.join(' or ')}`}`],
    ['cause', renderCauses(causes) || undefined],
    ['scenarios', renderSteps(exchange)],
    ['limits', `${count.verdict}: ${count.remaining} of ${count.limit} left in the ${count.window}`],
    ['connection', `${connection.id}, its request ${connection.use}, from ${connection.address}`],
    ['assumed', assumed.join(', ')],
    ['carried out', carriedOut ? 'yes' : undefined],
  ]
  return facts.flatMap(([label, text]) => (text === undefined || text === '' ? [] : [[label, text]]))
}

export const describeMissingRequest = (id: string) =>
  `the journal has no request ${id}: perhaps newer requests have replaced it, its world was reset, or it is in another world`
