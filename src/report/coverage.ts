// Measures which documented responses the client has met. For each missing response it names a call, a header or a scenario that
// causes the response. The documented responses come from the contract, and the scenarios from the catalogue.

import type { Coverage, OperationCoverage, ResponseCoverage } from '../../spec/report.ts'
import type { Operation } from '../contract/operations.ts'
import type { Catalogue } from '../scenarios/catalogue.ts'
import type { Setup, Step } from '../scenarios/scenario.ts'
import type { Tally } from './programs.ts'

/** Names a call, a header or a scenario that causes a response. @internal */
export type ReachWith = (operation: Operation, status: string) => string

/** @internal */
export function measureCoverage(operations: readonly Operation[], tallies: readonly Tally[], reachWith: ReachWith): Coverage {
  const covered = operations.map((operation) => coverOperation(operation, tallies, reachWith))
  const counting = covered.flatMap(({ responses }) => responses).filter(({ optional }) => !optional)
  const share = (reached: number) => (counting.length === 0 ? 100 : Math.round((reached / counting.length) * 1000) / 10)
  return {
    percent: share(counting.filter(({ met }) => met > 0).length),
    natural: share(counting.filter(({ natural }) => natural > 0).length),
    operations: covered,
  }
}

function coverOperation(operation: Operation, tallies: readonly Tally[], reachWith: ReachWith): OperationCoverage {
  const deprecated = operation.deprecation !== undefined
  const own = tallies.filter((tally) => tally.operation === operation.id).flatMap(({ met }) => [...met])
  const responses: ResponseCoverage[] = []
  for (const [status, response] of operation.responses) {
    // The response `default` stands for all others, so nobody has to meet it.
    if (status === 'default') continue
    const counts = own.filter(([met]) => operation.respondsWith(met) === response).map(([, one]) => one)
    const met = counts.reduce((sum, one) => sum + one.met, 0)
    const natural = counts.reduce((sum, one) => sum + one.natural, 0)
    const optional = deprecated || response.isAssumed
    responses.push({ status, met, natural, optional, ...(met === 0 && { reachWith: reachWith(operation, status) }) })
  }
  return { operationId: operation.id, deprecated, responses }
}

/** Creates the function that names the cause of a response. It prefers the simplest scenario: the fewest settings beside the status. @internal */
export function nameScenarios(catalogue: Pick<Catalogue, 'list' | 'setUp'>): ReachWith {
  let setups: readonly Setup[] | undefined
  return (operation, text) => {
    if (text.startsWith('2')) return `a valid ${operation.method} ${operation.path}`
    const status = Number(text.replace('XX', '00'))
    setups ??= catalogue
      .list()
      .map(({ name }) => catalogue.setUp({ name }))
      .sort((one, other) => complexity(one) - complexity(other))
    const simplest = setups.find((setup) => answersWith(setup, operation, status))
    return simplest === undefined ? `Prefer: code=${text}` : `Sandbox-Scenario: ${simplest.name}`
  }
}

/** True when the scenario answers every call of the operation with this status. */
function answersWith({ steps }: Setup, { id }: Operation, status: number): boolean {
  const [step, ...more] = steps.filter((step) => step.isDecisive && (step.operations === undefined || step.operations.includes(id)))
  if (step === undefined || more.length > 0 || step.times !== Number.POSITIVE_INFINITY || step.probability !== undefined) return false
  return steps[0] === step && respondOf(step)?.status === status
}

function complexity({ steps: [step] }: Setup): number {
  return step === undefined ? 0 : Object.keys(respondOf(step) ?? {}).length * 10 + step.effects.length
}

const respondOf = ({ settings }: Step) => settings.respond
