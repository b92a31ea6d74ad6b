// What the refusals of wrong requests show.

import { CODES } from '../../errors/problem.ts'
import { isObject } from '../../json/json.ts'
import type { Answer } from '../service.ts'
import { isError, NOT_SENT, other, type Replies, type Seen, seen } from './look.ts'

export function seeInvalidQuery({ answers }: Replies): Seen | string {
  const answer = answers.get('wrong size') ?? answers.get('unknown value')
  if (answer === undefined) return NOT_SENT
  if (answer.status === 200) return seen('nearest', 'a value out of bounds was answered with 200', answer)
  return [400, 422].includes(answer.status)
    ? seen(String(answer.status), `a value out of bounds was answered with ${answer.status}`, answer)
    : other(answer)
}

export function seeUnknownFields(answer: Answer | undefined): Seen | string {
  if (answer === undefined) return NOT_SENT
  if (answer.status === 200) return seen('ignored', 'an unknown query parameter was ignored', answer)
  return answer.status === 400 ? seen('refused', 'an unknown query parameter was answered with 400', answer) : other(answer)
}

export function seeCodes({ answers }: Replies): Seen | string {
  const answer = answers.get('no item')
  if (answer?.status !== 404 || !isError(answer) || !isObject(answer.body)) return 'no 404 with the Error body came'
  const { code } = answer.body
  return seen(Object.hasOwn(CODES, String(code)) ? 'sandbox' : 'other', `the code of a 404 is ${JSON.stringify(code)}`, answer)
}

export function seeRemoved({ answers, roles: { item } }: Replies): Seen | string {
  const answer = answers.get('item')
  if (answer === undefined) return NOT_SENT
  if (item?.sunset === undefined || answer.at * 1000 < item.sunset) return 'the removal date has not passed'
  return [404, 410].includes(answer.status)
    ? seen(String(answer.status), `a removed operation was answered with ${answer.status}`, answer)
    : other(answer)
}
