// What the headers of the rate limits show.

import { NOT_SENT, type Replies, type Seen, seen } from './look.ts'

/** Compares the requests left before and after each call with a key. */
export function seeLimitScope({ answers }: Replies): Seen | string {
  const keyed = [...answers.values()].filter(({ call }) => !call.keyless)
  const steps = keyed.flatMap((after, index) => {
    const before = keyed[index - 1]
    const same = before !== undefined && before.limits.reset === after.limits.reset && before.limits.limit === after.limits.limit
    return same && before.limits.remaining !== undefined && after.limits.remaining !== undefined
      ? [{ after, used: before.limits.remaining - after.limits.remaining }]
      : []
  })
  const used = (isFailed: boolean) => steps.filter(({ after }) => after.status >= 400 === isFailed)
  const [failed, served] = [used(true), used(false)]
  if (failed.length === 0 || served.length === 0) return 'the limit headers do not show it'
  if (served.every((step) => step.used === 0)) return 'calls do not change the limit headers'
  if (!served.every((step) => step.used === 1)) return 'the limit changes by other calls too: does somebody else use this key?'
  if (failed.every((step) => step.used === 1))
    return seen('all', `${failed.length} failed calls each used up one request`, failed[0]?.after)
  return failed.every((step) => step.used === 0)
    ? seen('successful', `${failed.length} failed calls used up no request`, failed[0]?.after)
    : 'some failed calls count and some do not'
}

export function seeLimitWindow({ answers }: Replies): Seen | string {
  const keyed = [...answers.values()].filter(({ call, limits }) => !call.keyless && limits.reset !== undefined)
  const odd = keyed.find(({ limits }) => (limits.reset ?? 0) % 60 !== 0)
  return odd
    ? seen('first-request', `a window ends at ${odd.limits.reset}, which is no full minute`, odd)
    : 'only windows that end at a full minute were shown, and both choices show such windows'
}

export function seeNoKey({ answers }: Replies): Seen | string {
  const answer = answers.get('no key')
  if (answer === undefined) return NOT_SENT
  const { limit } = answer.limits
  if (limit === undefined) return 'a reply to a call without a key has no limit headers'
  return limit === 0
    ? seen('zero', 'without a key, a limit of 0 is shown', answer)
    : seen('free', `without a key, a limit of ${limit} is shown`, answer)
}
