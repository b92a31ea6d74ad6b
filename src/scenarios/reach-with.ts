// Names a call, a header or a scenario that causes a documented response. The report names it for each response that the client has not
// met.

import type { Operation } from '../contract/operations.ts'
import type { Catalogue } from './catalogue.ts'
import type { Setup } from './scenario.ts'

/** Creates the function that names the cause of a response. It prefers the simplest scenario: the fewest settings beside the status. @internal */
export function createReachWith(catalogue: Pick<Catalogue, 'list' | 'setUp'>): (operation: Operation, status: string) => string {
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

/** True when the first step for the operation takes all its calls and answers with this status. */
function answersWith({ stepsFor }: Setup, { id }: Operation, status: number): boolean {
  const [{ step } = { step: undefined }] = stepsFor(id)
  return step?.times === Number.POSITIVE_INFINITY && step.settings.probability === undefined && step.settings.respond?.status === status
}

const complexity = ({ steps: [step] }: Setup) =>
  Object.keys({ ...step?.settings, ...step?.settings.respond, ...step?.settings.respond?.headers }).length
