// Texts about an exchange for people, in the log and on the terminal: its outcome, the colour of the outcome, and what went wrong.

import type { Exchange } from '../../spec/control.ts'

/** Milliseconds from the arrival to the reply, or to the end when there was no reply. */
export const durationOf = ({ arrived, replied, closed }: Exchange) => Math.round(((replied ?? closed)?.monotonic ?? 0) - arrived.monotonic)

/** "200", "200, cut short", "200, not sent" or "no reply". */
export function outcomeOf({ reply, delivered }: Exchange): string {
  if (reply === undefined) return 'no reply'
  return delivered === 'whole' ? String(reply.status) : `${reply.status}, ${delivered === 'none' ? 'not sent' : 'cut short'}`
}

export function colourOf({ reply }: Exchange): 'red' | 'yellow' | 'green' {
  if (reply === undefined || reply.status >= 500) return 'red'
  return reply.status < 400 ? 'green' : 'yellow'
}

/** Sentences about what went wrong, with the remedy if there is one. */
export function remarksOn(exchange: Exchange): string[] {
  const { testCase, reply, warnings } = exchange
  const message = messageIn(exchange)
  return [
    ...(message === undefined ? [] : [message]),
    ...messagesOf(warnings).map((message) => `warning: ${message}`),
    ...(missedExpectation(exchange)
      ? [`the case expects ${testCase?.expect?.join(' or ')}, and the reply was ${reply?.status ?? 'lost'}`]
      : []),
  ]
}

export const messagesOf = (warnings: Exchange['warnings']) => warnings.map(({ message }) => message)

export const missedExpectation = ({ testCase, reply }: Exchange) =>
  testCase?.expect !== undefined && !(reply && testCase.expect.includes(reply.status))

/** The sentence of a refusal. It names the remedy. */
export function messageIn({ reply }: Exchange): string | undefined {
  if (reply === undefined || reply.status < 400 || reply.body.text === undefined) return undefined
  try {
    const { message } = (JSON.parse(reply.body.text) ?? {}) as { message?: unknown }
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}
