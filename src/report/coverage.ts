// Measures which documented responses the client has met. For each missing response it names a call, a header or a scenario that
// causes the response. The documented responses come from the contract, and the scenarios from the catalogue.

import type { DocumentedResponse } from '../contract/bodies.ts'
import type { Operation } from '../contract/operations.ts'
import type { Catalogue } from '../scenarios/catalogue.ts'
import type { Setup, Step } from '../scenarios/scenario.ts'
import type { Coverage, OperationCoverage, ResponseCoverage } from './report.ts'

/** How often each status of each operation was met. */
export type Met = Map<string, Map<number, number>>

export function noteMet(met: Met, operation: string, status: number, count = 1): void {
  let own = met.get(operation)
  if (own === undefined) {
    own = new Map()
    met.set(operation, own)
  }
  own.set(status, (own.get(status) ?? 0) + count)
}

/** Names a call, a header or a scenario that causes a response. */
export type BringOut = (operation: Operation, status: string) => string

export function measureCoverage(operations: readonly Operation[], met: Met, bringOut: BringOut): Coverage {
  const covered = operations.map((operation) => coverOperation(operation, met.get(operation.id), bringOut))
  const counting = covered.flatMap(({ responses }) => responses).filter(({ optional }) => !optional)
  const reached = counting.filter((response) => response.met > 0)
  const percent = counting.length === 0 ? 100 : Math.round((reached.length / counting.length) * 1000) / 10
  return { percent, operations: covered }
}

function coverOperation(operation: Operation, met: ReadonlyMap<number, number> | undefined, bringOut: BringOut): OperationCoverage {
  const { id, responses, deprecation } = operation
  const deprecated = deprecation !== undefined
  const counts = new Map<DocumentedResponse, number>()
  for (const [status, count] of met ?? []) {
    const response = operation.respondsWith(status)
    if (response) counts.set(response, (counts.get(response) ?? 0) + count)
  }
  return {
    operationId: id,
    deprecated,
    // The default response is not covered, because it is no single reply that a client could meet.
    responses: [...responses]
      .filter(([status]) => status !== 'default')
      .map(([status, response]): ResponseCoverage => {
        const count = counts.get(response) ?? 0
        const optional = deprecated || response.isAssumed
        return { status, met: count, optional, ...(count === 0 && { bringOut: bringOut(operation, status) }) }
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
