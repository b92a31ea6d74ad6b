// How the key of a plan and a world is written. Who holds a key that was sent, src/worlds/keys.ts finds out.

import { Problem } from '../replies/problem.ts'
import { show } from './show.ts'
import { describeNoWorld, isWorldName } from './world-name.ts'

/** The key of a plan and a world, whatever plans there are. */
export const renderKey = (plan: string, world = 'default') => (world === 'default' ? `sandbox_${plan}` : `sandbox_${plan}_${world}`)

/** The key of one of these plans and a world. Throws a Problem when there is no such plan, or none such world can be. */
export function renderKnownKey(plans: readonly string[], plan = plans[0] ?? '', world?: string): string {
  if (!plans.includes(plan)) throw new Problem('invalid_value', `${show(plan)} is not a plan; the plans are ${plans.join(', ')}`)
  if (world !== undefined && !isWorldName(world))
    throw new Problem('invalid_value', `the key has a wrong world name: ${describeNoWorld(world)}`)
  return renderKey(plan, world)
}
