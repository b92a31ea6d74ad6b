// Writes the key of a plan and a world. src/worlds/keys.ts reads the keys that clients send.

import { didYouMean } from './nearest.ts'
import { Problem } from './problem.ts'
import { show } from './show.ts'
import { describeNoWorld, isWorldName } from './world-name.ts'

/** The key of a plan and a world. Does not check whether the plan exists. */
export const renderKey = (plan: string, world = 'default') => (world === 'default' ? `sandbox_${plan}` : `sandbox_${plan}_${world}`)

/** The key of a known plan and a world. Throws a Problem when the plan does not exist, or when the world name is wrong. */
export function renderKnownKey(plans: readonly string[], plan = plans[0] ?? '', world?: string): string {
  if (!plans.includes(plan)) {
    const known = `; the plans are ${plans.join(', ')}`
    throw new Problem('invalid_value', `${show(plan)} is not a plan${typeof plan === 'string' ? didYouMean(plan, plans, known) : known}`)
  }
  if (world !== undefined && !isWorldName(world)) throw new Problem('invalid_value', describeNoWorld(world))
  return renderKey(plan, world)
}
