// The names of worlds, which stand in keys, base URLs and file names, and the keys themselves. src/worlds/keys.ts reads keys.

import { Problem } from './problem.ts'
import { didYouMean, listSome, show } from './words.ts'

const MAX_LENGTH = 64

export const isWorldName = (name: unknown): name is string => typeof name === 'string' && /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/.test(name)

export const WORLD_NAME_RULE = 'a world name has 1 to 64 of the characters A-Z a-z 0-9 . _ - and does not begin with a dot'

/** `names` are the existing worlds, as far as they are known. */
export function describeMissingWorld(name: string, names: readonly string[] = []): string {
  const known = `; the worlds are ${listSome(names, MAX_LISTED)}`
  return `there is no world ${name}${didYouMean(name, names, names.length === 0 ? ': a world is created when it is first used' : known)}`
}

const MAX_LISTED = 10

/** Says also what to write instead. Test runners have names such as `test[1]`. */
export function describeNoWorld(name: unknown, render = (world: string) => world): string {
  if (typeof name !== 'string') return `the name of a world must be a text, got ${show(name)}`
  return `${faultOf(name)}. Write ${render(nearWorldName(name))} instead: ${WORLD_NAME_RULE}`
}

/** `"test[1]" has "[" and "]"` */
function faultOf(name: string): string {
  if (name === '') return 'the name is empty'
  const forbidden = [...new Set(name.replaceAll(/[A-Za-z0-9._-]/g, ''))].slice(0, 5).map((letter) => JSON.stringify(letter))
  if (forbidden.length > 0) return `${show(name)} has ${forbidden.join(' and ')}`
  return name.length > MAX_LENGTH ? `${show(name)} has ${name.length} characters` : `${show(name)} begins with a dot`
}

/** `test-1` for `test[1]` */
function nearWorldName(name: string): string {
  const words = name.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '')
  return words.slice(0, MAX_LENGTH).replace(/-+$/, '') || 'w1'
}

/** Does not check whether the plan exists. */
export const renderKey = (plan: string, world = 'default') => (world === 'default' ? `sandbox_${plan}` : `sandbox_${plan}_${world}`)

/** Throws a Problem for an unknown plan and for a wrong world name. */
export function renderKnownKey(plans: readonly string[], plan = plans[0] ?? '', world?: string): string {
  if (!plans.includes(plan)) {
    const known = `; the plans are ${plans.join(', ')}`
    throw new Problem('invalid_value', `${show(plan)} is not a plan${typeof plan === 'string' ? didYouMean(plan, plans, known) : known}`)
  }
  if (world !== undefined && !isWorldName(world)) throw new Problem('invalid_value', describeNoWorld(world))
  return renderKey(plan, world)
}
