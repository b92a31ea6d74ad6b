// What a test has to add, so that its calls show how the client behaves after a failure.

import { hasEnded, isAnnounced, type Run } from '../signs.ts'

/** Undefined when the runs have everything: a certain sign, an error that nobody announced, and a later call where they failed. */
export function findMissing(runs: readonly Run[], haveEnded: boolean): string | undefined {
  const certain = runs.filter(({ confidence }) => confidence === 'certain')
  if (certain.length === 0) return UNSURE
  const open = certain.filter((run) => !isAnnounced(run))
  if (open.length === 0) return 'The test announces the error with expect, so nothing can be said of the client: leave out expect.'
  const failed = open.filter(({ tries }) => tries.at(-1)?.failure !== undefined)
  return failed.length === 0 || failed.some((run) => hasEnded(run, haveEnded)) ? undefined : WAITING
}

const UNSURE =
  'Nothing shows which calls were tries of one call: send Sandbox-Case: "…";calls=1;id=…, with a new id at each run of the test.'
const WAITING =
  'The client may still have been waiting: let it make another call with the same key and User-Agent, or ask with ended=true once its program has ended.'
