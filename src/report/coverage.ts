// Measures which documented responses the client has met. For each missing response it names a call, a header or a scenario that
// causes the response. The documented responses come from the contract, and the scenarios from the catalogue.

import type { Operation } from '../contract/operations.ts'
import type { Catalogue } from '../scenarios/catalogue.ts'
import type { Setup, Step } from '../scenarios/scenario.ts'
import type { Tally } from './programs.ts'
import type { Coverage, OperationCoverage, ResponseCoverage } from './report-facts.ts'

/** Names a call, a header or a scenario that causes a response. */
export type BringOut = (operation: Operation, status: string) => string

export function measureCoverage(operations: readonly Operation[], tallies: readonly Tally[], bringOut: BringOut): Coverage {
  const covered = operations.map((operation) =>
    coverOperation(
      operation,
      tallies.filter((tally) => tally.operation === operation.id),
      bringOut,
    ),
  )
  const counting = covered.flatMap(({ responses }) => responses).filter(({ optional }) => !optional)
  const share = (reached: number) => (counting.length === 0 ? 100 : Math.round((reached / counting.length) * 1000) / 10)
  return {
    percent: share(counting.filter(({ met }) => met > 0).length),
    natural: share(counting.filter(({ natural }) => natural > 0).length),
    operations: covered,
  }
}

function coverOperation(operation: Operation, tallies: readonly Tally[], bringOut: BringOut): OperationCoverage {
  const { id, responses, deprecation } = operation
  const deprecated = deprecation !== undefined
  const all = tallies.flatMap(({ met }) => [...met].map(([status, counts]) => ({ response: operation.respondsWith(status), ...counts })))
  return {
    operationId: id,
    deprecated,
    // The response `default` stands for all others, so nobody has to meet it.
    responses: [...responses]
      .filter(([status]) => status !== 'default')
      .map(([status, response]): ResponseCoverage => {
        const own = all.filter((one) => one.response === response)
        const met = own.reduce((sum, one) => sum + one.met, 0)
        const natural = own.reduce((sum, one) => sum + one.natural, 0)
        return {
          status,
          met,
          natural,
          optional: deprecated || response.isAssumed,
          ...(met === 0 && { bringOut: bringOut(operation, status) }),
        }
      }),
  }
}

/** Creates the function that names the cause of a response. It prefers the simplest scenario. */
export function createBringOut(catalogue: Pick<Catalogue, 'list' | 'setUp'>): BringOut {
  let setups: readonly Setup[] | undefined
  return (operation, text) => {
    const status = Number(text.replace('XX', '00'))
    if (text.startsWith('2')) return `a valid ${operation.method} ${operation.path}`
    setups ??= catalogue.list().map(({ name }) => catalogue.setUp({ name }))
    const fitting = setups
      .filter((setup) => answersWith(setup, operation, status))
      .sort((one, other) => complexity(one) - complexity(other))
    const [simplest] = fitting
    return simplest === undefined ? `Prefer: code=${text}` : `Sandbox-Scenario: ${simplest.name}`
  }
}

const decisive = ({ steps }: Setup, { id }: Operation) =>
  steps.filter((step) => step.isDecisive && (step.operations === undefined || step.operations.includes(id)))

/** True when the scenario answers every call of the operation with this status. */
function answersWith(setup: Setup, operation: Operation, status: number): boolean {
  const [step, ...more] = decisive(setup, operation)
  if (step === undefined || more.length > 0 || step.times !== Number.POSITIVE_INFINITY || step.probability !== undefined) return false
  return setup.steps[0] === step && respondOf(step)?.status === status
}

/** The simplest scenario has the fewest settings beside the status. */
function complexity({ steps }: Setup): number {
  const [step] = steps
  const respond = step && respondOf(step)
  return Object.keys(respond ?? {}).length * 10 + (step?.actions.length ?? 0)
}

function respondOf({ actions }: Step): { readonly status?: unknown } | undefined {
  const settings = actions.map((action) => action.settings as { readonly respond?: { readonly status?: unknown } })
  return settings.find(({ respond }) => respond !== undefined)?.respond
}
