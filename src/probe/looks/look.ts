// What a look at a real service returns, and the looks that differ only in words.

import type { Plan } from '../../contract/contract.ts'
import { isObject } from '../../contract/json/json.ts'
import type { Roles } from '../calls.ts'
import type { ServiceReplies, ServiceReply } from '../service.ts'

export interface Replies {
  readonly answers: ServiceReplies
  /** All replies, those with 429 too. */
  readonly received: readonly ServiceReply[]
  readonly roles: Roles
  /** Callers without a key are shown the limits of the first plan. */
  readonly plans: readonly Plan[]
}

export type Seen = ReturnType<typeof seen>

/** Returns the choice that the replies show, or the reason why they show none. */
export type Look = (replies: Replies) => Seen | string

/** `says` is a sentence about what the replies show. */
export const seen = (choice: string, says: string, ...from: (ServiceReply | undefined)[]) => ({
  choice,
  says,
  from: from.filter((answer) => answer !== undefined),
})

export const NOT_SENT = 'the call that shows it was not sent'
export const NEEDS_WRITE = 'only a creation shows it: use --write'

export const other = ({ request, status }: ServiceReply) => `${request} was answered with ${status}, which is none of the choices`

/** A look at a call whose status shows the choice. `absent` says why the call was not sent. */
export const seeStatus =
  (call: string, choices: Readonly<Record<number, string>>, what: string, absent = NOT_SENT): Look =>
  ({ answers }) => {
    const answer = answers.get(call)
    if (answer === undefined) return absent
    const choice = choices[answer.status]
    return choice === undefined ? other(answer) : seen(choice, `${what} was answered with ${answer.status}`, answer)
  }

export const seeForm =
  (find: (replies: Replies) => ServiceReply | undefined, choices: Readonly<Record<string, string>>, what: string): Look =>
  (replies) => {
    const answer = find(replies)
    if (answer === undefined) return `${what} did not come, and the probe does not provoke it`
    const form = isError(answer) ? 'error' : answer.type === 'text/html' ? 'html' : answer.text === '' ? 'empty' : 'other'
    const choice = choices[form]
    return choice === undefined
      ? `${what} has a body in another form (${answer.type || 'no media type'})`
      : seen(choice, `${what} has ${FORMS[form]}`, answer)
  }

const FORMS: Readonly<Record<string, string>> = { error: 'the Error body', html: 'an HTML page', empty: 'no body' }

export const isError = ({ body }: ServiceReply) => isObject(body) && typeof body.code === 'string' && typeof body.message === 'string'
