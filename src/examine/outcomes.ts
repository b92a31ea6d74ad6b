// The outcomes of a run with a fault, and their sentences. The order counts: the first suspicion that its control proves wins, then the
// first that stays in doubt, then the first outcome without a suspicion. `ok` fits every run.

import type { Outcome as OutcomeName } from '../ground/generated/report.ts'
import { seconds } from '../ground/words.ts'
import { isRead } from './reference.ts'
import { firstFailure, outOfTime } from './runner-output.ts'
import { type Seen, seeEarly, seeHammers, seeStuck, seeTwice } from './suspicions.ts'
import { createdLess, isIgnored, isWaiting, type Trial, tookOf } from './trial.ts'

/** By their words in the table of the report. A function returns undefined when the run shows something else. */
export const OUTCOMES: readonly (readonly [name: OutcomeName, see: (trial: Trial) => Seen | undefined])[] = [
  ['twice', seeTwice],
  ['early', seeEarly],
  ['hammers', seeHammers],
  ['stuck', seeStuck],
  ['unfinished', seeUnfinished],
  ['waited', seeWaited],
  ['broke', seeRounded],
  ['broke', seeBroken],
  ['told', seeTold],
  ['unseen', seeNothing],
  ['ok', () => ({ observed: 'your tests passed' })],
]

/** The run, or the test, ended before the client did. */
function seeUnfinished(trial: Trial): Seen | undefined {
  const { killedBy, seconds: after } = trial
  const why = whyUnfinished(trial)
  if (why === undefined) return undefined
  return {
    looksLike: killedBy === undefined ? 'a run that ended too soon' : 'a run that did not end',
    observed: `your tests ${killedBy === undefined ? 'ended' : 'were ended'} after ${seconds(after)}, ${why}`,
    expected: 'a run that shows what the client does in the end',
    unless: killedBy === undefined ? 'the client had given up, and a test failed because of this' : undefined,
    fix:
      killedBy === undefined
        ? "Give a test more time than the client's time-outs."
        : 'Let your tests end after a failure, or give a run more time.',
  }
}

function whyUnfinished(trial: Trial): string | undefined {
  const { killedBy, exitCode, output } = trial
  if (killedBy !== undefined) return 'at the time limit of a run (option timeout)'
  if (exitCode === 0) return undefined
  if (isWaiting(trial)) return 'during the wait that the last reply had asked for'
  const words = outOfTime(output)
  return words && `and their output says "${words}"`
}

/** A measured time may be this much shorter than the delay. */
const INEXACT_MS = 50

/** The client took a very late reply, and sent no equal call in the meantime. */
function seeWaited({ planned: { fault }, faulted, equalCalls: own }: Trial): Seen | undefined {
  if (fault.delay === undefined || own === undefined || own.calls.length > own.expected) return undefined
  if (faulted?.exchange.delivered !== 'whole' || tookOf(faulted) < fault.delay * 1000 - INEXACT_MS) return undefined
  return {
    looksLike: 'a long time-out, or none',
    rule: 'times-out',
    expected: 'a time-out that ends the call before its reply comes',
    observed: `the reply came after ${Math.round(tookOf(faulted) / 1000)} s, and the client took it`,
  }
}

function seeRounded({ report }: Trial): Seen | undefined {
  const rounded = report?.findings.find(({ rule }) => rule === 'keeps-int64')
  if (rounded === undefined) return undefined
  return {
    looksLike: 'a client that rounds ids',
    rule: 'keeps-int64',
    expected: 'ids that come back as the sandbox gave them out',
    observed: `the client sent ${rounded.evidence[0]?.note}`,
    unless: 'no id of the service will ever be above 2^53',
  }
}

function seeBroken(trial: Trial): Seen | undefined {
  const told = trial.planned.place ? undefined : seeTold(trial)
  const expected = `tests that pass with ${trial.planned.fault.name} too`
  return told && { ...told, looksLike: 'tests that need the service as it is today', expected }
}

function seeTold({ exitCode, output, usual }: Trial): Seen | undefined {
  const said = firstFailure(output, usual)
  return exitCode === 0 ? undefined : { observed: `your tests failed with exit code ${exitCode}${said === '' ? '' : `: ${said}`}` }
}

/** The suite passed without the call, so it did not see the failure. */
function seeNothing(trial: Trial): Seen | undefined {
  // Calls that are not recorded may have carried out or looked up what is missing.
  if (trial.seen.isFull) return undefined
  const { call, place } = trial.planned
  const few = `fewer calls of ${place?.operation} were carried out than without the fault`
  const what = createdLess(trial) ? few : isIgnored(trial) ? `${call} never got a whole, successful reply` : undefined
  if (what === undefined) return undefined
  const isReading = place !== undefined && isRead(place)
  return {
    looksLike: 'a hidden error',
    observed: `your tests passed although ${what}`,
    expected: `a failed test, ${isReading ? 'or a success in the end' : 'a success in the end, or one more GET, which looks for the item'}`,
    unless: `your tests expect this error, ${isReading ? '' : 'always look for the item, '}or were repeated by their runner`,
    fix: 'Let the client report the error, and let a test fail for it. A fixture, a skip or a repeated test can hide it too.',
  }
}
