// What runs of tries show, and what a test has to add, so that they show how the client behaves after a failure.

import { hasEnded, isAnnounced, type Run } from '../record/signs.ts'
import type { Verdict } from './rule.ts'

/** A run shows a rule by a certain sign, and by an error that nobody announced. `why` says what is missing where nothing else is. */
export function shownBy(
  runs: readonly Run[],
  haveEnded: boolean,
  shows: (run: Run) => boolean,
  why: string,
): Pick<Verdict, 'isShown' | 'why'> {
  if (runs.length === 0) return {}
  const certain = runs.filter(({ confidence }) => confidence === 'certain')
  if (certain.length === 0) return { why: UNSURE }
  const open = certain.filter((run) => !isAnnounced(run))
  if (open.length === 0) return { why: ANNOUNCED }
  const failed = open.filter(hasFailed)
  const mayWait = failed.length > 0 && !failed.some((run) => hasEnded(run, haveEnded))
  return { isShown: open.some(shows), why: mayWait ? describeWaiting(failed) : why }
}

/** The same for a rule about giving up: only a run that has ended shows it. `fits` tells which runs would show it at their end. */
export function shownByEnd(runs: readonly Run[], haveEnded: boolean, fits: (run: Run) => boolean, why: string) {
  const fitting = runs.filter((run) => fits(run) && hasFailed(run))
  const shows = (run: Run) => fitting.includes(run) && hasEnded(run, haveEnded)
  const open = fitting.filter((run) => run.confidence === 'certain' && !isAnnounced(run) && !shows(run))
  return shownBy(runs, haveEnded, shows, open.length > 0 ? describeWaiting(open) : why)
}

const hasFailed = ({ tries }: Run) => tries.at(-1)?.failure !== undefined

function describeWaiting(runs: readonly Run[]): string {
  const most = Math.max(...runs.map(({ tries }) => tries.length))
  return most > 1 ? `A failed call was tried ${most} times. ${WAITING}` : WAITING
}

const UNSURE =
  'Nothing shows which calls were tries of one call: send Sandbox-Case: "…";calls=1;id=…, with a new id at each run of the test.'
const ANNOUNCED = 'The test announces the error with expect, so nothing can be said of the client: leave out expect.'
const WAITING =
  'The client may still have been waiting: let it make another call with the same key and User-Agent, or ask with ended=true once its program has ended.'
