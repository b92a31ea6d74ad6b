// Finds the steps of a scenario that can never take a call, whatever the parameters are. Nobody would notice such a mistake
// otherwise.

import type { Mistake, StepTemplate } from './find-mistakes.ts'

export function findUnreachable(steps: readonly StepTemplate[]): Mistake[] {
  return steps.flatMap((step, index) => {
    const reason = neverTakes(step) ?? describeTakers(step, steps.slice(0, index))
    return reason === undefined ? [] : [{ path: ['steps', index], message: `step ${index + 1} never takes a call: ${reason}` }]
  })
}

function neverTakes({ times, probability, when }: StepTemplate): string | undefined {
  if (when === false) return 'when is false'
  if (times === 0) return 'times is 0'
  return probability === 0 ? 'probability is 0' : undefined
}

/** Names the earlier steps that together take every call of this step. Undefined when some calls are left for this step. */
function describeTakers(step: StepTemplate, earlier: readonly StepTemplate[]): string | undefined {
  const takers = earlier.flatMap((one, index) => (takesForGood(one) ? [{ number: index + 1, operations: operationsOf(one) }] : []))
  const all = takers.find(({ operations }) => operations === undefined)
  if (all) return `step ${all.number} takes all its calls and is never used up`
  const wanted = operationsOf(step)
  const takes = (operation: string) => takers.filter(({ operations = [] }) => operations.includes(operation))
  // A step without operations also takes calls of unknown paths. Steps with operations do not take these calls.
  if (wanted === undefined || wanted.some((operation) => takes(operation).length === 0)) return undefined
  const numbers = [...new Set(wanted.flatMap(takes).map(({ number }) => number))].sort((a, b) => a - b)
  return numbers.length === 1
    ? `step ${numbers[0]} takes all its calls and is never used up`
    : `steps ${numbers.join(' and ')} take all its calls and are never used up`
}

/** Whether a step takes every call that it applies to and is never used up, whatever the parameters are. */
const takesForGood = ({ times, probability, when }: StepTemplate) =>
  times === undefined && (probability === undefined || probability === 1) && (when === undefined || when === true)

const operationsOf = ({ operations }: StepTemplate) => operations as readonly string[] | undefined
