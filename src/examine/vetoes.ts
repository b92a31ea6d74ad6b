// What makes even a proof doubtful: the suite, or its runner, may have made the calls, and no control shows it.

import { headerOf } from '../record/exchange.ts'
import { type Call, createFinder, endOf } from './reference.ts'
import type { Run } from './run-suite.ts'
import type { Suspect } from './suspicions.ts'
import { type EqualCalls, hasMore, type Trial } from './trial.ts'

/** Why a suspicion stays in doubt, although its control was played. */
export function findVeto(suspect: Suspect, usual: readonly Run[]): string | undefined {
  const { outcome, again, planned, reference, rerun, suspects } = suspect
  if (planned.place?.isUnstable) return 'another call was meant: only one of the two runs without a fault has this call'
  const counts = outcome === 'twice' ? reference.creations(suspects.group) : reference.calls(suspects.group)
  if (new Set(counts).size > 1) return 'the suite does not always make as many of these calls: the two runs without a fault differ'
  if (suspects.hasUnknown) return 'one of these calls is no retry: the runs without a fault do not have it'
  if (outcome === 'twice' && hasOneKey(suspects))
    return 'the service honours the Idempotency-Key that both have: inject --assume idempotency=honoured plays such a service'
  if (again !== undefined && goesOn(suspect, again, usual)) return 'the suite sent it again: it had gone on with its next call in between'
  if (outcome !== 'stuck' && !hasMore(suspect, suspects.group))
    return 'the suite made these calls for another purpose: without the fault there are as many'
  return rerun && `the suite or its runner did it: the output says "${rerun}"`
}

/** The contract does not mention Idempotency-Key. So it is only an assumption that the service ignores it. */
function hasOneKey({ calls }: EqualCalls): boolean {
  const [key, ...others] = calls.map(({ exchange }) => headerOf(exchange.request.headers, 'idempotency-key'))
  return key !== undefined && others.every((other) => other === key)
}

/**
 * Whether the suite made one of its next calls after the faulted call and before the repeated one. Then its caller had the result. Calls of
 * another world or test are not next: tests run in parallel.
 */
function goesOn({ planned: { place }, faulted, calls, reference }: Trial, again: Call, usual: readonly Run[]): boolean {
  if (faulted === undefined || place === undefined) return false
  const isNext = ({ key }: Call) =>
    usual.every(({ exchanges }) => {
      const own = exchanges.find(createFinder(reference, place))
      return own !== undefined && exchanges.some((one) => reference.identify(one).key === key && one.arrived.monotonic > endOf(own))
    })
  const { number } = again.exchange
  const testOf = ({ exchange: { world, testCase } }: Call) => `${world} ${testCase?.name}`
  return calls.some(
    (call) =>
      call.exchange.number < number &&
      call.exchange.arrived.monotonic > endOf(faulted.exchange) &&
      testOf(call) === testOf(faulted) &&
      ![faulted.key, again.key].includes(call.key) &&
      calls.filter(({ key, exchange }) => key === call.key && exchange.number <= call.exchange.number).length <=
        reference.count(call.key) &&
      isNext(call),
  )
}
