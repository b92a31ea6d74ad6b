// Applies the owner's rate limits to the contract's plans.

import type { Contract } from '../contract/contract.ts'
import { StartError } from '../errors/problem.ts'
import type { Settings } from '../options/table.ts'
import { findNearest } from '../text/nearest.ts'

/** Returns the contract with other limits for its plans. Throws a StartError for an unknown plan. */
export function withPlanLimits(contract: Contract, planLimits: Settings['planLimits']): Contract {
  const names = contract.plans.map(({ name }) => name)
  const strange = Object.keys(planLimits).find((name) => !names.includes(name))
  if (strange !== undefined) {
    const near = findNearest(strange, names)
    throw new StartError(`planLimits: ${strange} is not a plan: ${near ? `did you mean ${near}? ` : ''}the plans are ${names.join(', ')}`)
  }
  const plans = contract.plans.map((plan) => {
    const { minute = plan.minute, day = plan.day } = planLimits[plan.name] ?? {}
    return { ...plan, minute: Number(minute), day: Number(day) }
  })
  return { ...contract, plans }
}
