// What a creation shows. Only a probe with `--write` creates something.

import { isObject } from '../../json/json.ts'
import { createdBy } from '../calls.ts'
import { NEEDS_WRITE, other, type Replies, type Seen, seen } from './look.ts'

export function seeStatusDefault({ answers, roles: { create } }: Replies): Seen | string {
  const answer = createdBy(answers)
  if (answer === undefined || !isObject(answer.body)) return answers.has('create') ? 'nothing was created' : NEEDS_WRITE
  const value = answer.body[create?.optional ?? '']
  if (value === undefined) return seen('absent', 'the reply to a creation has no status', answer)
  return typeof value === 'string'
    ? seen(value, `the reply to a creation without a status has ${JSON.stringify(value)}`, answer)
    : 'the reply has a status that is no text'
}

export function seeCategory({ answers }: Replies): Seen | string {
  const [first, second] = [answers.get('create'), answers.get('create like another')]
  if (first === undefined) return NEEDS_WRITE
  if (first.status === 201) return seen('any', 'a number that nobody has used was accepted', first)
  return second?.status === 201
    ? seen('known', `a number that nobody has used was answered with ${first.status}, a used one was accepted`, first, second)
    : other(first)
}
