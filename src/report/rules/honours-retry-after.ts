// A client has to wait as long as Retry-After says. To come back late is never a mistake.

import { differAsAsked, seconds, showMs, shownWaits, type Wait } from '../waits.ts'
import type { Mistake, Rule } from './rule.ts'

export const honoursRetryAfter: Rule = {
  name: 'honours-retry-after',
  level: 'fail',
  since: '2026-11',
  ground: 'RFC 9110 §10.2.3; the service, errors, rule 2',
  asks: 'Wait as long as Retry-After says.',
  shows: 'the client waits as long as Retry-After says',
  exercise: 'Play throttled-then-ok twice, each time with another retry-after, in tests with Sandbox-Case: "…";calls=1;id=….',
  judge({ waits }) {
    const early = waits.filter(({ isEarly, from, run }) => isEarly && (run.confidence === 'certain' || !from.isExpected))
    const found = early.filter((wait) => !isUnread(wait, waits)).map((wait) => describeEarly(wait))
    return { found, isShown: early.length === 0 && differAsAsked(shownWaits(waits)), ...explain(waits) }
  },
}

export const readsRetryAfter: Rule = {
  name: 'reads-retry-after',
  level: 'fail',
  since: '2026-11',
  ground: 'RFC 9110 §10.2.3: Retry-After is a number of seconds or an HTTP date',
  asks: 'Read both forms of Retry-After: seconds and HTTP dates.',
  shows: 'the client reads both forms of Retry-After',
  exercise: 'Play rate-limited and retry-after-date, in tests with Sandbox-Case: "…";calls=1;id=….',
  judge({ waits }) {
    const found = waits.filter((wait) => wait.isEarly && isUnread(wait, waits)).map((wait) => describeEarly(wait, wait.asked.form))
    const shown = shownWaits(waits)
    const forms = new Set(shown.map(({ asked }) => asked.form))
    return { found, isShown: found.length === 0 && forms.size === 2 && differAsAsked(shown) }
  },
}

/** The client honoured the other form of Retry-After, so its only mistake is that it does not read this form. */
const isUnread = ({ asked, run, from }: Wait, waits: readonly Wait[]) =>
  run.confidence === 'certain' &&
  shownWaits(waits).some((other) => other.asked.form !== asked.form && other.from.program.product === from.program.product)

function explain(waits: readonly Wait[]): { why?: string } {
  if (waits.length === 0) return {}
  if (waits.every(({ from }) => from.isExpected)) return { why: 'Only calls whose error was announced were tried again.' }
  if (!waits.some(({ run }) => run.confidence === 'certain'))
    return { why: 'Calls came again after a wait, but nothing shows that these were retries: send Sandbox-Case: "…";calls=1;id=….' }
  if (waits.every(({ real, asked }) => real < asked.least)) return { why: 'The client did not wait in real time: a test moved the clock.' }
  return { why: 'All waits had one length, so a fixed wait would look the same: ask for another one too.' }
}

function describeEarly({ from, to, asked, elapsed, run }: Wait, form?: string): Mistake {
  const what = form === 'date' ? 'a date in Retry-After' : form === 'seconds' ? 'seconds in Retry-After' : `a ${from.status}`
  const back = `back after ${showMs(elapsed)}`
  const isCertain = run.confidence === 'certain'
  return {
    confidence: run.confidence,
    sign: run.sign,
    dismissedBy: run.unless,
    expected: `back ${seconds(asked.seconds)} after the ${from.status}`,
    observed: `${back}: ${from.id} ${from.status}, ${to.id} ${to.status || 'no reply'}`,
    message: isCertain
      ? `The client came back ${showMs(elapsed)} after ${what} that asked for ${seconds(asked.seconds)}.`
      : `Looks like retries without waiting: a call came back ${showMs(elapsed)} after ${what} that asked for ${seconds(asked.seconds)}.`,
    advice: 'Wait as long as Retry-After says, then retry.',
    evidence: [
      [from, `asked for ${seconds(asked.seconds)}`],
      [to, `${back} of ${seconds(asked.seconds)}`],
    ],
  }
}
