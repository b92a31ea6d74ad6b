// The rate limits of the contract's plans, as the owner of a sandbox changed them.

import type { Contract } from '../contract/contract.ts'
import { StartError } from '../replies/problem.ts'
import type { Settings } from '../settings/settings.ts'
import { findNearest } from '../words/nearest.ts'

/** The contract with the limits that somebody gave its plans. Throws a StartError for a plan that it does not have. */
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
