// Decides about a creation that came again when it was refused too: its client may repeat everything, or the suite repeats what failed. The
// questions stand in their order in docs/examine.md.

import { describeRefusal, NOT_PLAYED, onlyOnce, type PlayControl, repeatedOf } from './controls.ts'
import { isRead, isSuccess } from './reference.ts'
import type { Decision, Suspect } from './suspicions.ts'
import { hasMore, isDelivered, repeats, type Trial } from './trial.ts'
import { goesOn } from './vetoes.ts'

export const cameAgain = (when: string) => ({ unless: `your tests made these calls: they also came when ${when}` })

/** Undefined when the client is cleared. */
export async function decideCreation(suspect: Suspect, refused: Trial, playControl: PlayControl): Promise<Decision | undefined> {
  // The client told its caller, and the suite ran the test again.
  if (suspect.exitCode !== 0) return undefined
  const forGood = await playControl('itself', { ...refused.planned, isForGood: true })
  if (forGood === undefined) return NOT_PLAYED
  if (forGood.exitCode === 0) return { unless: 'a fixture made these calls: your tests also passed when the call was refused every time' }
  const what = repeatedOf(suspect, suspect.suspects)
  const by = describeRefusal(refused, suspect.suspects)
  const call = what === 'it' ? 'the call' : suspect.planned.call
  for (const [reply, name] of [
    ['a reply with other values', 'lie'],
    ['an empty reply', 'hollow'],
  ] as const) {
    const wrong = await playControl(name, suspect.planned)
    if (wrong === undefined) return NOT_PLAYED
    if (repeats(wrong, suspect.suspects)) return cameAgain(`${call} got ${reply}`)
    if (wrong.exitCode === 0) continue
    const unless = (await findRerun(wrong, playControl)) ?? (await findLoop(suspect, playControl))
    if (unless !== undefined) return { unless }
    const noticed = `when ${call} got ${reply}, ${what} did not, and your tests failed`
    return { control: `when ${by}, ${what} came again, as other refused calls did; ${noticed}` }
  }
  return { unless: 'your tests made these calls: your tests also passed with wrong replies, so nothing shows who made the calls' }
}

/**
 * A suite that repeats failed tests may keep an item that was created, and make only a failed one again. Then its other calls come again
 * when all replies from here on are empty successes.
 */
async function findRerun({ planned, rerun }: Trial, playControl: PlayControl): Promise<string | undefined> {
  if (rerun !== undefined) return `your tests or their runner did this: when the call got a wrong reply, the output said "${rerun}"`
  const hollow = await playControl('hollow', { ...planned, fault: { ...planned.fault, lasts: true } })
  // A client may repeat calls that were refused because of an empty reply.
  const empty = hollow && { ...hollow, calls: hollow.calls.filter(isDelivered) }
  const more = empty?.calls.find(({ group }) => hasMore(empty, group))?.operation
  return more && `your tests repeat what failed: when the replies from ${planned.call} on were empty, ${more} came more often`
}

const MAX_OTHERS = 6

/** A client repeats refused calls of all operations. A loop of a fixture stands around one. */
async function findLoop({ planned, reference, suspects }: Suspect, playControl: PlayControl): Promise<string | undefined> {
  const operation = suspects.calls[0]?.operation
  const others = reference.places.filter((place) => place.operation !== operation && isSuccess(place) && !place.isUnstable)
  const loop = `your tests repeat ${operation} in a loop`
  let isShown = false
  for (const place of others.slice(-MAX_OTHERS)) {
    const other = { ...onlyOnce(planned), call: place.call, place }
    const refused = await playControl('invalid', other)
    if (refused === undefined) return NOT_PLAYED.unless
    if (!repeats(refused, place)) return `${loop}: when ${place.call} was refused with 400, it was not sent again`
    const again = refused.equalCalls?.calls[1]
    if (again !== undefined && goesOn(refused, again))
      return `your tests repeat what failed: when ${place.call} was refused with 400, another call came before it came again`
    // Wait loops begin runs.
    if (place.isFirst && isRead(place)) continue
    const empty = await playControl('hollow', other)
    if (empty === undefined) return NOT_PLAYED.unless
    if (repeats(empty, place)) return `${loop}, and other calls too: when ${place.call} got an empty reply, it came again`
    isShown = true
  }
  return isShown ? undefined : `${loop}: no other call shows whether the client repeats refused calls`
}
