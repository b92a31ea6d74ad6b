// A client has to stop after some tries, because more tries do not help a service that is down. Refusals such as 400 and 401 stay the
// same, so trying them again is useless from the start.

import { elapsed } from '../../exchange/elapsed.ts'
import { type Fact, isPassing } from '../fact.ts'
import { hasEnded, isAnnounced, type Run } from '../signs.ts'
import { findMissing } from './missing.ts'
import type { Rule } from './rule.ts'

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
    const failing = runs.map((run) => ({ run, tries: run.tries.filter(isPassing) })).filter(({ tries }) => tries.length > 0)
    const found = failing
      .filter(({ run, tries }) => isOver(tries) && !(run.confidence === 'likely' && isAnnounced(run)))
      .map(({ run, tries }) => ({
        ...describe(run, tries),
        expected: 'five tries or so',
        observed: `sent the same failing call ${tries.length} times`,
        looksLike: 'a client that never gives up',
      }))
    const isShown = found.length === 0 && failing.some(({ run, tries }) => tries.length > 1 && isCertainEnd(run, haveEnded))
    if (failing.length === 0) return { found }
    const missing = findMissing(runsOf(failing), haveEnded)
    return { found, isShown, why: missing ?? 'No failed call was tried again until the client gave up: play server-error.' }
  },
}

export const givesUpOnRefusals: Rule = {
  name: 'gives-up-on-refusals',
  level: 'fail',
  ground: 'RFC 9110 §15.5: the client seems to have erred',
  asks: 'Do not try a call again that was refused with 400 or 401.',
  exercise: 'Play bad-request or unauthorized in a test with Sandbox-Case: "…";calls=1;id=….',
  judge({ runs, haveEnded }) {
    const refused = runs.map((run) => ({ run, tries: run.tries.filter(isRefused) })).filter(({ tries }) => tries.length > 0)
    const found = refused
      .filter(({ run, tries }) => run.confidence === 'certain' && tries.length > MAX_REFUSED)
      .map(({ run, tries }) => ({
        ...describe(run, tries),
        expected: 'one call',
        observed: `sent the same refused call ${tries.length} times`,
        advice: 'Correct the call. A refusal stays the same.',
      }))
    const isShown = found.length === 0 && refused.some(({ run }) => run.tries.length === 1 && isCertainEnd(run, haveEnded))
    if (refused.length === 0) return { found }
    return { found, isShown, why: findMissing(runsOf(refused), haveEnded) ?? 'Each refused call was tried again.' }
  },
}

const runsOf = (failed: readonly { readonly run: Run }[]) => failed.map(({ run }) => run)

const isRefused = ({ status }: Fact) => status === 400 || status === 401

const isCertainEnd = (run: Run, haveEnded: boolean) => run.confidence === 'certain' && !isAnnounced(run) && hasEnded(run, haveEnded)

/** True when more tries than the limit came within a minute. */
const isOver = (tries: readonly Fact[]) =>
  tries.some((first, index) => {
    const later = tries[index + MAX_TRIES]
    return later !== undefined && elapsed(first.arrived, later.arrived) <= WITHIN_MS
  })

const describe = (run: Run, tries: readonly Fact[]) => ({
  by: run,
  evidence: tries.map((fact) => [fact, String(fact.status || 'no reply')] as const),
})
