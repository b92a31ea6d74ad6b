// What a look at a real service returns, and the words that looks share.

import { isObject } from '../../json/json.ts'
import type { Answers } from '../calls.ts'
import type { Roles } from '../roles.ts'
import type { Answer } from '../service.ts'

export interface Replies {
  readonly answers: Answers
  readonly troubles: readonly Answer[]
  readonly roles: Roles
}

export interface Seen {
  readonly choice: string
  /** What the replies show, as a sentence. */
  readonly says: string
  readonly from: readonly Answer[]
}

/** Returns the choice that the replies show, or the reason why they show none. */
export type Look = (replies: Replies) => Seen | string

export const seen = (choice: string, says: string, ...from: (Answer | undefined)[]): Seen => ({
  ...{ choice, says, from: from.filter((answer) => answer !== undefined) },
})

export const NOT_SENT = 'the call that shows it was not sent'
export const NEEDS_WRITE = 'only a creation shows it: use --write'

export const other = ({ request, status }: Answer) => `${request} was answered with ${status}, which is none of the choices`

/** A look at a call whose status is the choice. */
export function seeStatus(call: string, statuses: readonly string[], what: string): Look {
  return ({ answers }) => {
    const answer = answers.get(call)
    if (answer === undefined) return call === 'wrong type' ? NEEDS_WRITE : NOT_SENT
    const status = String(answer.status)
    return statuses.includes(status) ? seen(status, `${what} was answered with ${status}`, answer) : other(answer)
  }
}

/** A look at the form of an error. */
export function seeForm(answer: Answer | undefined, choices: Readonly<Record<string, string>>, what: string): Seen | string {
  if (answer === undefined) return `${what} did not come, and the probe does not provoke it`
  const form = isError(answer) ? 'error' : answer.type === 'text/html' ? 'html' : answer.text === '' ? 'empty' : 'other'
  const choice = choices[form]
  return choice === undefined
    ? `${what} has a body in another form (${answer.type || 'no media type'})`
    : seen(choice, `${what} has ${FORMS[form]}`, answer)
}

const FORMS: Readonly<Record<string, string>> = { error: 'the Error body', html: 'an HTML page', empty: 'no body' }

export const isError = ({ body }: Answer) => isObject(body) && typeof body.code === 'string' && typeof body.message === 'string'
