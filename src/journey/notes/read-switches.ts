// Reads all switches of the request, and finds the scenarios that may take the call. A wrong switch is only noted here. The answer
// `scenario` refuses it.

import { appliesTo, resume } from '../../scenarios/player.ts'
import type { Switches } from '../../scenarios/switches.ts'
import type { RequestContext } from '../context.ts'

export function readSwitches({ switches }: { switches: Switches }) {
  return function readSwitches(context: RequestContext): void {
    const { exchange, session, operation } = context
    const { groups, testCase, problem } = switches.read(context.request.headers, context.address, operation)
    if (testCase) exchange.testCase = testCase
    if (problem) context.switchProblem = problem
    if (groups.length === 0) {
      context.sequences = session.play.active
      return
    }
    const { method, path } = exchange.request
    const { query } = context
    const call = { method, path, query, ...(operation && { operation: operation.id }) }
    const strongest = groups.find((group) => group.some(({ setup }) => appliesTo(setup, call)))
    context.sequences = strongest?.map(({ setup, run }) => resume(setup, run, call, session.play)) ?? session.play.active
  }
}
