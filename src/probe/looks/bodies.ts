// What bodies show: the order, the pages, the ids and the form of lists, and what a creation made. Only a probe with `--write` creates.

import { isObject } from '../../contract/json/json.ts'
import { createdBy, idsOf, itemsOf } from '../calls.ts'
import { NEEDS_WRITE, NOT_SENT, other, type Replies, type Seen, seen } from './look.ts'

export function seeOrder({ answers }: Replies): Seen | string {
  const [list, again] = [answers.get('list'), answers.get('list again')]
  const ids = idsOf(list)
  if (ids.length < 3) return 'the list has fewer than three items with integer ids'
  const isAscending = (sign: bigint) => ids.every((id, index) => index === 0 || sign * (id - (ids[index - 1] as bigint)) > 0n)
  if (isAscending(1n)) return seen('by-id', `the ids of ${ids.length} items ascend`, list, again)
  if (isAscending(-1n)) return seen('newest-first', `the ids of ${ids.length} items descend`, list, again)
  return seen('shuffled', `the ids of ${ids.length} items neither ascend nor descend`, list, again)
}

export function seePaging({ answers }: Replies): Seen | string {
  const page = answers.get('short page')
  if (page === undefined) return NOT_SENT
  if (itemsOf(answers.get('list')).length < 2 || itemsOf(page).length !== 1) return 'the list has no second page'
  const link = page.headers.get('link') ?? ''
  return /;\s*rel="?next"?/.test(link)
    ? seen('link-cursor', `a Link with rel="next" came: ${link}`, page)
    : seen('none', 'a page with more to follow has no Link', page)
}

export function seeIds({ answers }: Replies): Seen | string {
  // A new id shows best what the service assigns: an old one may come from elsewhere.
  const newest = createdBy(answers) ?? answers.get('list')
  const ids = idsOf(newest)
  if (ids.length === 0) return 'no item with an integer id came'
  const big = ids.find((id) => id > BigInt(Number.MAX_SAFE_INTEGER))
  return big === undefined
    ? seen('small', `all ${ids.length} ids are below 2^53`, newest)
    : seen('big', `the id ${big} is above 2^53`, newest)
}

export function seeOrders({ answers, roles }: Replies): Seen | string {
  const answer = answers.get(roles.others[0]?.operation ?? '')
  if (answer === undefined) return NOT_SENT
  if (answer.status !== 200) return other(answer)
  if (Array.isArray(answer.body)) return seen('array', 'the body is an array', answer)
  return isObject(answer.body) ? seen('object', 'the body is an object', answer) : 'the body is neither an array nor an object'
}

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
