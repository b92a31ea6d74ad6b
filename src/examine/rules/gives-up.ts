// A client has to stop after some tries, because more tries do not help a service that is down. Refusals such as 400 and 401 stay the
// same, so trying them again is useless from the start.

import { elapsed } from '../../exchange/moment.ts'
import { type Fact, isPassing } from '../record/fact.ts'
import { isAnnounced, ofAnyWait, type Run } from '../record/signs.ts'
import type { Rule } from './rule.ts'
import { shownByEnd } from './shown-by.ts'

const MAX_TRIES = 20
const WITHIN_MS = 60_000
const MAX_REFUSED = 4

export const givesUp: Rule = {
  name: 'gives-up',
  level: 'fail',
  ground: 'the service, limits: repeated requests can lead to a ban',
  asks: 'Give up after five tries or so, and tell the caller.',
  exercise: 'Play server-error or unavailable in a test with Sandbox-Case: "…";calls=1;id=….',
  judge({ runs, haveEnded }) {
    const failing = runs.filter(({ tries }) => tries.some(isPassing))
    const found = failing
      .filter((run) => isOver(run.tries.filter(isPassing)) && !(run.confidence === 'likely' && isAnnounced(run)))
      .map((run) => ({
        ...describe(run, 'the same failing call', isPassing),
        expected: 'five tries or so',
        looksLike: 'a client that never gives up',
      }))
    const shows = ({ tries }: Run) => tries.length > 1
    return {
      found,
      ...shownByEnd(failing, haveEnded, shows, 'No failed call was tried again until the client gave up: play server-error.'),
    }
  },
}

export const givesUpOnRefusals: Rule = {
  name: 'gives-up-on-refusals',
  level: 'fail',
  ground: 'RFC 9110 §15.5: the client seems to have erred',
  asks: 'Do not try a call again that was refused with 400 or 401.',
  exercise: 'Play bad-request or unauthorized in a test with Sandbox-Case: "…";calls=1;id=….',
  judge({ runs, haveEnded }) {
    const refused = runs.filter(({ tries }) => tries.some(isRefused))
    const found = refused
      .filter(({ confidence, tries }) => confidence === 'certain' && tries.filter(isRefused).length > MAX_REFUSED)
      .map((run) => ({
        ...describe(run, 'the same refused call', isRefused),
        by: ofAnyWait(run),
        expected: 'one call',
        advice: 'Correct the call. A refusal stays the same.',
      }))
    const shows = ({ tries }: Run) => tries.length === 1
    return { found, ...shownByEnd(refused, haveEnded, shows, 'Each refused call was tried again.') }
  },
}

const isRefused = ({ status }: Fact) => status === 400 || status === 401

/** True when more tries than the limit came within a minute. */
const isOver = (tries: readonly Fact[]) =>
  tries.some((first, index) => {
    const later = tries[index + MAX_TRIES]
    return later !== undefined && elapsed(first.arrived, later.arrived) <= WITHIN_MS
  })

function describe(by: Run, what: string, counts: (fact: Fact) => boolean) {
  const tries = by.tries.filter(counts)
  const evidence = tries.map((fact) => [fact, String(fact.status || 'no reply')] as const)
  return { by, observed: `sent ${what} ${tries.length} times`, evidence }
}
