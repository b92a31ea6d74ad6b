// What runs of tries show, and what a test has to add, so that they show how the client behaves after a failure.

import { hasEnded, isAnnounced, type Run } from '../signs.ts'
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
  const failed = open.filter(({ tries }) => tries.at(-1)?.failure !== undefined)
  const mayWait = failed.length > 0 && !failed.some((run) => hasEnded(run, haveEnded))
  return { isShown: open.some(shows), why: mayWait ? WAITING : why }
}

const UNSURE =
  'Nothing shows which calls were tries of one call: send Sandbox-Case: "…";calls=1;id=…, with a new id at each run of the test.'
const ANNOUNCED = 'The test announces the error with expect, so nothing can be said of the client: leave out expect.'
const WAITING =
  'The client may still have been waiting: let it make another call with the same key and User-Agent, or ask with ended=true once its program has ended.'
