// Decides about a creation that came again when it was refused too: its client may repeat everything, or the suite repeats what failed. The
// questions stand in their order in docs/examine.md.

import { describeRefusal, NOT_PLAYED, onlyOnce, type PlayControl } from './controls.ts'
import { isRead, isSuccess } from './reference.ts'
import { type Decision, goesOn, repeatedOf, type Suspect } from './suspicions.ts'
import { hasMore, repeats, type Trial } from './trial.ts'

/** Undefined when the client is cleared. */
export async function decideCreation(suspect: Suspect, refused: Trial, playControl: PlayControl): Promise<Decision | undefined> {
  // The client told its caller, and the suite ran the test again.
  if (suspect.exitCode !== 0) return undefined
  const forGood = await playControl('itself', { ...refused.planned, isForGood: true })
  if (forGood === undefined) return NOT_PLAYED
  if (forGood.exitCode === 0) return { unless: 'a fixture or a skip of your tests: they pass without this call' }
  const what = repeatedOf(suspect)
  const by = describeRefusal(refused, suspect.suspects)
  const at = what === 'it' ? '' : ` at ${suspect.planned.call}`
  for (const [answer, name] of [
    ['other values', 'lie'],
    ['an empty success', 'hollow'],
  ] as const) {
    const wrong = await playControl(name, suspect.planned)
    if (wrong === undefined) return NOT_PLAYED
    if (repeats(wrong, suspect.suspects)) return { unless: `your tests repeat what failed: with ${answer}${at}, ${what} came again too` }
    if (wrong.exitCode === 0) continue
    const unless = (await findRerun(wrong, playControl)) ?? (await findLoop(suspect, playControl))
    if (unless !== undefined) return { unless }
    return { control: `${by}, ${what} came again, as other calls did; with ${answer}${at}, it did not, and your tests failed` }
  }
  return { unless: 'your tests repeat what failed: no control can show this, because they notice no wrong reply' }
}

/**
 * A suite that repeats failed tests may keep an item that was created, and make only a failed one again. Then its other calls come again
 * when all replies from here on are empty successes.
 */
async function findRerun({ planned, rerun }: Trial, playControl: PlayControl): Promise<string | undefined> {
  if (rerun !== undefined) return `the test runner repeats failed tests: with another answer, its output says "${rerun}"`
  const hollow = await playControl('hollow', { ...planned, fault: { ...planned.fault, lasts: true } })
  const more = hollow?.calls.find(({ group }) => hasMore(hollow, group))?.operation
  return more && `your tests repeat what failed: when all replies from here on were empty, ${more} came more often`
}

const MAX_OTHERS = 6

/** A client repeats refused calls of all operations. A loop of a fixture stands around one. */
async function findLoop({ planned, reference, suspects }: Suspect, playControl: PlayControl): Promise<string | undefined> {
  const operation = suspects.calls[0]?.operation
  const others = reference.places.filter((place) => place.operation !== operation && isSuccess(place) && !place.isUnstable)
  let isShown = false
  for (const place of others.slice(-MAX_OTHERS)) {
    const other = { ...onlyOnce(planned), call: place.call, place }
    const refused = await playControl('invalid', other)
    if (refused === undefined) return NOT_PLAYED.unless
    if (!repeats(refused, place)) return `a loop of your tests around this call: ${place.call} was refused with 400, and was not sent again`
    const again = refused.equalCalls?.calls[1]
    if (again !== undefined && goesOn(refused, again))
      return `your tests repeat what failed: ${place.call} was refused with 400, and came again after their next call`
    // Wait loops begin runs.
    if (place.isFirst && isRead(place)) continue
    const empty = await playControl('hollow', other)
    if (empty === undefined) return NOT_PLAYED.unless
    if (repeats(empty, place))
      return `loops of your tests around this call and others: after an empty success, ${place.call} came again too`
    isShown = true
  }
  return isShown ? undefined : 'a loop of your tests around this call: no other call shows whether the client repeats what was refused'
}
