// Decides what a run with a fault proves. Calls that come more often may come from the client, or from the suite. A control plays a
// failure that no client tries again at the same place, so the suite makes what comes again then. docs/examine.md has the whole table.

import { describeRefusal, NOT_PLAYED, onlyOnce, type PlayControl, repeatedOf, statusOf } from './controls.ts'
import { OUTAGE } from './faults.ts'
import { OUTCOMES } from './outcomes.ts'
import type { PlannedRun } from './plan.ts'
import { isRead } from './reference.ts'
import { cameAgain, decideCreation } from './repeated-creation.ts'
import { describeRerun } from './runner-output.ts'
import { type Decision, type Examined, isSuspect, type Suspect } from './suspicions.ts'
import { type Campaign, type EqualCalls, gapBetween, repeats, type Trial } from './trial.ts'
import { findVeto } from './vetoes.ts'

/** Undefined when no run met its call, or when the campaign was interrupted. */
export async function examine(campaign: Campaign, playControl: PlayControl, planned: PlannedRun): Promise<Examined | undefined> {
  const trial = await playControl('itself', planned)
  if (trial === undefined) return undefined
  let advised: Examined | undefined
  for (const [outcome, see] of OUTCOMES) {
    const seen = see(trial)
    if (seen === undefined) continue
    const examined: Examined = { ...trial, ...seen, outcome, level: seen.looksLike === undefined ? 'pass' : 'advice' }
    // Without suspects there is nothing to control, as with a lie or a fault of the whole run.
    if (!isSuspect(examined)) return advised ?? examined
    const decision = await decide(examined, playControl)
    // The words of the runner say more than a control, and any reason says more than a control that shows nothing.
    const isOpen = decision?.unless === undefined || decision === NOT_PLAYED
    const unless = (isOpen ? findVeto(examined) : describeRerun(trial.rerun)) ?? decision?.unless
    if (decision && unless === undefined) return { ...examined, ...decision, level: 'fail' }
    if (campaign.options.signal?.aborted) return undefined
    if (decision) advised ??= { ...examined, ...decision, unless }
  }
  return advised
}

/** Plays the controls of a suspicion. Undefined when they clear the client. */
async function decide(suspect: Suspect, playControl: PlayControl): Promise<Decision | undefined> {
  const { outcome, planned, suspects } = suspect
  // No control shows whether a test or its client waits.
  if ((outcome === 'early' || outcome === 'hammers') && planned.place?.isFirst && isRead(planned.place))
    return { unless: 'your tests wait for the service with this call: it equals their first one' }
  const refused = outcome === 'stuck' ? await playControl('refused', planned) : await refuse(suspects, planned, playControl)
  if (refused === undefined) return NOT_PLAYED
  const by = describeRefusal(refused, suspects)
  if (outcome === 'stuck')
    return refused.killedBy === undefined
      ? { control: `when ${by}, your tests ended in time` }
      : { unless: `your tests do not end after a failed call: when ${by}, they had to be ended too` }
  // A suite that passes without the call does not notice the refusal. After another failure it may do anything.
  const isRepeated = repeats(refused, suspects)
  if (!isRepeated && refused.seen.isFull) return NOT_PLAYED
  if (!isRepeated && refused.exitCode !== 0) return decideByRefusal(suspect, by, playControl)
  const passed = `your tests passed although ${planned.call} was refused with ${statusOf(refused)}`
  if (!isRepeated) return { unless: `your tests made these calls: ${passed}, so nothing shows who made the calls` }
  if (outcome === 'twice') return decideCreation(suspect, refused, playControl)
  if (isEndless(suspects, suspect) && isEndless(suspects, refused))
    return (await findWaitLoop(suspect, [EMPTY], playControl)) ?? { control: `when ${by}, it still came, until the run was ended` }
  // A creation may still be decided, because a suite can notice what its client hides.
  const hasCreation = suspects.calls.some(({ exchange }) => exchange.request.method === 'POST')
  const decision = hasCreation ? await decideCreation(suspect, refused, playControl) : undefined
  return decision && decision.unless === undefined ? decision : cameAgain(by)
}

/** The refused call did not come again. Other controls may still show that the tests made it. */
async function decideByRefusal(suspect: Suspect, by: string, playControl: PlayControl): Promise<Decision> {
  const { planned } = suspect
  const veto = findVeto(suspect)
  if (veto !== undefined) return { unless: veto }
  // Most campaigns play an outage anyway, and its run serves for both.
  const lasting = planned.fault.name === 'unavailable' ? OUTAGE : { ...planned.fault, lasts: true }
  const rerun = planned.fault.lasts ? undefined : (await playControl('itself', { ...planned, fault: lasting }))?.rerun
  if (rerun !== undefined && !rerun.includes('skip'))
    return { unless: `your tests or their runner did this: when all later calls got the fault too, the output said "${rerun}"` }
  const healed = await heal(suspect, playControl)
  if (typeof healed !== 'string') return healed
  const waits = await findWaitLoop(suspect, [INVALID, EMPTY], playControl)
  return waits ?? { control: `when ${by}, ${repeatedOf(suspect, suspect.suspects)} was not sent again${healed}` }
}

const INVALID = ['the call was refused with 400', 'invalid'] as const
const EMPTY = ['the call got an empty reply', 'hollow'] as const

/** Whether a loop of the tests reads again until it finds what it waits for. */
async function findWaitLoop(
  { planned, suspects, gap = 0 }: Suspect,
  replies: readonly (typeof INVALID | typeof EMPTY)[],
  playControl: PlayControl,
) {
  for (const [reply, name] of planned.place !== undefined && isRead(planned.place) ? replies : []) {
    const other = await playControl(name, onlyOnce(planned), lateAs(gap))
    if (other && repeats(other, suspects)) return cameAgain(reply)
    if (other === undefined || other.seen.isFull) return NOT_PLAYED
  }
  return undefined
}

/** In seconds: longer than the gap in milliseconds. Gaps of about one length share a control. */
const lateAs = (gap: number) => Math.ceil((1.5 * gap + 100) / 250) / 4

/** Plays a failure that one more try of a client heals, to see whether the tests were told. Returns the words for the control. */
async function heal({ planned, outcome, suspects, exitCode }: Suspect, playControl: PlayControl): Promise<Decision | string> {
  const { fault, place } = planned
  if (outcome === 'twice' && fault.undone !== undefined && place?.key === suspects.key) {
    const undone = await playControl('undone', planned)
    if (undone === undefined) return NOT_PLAYED
    if (!repeats(undone, suspects))
      return {
        unless: 'your tests looked at the data, and made these calls: when the call failed and was not carried out, it was not sent again',
      }
    return exitCode === 0 ? '' : tellHealed(undone, 'when the call was not carried out')
  }
  if (exitCode === 0) return ''
  if (outcome === 'twice') return { unless: 'your tests saw the fault, and made these calls: they failed' }
  if (!fault.lasts) return ''
  const once = await playControl('itself', onlyOnce(planned))
  if (once === undefined) return NOT_PLAYED
  return tellHealed(once, 'when the fault came only once')
}

const tellHealed = ({ exitCode }: Trial, how: string) =>
  exitCode === 0 ? `; ${how}, your tests passed` : { unless: `your tests saw the fault, and made these calls: they failed too ${how}` }

/**
 * Refuses the faulted call. If its fault lasts, all later calls are refused too, and another test may have failed: so the call is also
 * refused alone. If the suite passes, a test may want this status: so the call is refused with another one.
 */
async function refuse(equalCalls: EqualCalls, planned: PlannedRun, playControl: PlayControl): Promise<Trial | undefined> {
  const refused = await playControl('refused', planned)
  if (refused === undefined || repeats(refused, equalCalls)) return refused
  const alone = planned.fault.lasts ? await playControl('refused', onlyOnce(planned)) : refused
  if (alone === undefined || alone.exitCode !== 0 || repeats(alone, equalCalls)) return alone
  return playControl('forbidden', onlyOnce(planned))
}

const MANY_TRIES = 20
const HASTY_MS = 40

/** The run was killed while a single call of the suite came again and again, almost without a pause. A loop of the suite makes several. */
function isEndless({ key, expected }: EqualCalls, { killedBy, calls }: Trial): boolean {
  const equal = calls.filter((call) => call.key === key)
  const gaps = equal.slice(1).map((call, at) => gapBetween(equal[at] ?? call, call))
  const median = gaps.sort((one, other) => one - other)[gaps.length >> 1] ?? HASTY_MS
  return killedBy === 'time-out' && expected === 1 && equal.length > MANY_TRIES && median < HASTY_MS
}
