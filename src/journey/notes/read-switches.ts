// Reads all switches of the request, and finds the scenarios that may take the call. A wrong switch is only noted here. The answer
// `scenario` refuses it.

import { means, resume } from '../../scenarios/player.ts'
import type { Switches } from '../../scenarios/switches.ts'
import type { Visit } from '../visit.ts'

export function readSwitches({ switches }: { switches: Switches }) {
  return function readSwitches(visit: Visit): void {
    const { exchange, session, operation } = visit
    const { groups, testCase, problem } = switches.read(visit.request.headers, visit.address, operation)
    if (testCase) exchange.testCase = testCase
    if (problem) visit.switchProblem = problem
    if (groups.length === 0) {
      visit.sequences = session.play.active
      return
    }
    const { method, path } = exchange.request
    const { query } = visit
    const call = { method, path, query, ...(operation && { operation: operation.id }) }
    const strongest = groups.find((group) => group.some(({ setup }) => means(setup, call)))
    visit.sequences = strongest?.map(({ setup, run }) => resume(setup, run, call, session.play)) ?? session.play.active
  }
}
