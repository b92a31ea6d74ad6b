// Where no control can decide: what else explains a suspicion, found by the record alone.

import { headerOf } from '../record/exchange.ts'
import { type Call, callsIn, creationsIn, endOf, type Numbered, type Place } from './reference.ts'
import { describeRerun } from './runner-output.ts'
import type { Suspect } from './suspicions.ts'
import { comesAgain, type EqualCalls, hasMore, isDelivered, missesAnother, type Trial } from './trial.ts'

/** Why a suspicion stays in doubt, although its control was played. */
export function findVeto(suspect: Suspect): string | undefined {
  const { outcome, again, planned, reference, rerun, suspects, faulted, exitCode } = suspect
  if (planned.place?.isUnstable) return 'your tests do not always make this call with the same values: the two runs without a fault differ'
  if (isReordered(suspect)) return 'the fault met another call: your tests do not always make their calls in the same order'
  const kindOf = outcome === 'twice' ? creationsIn : callsIn
  if (reference.varies(kindOf(suspects.group)))
    return 'your tests do not always make the same number of these calls: the two runs without a fault differ'
  if (suspects.hasUnknown) return 'one of these calls is no retry: its values differ from the others, or no run without a fault has them'
  if (outcome === 'twice' && hasOneKey(suspects))
    return 'the service honours the Idempotency-Key, which these calls share: inject --assume idempotency=honoured plays such a service'
  if (outcome === 'twice' && faulted !== undefined && again !== undefined && again.key !== faulted.key) {
    if (!comesAgain(suspect, faulted.key)) return 'these creations are no retry: the call with the fault was not sent again'
    if (suspect.equalCalls?.calls.some((call) => isDelivered(call) && endOf(call.exchange) < again.exchange.arrived.monotonic))
      return 'these creations are no retry: a call equal to the one with the fault had succeeded before them'
  }
  if (again !== undefined && faulted !== undefined && worldOf(again) !== worldOf(faulted))
    return 'your tests made these calls: the later one is in another world than the fault, or came after a reset'
  if (outcome === 'early' && !planned.fault.lasts && exitCode !== 0 && again !== undefined && isDelivered(again))
    return 'your tests saw the fault, and made these calls: they failed although the early call succeeded'
  if (outcome === 'early' && missesAnother(suspect, suspects))
    return 'the early call is another one of your tests, with other values: one of their calls is missing'
  if (again !== undefined && goesOn(suspect, again)) return 'your tests made these calls: another call came in between'
  if (outcome !== 'stuck' && !hasMore(suspect, suspects.group))
    return 'your tests made these calls for another purpose: the operation is called no more often than without the fault'
  return describeRerun(rerun)
}

/** A session ends with a reset. */
const worldOf = ({ exchange: { world, session } }: Call) => `${world} ${session}`

/** The service's document does not mention Idempotency-Key. So it is only assumed that the service ignores it. */
function hasOneKey({ calls }: EqualCalls): boolean {
  const [key, ...others] = calls.map(({ exchange }) => headerOf(exchange.request.headers, 'idempotency-key'))
  return key !== undefined && others.every((other) => other === key)
}

/** Equal calls are told apart by their number. In another order, the call with this number is another call. */
function isReordered({ planned: { place }, faulted, calls, reference }: Trial): boolean {
  if (faulted === undefined || place === undefined || reference.count(place.key) < 2) return false
  const orders = [...reference.runs.map((run) => run.slice(0, run.findIndex(isAt(place)))), calls.slice(0, calls.indexOf(faulted))]
  return new Set(orders.map((own) => own.flatMap(({ world, key }) => (world === place.world ? key : [])).join())).size > 1
}

const isAt = (place: Place) => (one: Numbered) => one.key === place.key && one.number === place.number

/**
 * Whether the suite made one of its next calls, a call that it makes only under the fault, or an earlier call again, between the faulted
 * call and the repeated one. Then its caller had the result. Calls of another world or test do not count: tests run in parallel.
 * Under a lasting fault, a client may make earlier calls again.
 */
export function goesOn({ planned: { place, fault }, faulted, calls, reference }: Trial, again: Call): boolean {
  if (faulted === undefined || place === undefined) return false
  const isNext = ({ key }: Call) =>
    reference.count(key) === 0 ||
    reference.runs.every((run) => {
      const own = run.find(isAt(place))
      return own !== undefined && run.some((one) => one.key === key && one.exchange.arrived.monotonic > endOf(own.exchange))
    })
  const { number } = again.exchange
  const isMore = ({ key, exchange }: Call) =>
    calls.filter((one) => one.key === key && one.exchange.number <= exchange.number).length > Math.max(1, reference.count(key))
  const testOf = ({ exchange: { world, testCase } }: Call) => `${world} ${testCase?.name}`
  return calls.some(
    (call) =>
      call.exchange.number < number &&
      call.exchange.arrived.monotonic > endOf(faulted.exchange) &&
      testOf(call) === testOf(faulted) &&
      ![faulted.key, again.key].includes(call.key) &&
      (isMore(call) ? !fault.lasts : isNext(call)),
  )
}
