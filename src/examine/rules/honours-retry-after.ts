// A client has to wait as long as Retry-After says. To come back late is never a mistake.

import { seconds, showMs } from '../../text/numbers.ts'
import { differAsAsked, shownWaits, type Wait } from '../record/waits.ts'
import type { Mistake, Rule } from './rule.ts'

export const honoursRetryAfter: Rule = {
  name: 'honours-retry-after',
  level: 'fail',
  ground: 'RFC 9110 §10.2.3; the service, errors, rule 2',
  asks: 'Wait as long as Retry-After says, then retry.',
  exercise: 'Play throttled-then-ok twice, with retry-after=2 and retry-after=4, in tests with Sandbox-Case: "…";calls=1;id=….',
  judge({ waits }) {
    const early = waits.filter(({ isEarly, from, run }) => isEarly && (run.confidence === 'certain' || !from.isExpected))
    const found = early.filter((wait) => !isUnread(wait, waits)).map((wait) => describeEarly(wait, `a ${wait.from.status}`))
    return { found, isShown: early.length === 0 && differAsAsked(shownWaits(waits)), why: explain(waits) }
  },
}

export const readsRetryAfter: Rule = {
  name: 'reads-retry-after',
  level: 'fail',
  ground: 'RFC 9110 §10.2.3: Retry-After is a number of seconds or an HTTP date',
  asks: 'Read both forms of Retry-After: seconds and HTTP dates.',
  exercise: 'Play throttled-then-ok;retry-after=6 and retry-after-date, in tests with Sandbox-Case: "…";calls=1;id=….',
  judge({ waits }) {
    const unread = waits.filter((wait) => wait.isEarly && isUnread(wait, waits))
    const found = unread.map((wait) => describeEarly(wait, wait.asked.form === 'date' ? 'a date in Retry-After' : 'seconds in Retry-After'))
    const shown = shownWaits(waits)
    return { found, isShown: new Set(shown.map(({ asked }) => asked.form)).size === 2 && differAsAsked(shown) }
  },
}

/** The client honoured the other form of Retry-After, so its only mistake is that it does not read this form. */
const isUnread = ({ asked, run, from }: Wait, waits: readonly Wait[]) =>
  run.confidence === 'certain' &&
  shownWaits(waits).some((other) => other.asked.form !== asked.form && other.from.program.product === from.program.product)

function explain(waits: readonly Wait[]): string | undefined {
  if (waits.length === 0) return undefined
  if (waits.every(({ from }) => from.isExpected)) return 'Only calls whose error was announced were tried again: leave out expect.'
  if (!waits.some(({ run }) => run.confidence === 'certain'))
    return 'Calls came again after a wait, but nothing shows that these were retries: send Sandbox-Case: "…";calls=1;id=….'
  if (waits.every(({ asked }) => asked.least === 0))
    return 'The waits were too short to judge, because X-RateLimit-Reset and dates are whole seconds: ask for retry-after=2 and retry-after=4.'
  if (waits.every(({ real, asked }) => real < asked.least)) return 'The client did not wait in real time: a test moved the clock.'
  return 'All waits had one length, so a fixed wait would look the same: ask for another one too.'
}

function describeEarly({ from, to, asked, elapsed, run }: Wait, what: string): Mistake {
  const wait = seconds(asked.seconds)
  return {
    by: run,
    expected: `back ${wait} after the ${from.status}`,
    observed: `came back ${showMs(elapsed)} after ${what} that asked for ${wait}`,
    looksLike: 'retries without waiting',
    evidence: [
      [from, `asked for ${wait}`],
      [to, `back after ${showMs(elapsed)} of ${wait}`],
    ],
  }
}
