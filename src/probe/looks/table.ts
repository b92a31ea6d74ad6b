// How the replies of a service show its choices: one line for each assumption.

import { isObject } from '../../contract/json/json.ts'
import { CODES } from '../../ground/problem.ts'
import { count } from '../../ground/words.ts'
import { createdBy, idsOf, itemsOf } from '../calls.ts'
import { isError, type Look, NEEDS_WRITE, NOT_SENT, other, type Probed, type Seen, seeForm, seen, seeStatus } from './look.ts'

export const LOOKS: Readonly<Record<string, Look>> = {
  order: seeOrder,
  paging: seePaging,
  ids: seeIds,
  'invalid-query': seeStatus('wrong size', { 200: 'nearest', 400: '400', 422: '422' }, 'a value out of bounds'),
  'invalid-id': seeStatus('wrong id', { 404: '404', 400: '400' }, 'an id that is no number'),
  'unknown-fields': seeStatus('unknown parameter', { 200: 'ignored', 400: 'refused' }, 'an unknown query parameter'),
  'unknown-route': seeUnknownRoute,
  orders: seeOrders,
  codes: seeCodes,
  'limited-body': seeForm(
    ({ received }) => received.find(({ status }) => status === 429),
    { error: 'error', html: 'html', empty: 'empty' },
    'a 429',
  ),
  failures: seeForm(({ received }) => received.find(({ status }) => status >= 500), { error: 'error', html: 'html' }, 'a failure'),
  'limit-scope': seeLimitScope,
  'limit-window': seeLimitWindow,
  'no-key': seeNoKey,
  removed: seeRemoved,
  'status-default': seeStatusDefault,
  category: seeCategory,
  'invalid-body': seeStatus('wrong type', { 400: '400', 415: '415' }, 'a body of type text/plain', NEEDS_WRITE),
  idempotency: () => 'only two equal creations show it, and a probe makes one',
  'request-size': seeStatus('large body', { 413: '16-kib', 400: '64-kib', 422: '64-kib' }, 'a body of 40 KiB', NEEDS_WRITE),
}

function seeOrder({ replies }: Probed): Seen | string {
  const [list, again] = [replies.get('list'), replies.get('list again')]
  const ids = idsOf(list)
  if (ids.length < 3) return 'the list has fewer than three items with integer ids'
  const isAscending = (sign: bigint) => ids.every((id, index) => index === 0 || sign * (id - (ids[index - 1] as bigint)) > 0n)
  if (isAscending(1n)) return seen('by-id', `the ids of ${ids.length} items ascend`, list, again)
  if (isAscending(-1n)) return seen('newest-first', `the ids of ${ids.length} items descend`, list, again)
  return seen('shuffled', `the ids of ${ids.length} items neither ascend nor descend`, list, again)
}

function seePaging({ replies }: Probed): Seen | string {
  const page = replies.get('short page')
  if (page === undefined) return NOT_SENT
  if (itemsOf(replies.get('list')).length < 2 || itemsOf(page).length !== 1) return 'the list has no second page'
  const link = page.headers.get('link') ?? ''
  return /;\s*rel\s*=\s*"?([^";,]*\s)?next(?![\w-])/i.test(link)
    ? seen('link-cursor', `a Link with rel="next" came: ${link}`, page)
    : seen('none', 'a page with more to follow has no Link', page)
}

function seeIds({ replies }: Probed): Seen | string {
  // A new id shows best what the service assigns: an old one may come from elsewhere.
  const shown = [createdBy(replies), replies.get('list')].flatMap((reply) => idsOf(reply).map((id) => ({ id, reply })))
  const big = shown.find(({ id }) => id > BigInt(Number.MAX_SAFE_INTEGER))
  if (big !== undefined) return seen('big', `the id ${big.id} is above 2^53`, big.reply)
  const [newest] = shown
  return newest === undefined
    ? 'no item with an integer id came'
    : seen('small', `${count(shown.length, 'id')} came, none above 2^53`, newest.reply)
}

function seeOrders({ replies, roles }: Probed): Seen | string {
  const reply = replies.get(roles.orders ?? '')
  if (reply === undefined) return NOT_SENT
  if (reply.status !== 200) return other(reply)
  if (Array.isArray(reply.body)) return seen('array', 'the body is an array', reply)
  return isObject(reply.body) ? seen('object', 'the body is an object', reply) : 'the body is neither an array nor an object'
}

function seeStatusDefault({ replies, roles: { create } }: Probed): Seen | string {
  const reply = createdBy(replies)
  if (reply === undefined || !isObject(reply.body)) return replies.has('create') ? 'nothing was created' : NEEDS_WRITE
  const value = reply.body[create?.optional ?? '']
  if (value === undefined) return seen('absent', 'the reply to a creation has no status', reply)
  return typeof value === 'string'
    ? seen(value, `the reply to a creation without a status has ${JSON.stringify(value)}`, reply)
    : 'the reply has a status that is no text'
}

function seeCategory({ replies }: Probed): Seen | string {
  const [first, second] = [replies.get('create'), replies.get('create like another')]
  if (first === undefined) return NEEDS_WRITE
  if (first.status === 201) return seen('any', 'a number that nobody has used was accepted', first)
  return second?.status === 201
    ? seen('known', `a number that nobody has used was answered with ${first.status}, a used one was accepted`, first, second)
    : other(first)
}

function seeUnknownRoute(probed: Probed): Seen | string {
  const reply = probed.replies.get('unknown path')
  if (reply === undefined) return NOT_SENT
  return reply.status === 404 ? seeForm(() => reply, { error: 'error-body', html: 'html' }, 'an unknown path')(probed) : other(reply)
}

function seeCodes({ replies }: Probed): Seen | string {
  const reply = replies.get('no item')
  if (reply?.status !== 404 || !isError(reply) || !isObject(reply.body)) return 'no 404 with the Error body came'
  const { code } = reply.body
  return seen(Object.hasOwn(CODES, String(code)) ? 'sandbox' : 'other', `the code of a 404 is ${JSON.stringify(code)}`, reply)
}

function seeRemoved(probed: Probed): Seen | string {
  const reply = probed.replies.get('item')
  const isPast = reply !== undefined && reply.at * 1000 >= Number(probed.roles.item?.sunset)
  if (reply !== undefined && !isPast) return 'the removal date has not passed'
  return seeStatus('item', { 404: '404', 410: '410' }, 'a removed operation')(probed)
}

/** Compares the requests left before and after each call with a key. */
function seeLimitScope({ replies }: Probed): Seen | string {
  const keyed = [...replies.values()].filter(({ call }) => !call.keyless)
  if (keyed.every(({ limits }) => limits.remaining === undefined)) return 'no valid X-RateLimit-Remaining came'
  const steps = keyed.flatMap((after, index) => {
    const before = keyed[index - 1]
    const same = before !== undefined && before.limits.reset === after.limits.reset && before.limits.limit === after.limits.limit
    return same && before.limits.remaining !== undefined && after.limits.remaining !== undefined
      ? [{ after, used: before.limits.remaining - after.limits.remaining }]
      : []
  })
  const usedBy = (isFailed: boolean) => steps.filter(({ after }) => after.status >= 400 === isFailed)
  const [failed, served] = [usedBy(true), usedBy(false)]
  const all = (of: typeof steps, wanted: number) => of.length > 0 && of.every(({ used }) => used === wanted)
  if (all(served, 0)) return 'calls do not change the limit headers'
  const first = failed[0]?.after
  if (all(served, 1) && all(failed, 1)) return seen('all', `${failed.length} failed calls each used up one request`, first)
  if (all(served, 1) && all(failed, 0)) return seen('successful', `${failed.length} failed calls used up no request`, first)
  return 'the limit headers do not show it: does somebody else use this key?'
}

function seeLimitWindow({ replies }: Probed): Seen | string {
  const keyed = [...replies.values()].filter(({ call, limits }) => !call.keyless && limits.reset !== undefined)
  const resets = [...new Set(keyed.map(({ limits }) => Number(limits.reset)))]
  const [first, second] = resets
  if (keyed.length < 2) return `${keyed.length === 0 ? 'no' : 'only one'} valid X-RateLimit-Reset came`
  if (resets.every((reset) => reset % 60 === 0))
    return 'only windows that end at a full minute were shown, and both choices show such windows'
  // It is a fixed window that ended, or a window that moves with each call.
  if (second !== undefined) return `the reset moved from ${first} to ${second} between two calls`
  return seen('first-request', `a window ends at ${first}, which is no full minute`, keyed[0])
}

function seeNoKey({ replies, plans: [free] }: Probed): Seen | string {
  const reply = replies.get('no key')
  if (reply === undefined) return NOT_SENT
  const { limit } = reply.limits
  if (limit === undefined) return 'a reply to a call without a key has no limit headers'
  const says = `without a key, a limit of ${limit} is shown`
  if (limit === 0) return seen('zero', says, reply)
  return limit === free?.minute || limit === free?.day ? seen('free', says, reply) : `${says}, which is none of the choices`
}
