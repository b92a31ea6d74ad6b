// A client has to stop after some tries, because more tries do not help a service that is down. Refusals such as 400 and 401 stay the
// same, so trying them again is useless from the start.

import { elapsed } from '../../exchange/elapsed.ts'
import { type Fact, isPassing } from '../fact.ts'
import type { Run } from '../signs.ts'
import type { Mistake, Rule } from './rule.ts'

const MAX_TRIES = 20
const WITHIN_MS = 60_000
const MAX_REFUSED = 4

export const givesUp: Rule = {
  name: 'gives-up',
  level: 'fail',
  since: '2026-11',
  ground: 'the service, limits: repeated requests can lead to a ban',
  asks: 'Stop after some tries.',
  shows: 'the client stops trying after a while',
  exercise: 'Play server-error or unavailable in a test with Sandbox-Case: "…";calls=1;id=….',
  judge({ runs }) {
    const failing = runs.map((run) => ({ run, tries: run.tries.filter(isPassing) }))
    const found = failing.flatMap(({ run, tries }) =>
      isOver(tries) && !(run.confidence === 'likely' && isAnnounced(run)) ? [describe(run, tries)] : [],
    )
    const isShown =
      found.length === 0 &&
      failing.some(({ run, tries }) => run.confidence === 'certain' && tries.length > 1 && hasEnded(run) && !isAnnounced(run))
    const why = failing.some(({ tries }) => tries.length > 0)
      ? 'No call with a certain sign was tried again, failed for good, and was followed by other calls.'
      : undefined
    return { found, isShown, ...(why !== undefined && { why }) }
  },
}

export const givesUpOnRefusals: Rule = {
  name: 'gives-up-on-refusals',
  level: 'fail',
  since: '2026-11',
  ground: 'RFC 9110 §15.5: the client seems to have erred',
  asks: 'Do not try a call again that was refused with 400 or 401.',
  shows: 'the client does not try refused calls again',
  exercise: 'Play bad-request or unauthorized in a test with Sandbox-Case: "…";calls=1;id=….',
  judge({ runs }) {
    const refused = runs.map((run) => ({ run, tries: run.tries.filter(isRefused) })).filter(({ tries }) => tries.length > 0)
    const found = refused.flatMap(({ run, tries }) =>
      run.confidence === 'certain' && tries.length > MAX_REFUSED ? [describe(run, tries)] : [],
    )
    const isShown =
      found.length === 0 &&
      refused.some(
        ({ run, tries }) =>
          run.confidence === 'certain' && tries.length === 1 && run.tries.length === 1 && hasEnded(run) && !isAnnounced(run),
      )
    return {
      found,
      isShown,
      ...(refused.length > 0 && {
        why: 'Calls were refused, but nothing certain shows whether they were tried again: declare calls=1 and an id.',
      }),
    }
  },
}

const isRefused = ({ status }: Fact) => status === 400 || status === 401
const isAnnounced = ({ tries }: Run) => tries.some(({ isExpected }) => isExpected)

/** The program was seen after the last try and after the wait that it asked for, so it was not still waiting. */
function hasEnded({ tries }: Run): boolean {
  const last = tries.at(-1) as Fact
  return last.failure !== undefined && last.program.lastSeen > last.closed.monotonic + (last.asked?.seconds ?? 0) * 1000
}

/** True when more tries than the limit came within a minute. */
const isOver = (tries: readonly Fact[]) =>
  tries.some((first, index) => {
    const later = tries[index + MAX_TRIES]
    return later !== undefined && elapsed(first.arrived, later.arrived) <= WITHIN_MS
  })

function describe(run: Run, tries: readonly Fact[]): Mistake {
  const what = isRefused(tries[0] as Fact) ? 'the same refused call' : 'the same failing call'
  return {
    confidence: run.confidence,
    sign: run.sign,
    dismissedBy: run.unless,
    expected: isRefused(tries[0] as Fact) ? 'one call' : 'five tries or so',
    observed: `${tries.length} equal calls`,
    message:
      run.confidence === 'certain'
        ? `The client sent ${what} ${tries.length} times.`
        : `Looks like a client that never gives up: ${what} came ${tries.length} times.`,
    advice: isRefused(tries[0] as Fact)
      ? 'Correct the call. A refusal stays the same.'
      : 'Give up after five tries or so, and tell the caller.',
    evidence: tries.map((fact) => [fact, String(fact.status || 'no reply')]),
  }
}
