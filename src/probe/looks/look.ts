// What a look at a real service returns, and the looks that differ only in words.

import type { Plan } from '../../contract/contract.ts'
import { isObject } from '../../contract/json/json.ts'
import type { Roles } from '../calls.ts'
import type { ServiceReplies, ServiceReply } from '../service.ts'

export interface Probed {
  readonly replies: ServiceReplies
  /** All replies, those with 429 too. */
  readonly received: readonly ServiceReply[]
  readonly roles: Roles
  /** Callers without a key are shown the limits of the first plan. */
  readonly plans: readonly Plan[]
}

export type Seen = ReturnType<typeof seen>

/** Returns the choice that the replies show, or why they show none. */
export type Look = (probed: Probed) => Seen | string

export const seen = (choice: string, says: string, ...from: (ServiceReply | undefined)[]) => ({
  choice,
  says,
  from: from.filter((reply) => reply !== undefined),
})

export const NOT_SENT = 'the call that shows it was not sent'
export const NEEDS_WRITE = 'only a creation shows it: use --write'

export const other = ({ request, status }: ServiceReply) => `${request} was answered with ${status}, which is none of the choices`

/** For a call whose status shows the choice. `absent` says why the call was not sent. */
export const seeStatus =
  (call: string, choices: Readonly<Record<number, string>>, what: string, absent = NOT_SENT): Look =>
  ({ replies }) => {
    const reply = replies.get(call)
    if (reply === undefined) return absent
    const choice = choices[reply.status]
    return choice === undefined ? other(reply) : seen(choice, `${what} was answered with ${reply.status}`, reply)
  }

export const seeForm =
  (find: (probed: Probed) => ServiceReply | undefined, choices: Readonly<Record<string, string>>, what: string): Look =>
  (probed) => {
    const reply = find(probed)
    if (reply === undefined) return `${what} did not come, and the probe does not provoke it`
    const form = isError(reply) ? 'error' : reply.type === 'text/html' ? 'html' : reply.text === '' ? 'empty' : 'other'
    const choice = choices[form]
    return choice === undefined
      ? `${what} has a body in another form (${reply.type || 'no media type'})`
      : seen(choice, `${what} has ${FORMS[form]}`, reply)
  }

const FORMS: Readonly<Record<string, string>> = { error: 'the Error body', html: 'an HTML page', empty: 'no body' }

export const isError = ({ body }: ServiceReply) => isObject(body) && typeof body.code === 'string' && typeof body.message === 'string'
