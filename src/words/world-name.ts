// The names of worlds, as keys, base URLs and files bear them.

import { findNearest } from './nearest.ts'
import { show } from './show.ts'

const MAX_LENGTH = 64

/** 1 to 64 of `A-Z a-z 0-9 . _ -`, not beginning with a dot. */
export const isWorldName = (name: string) => /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/.test(name)

export const WORLD_NAME_RULE = 'a world name is 1 to 64 of A-Z a-z 0-9 . _ - and does not begin with a dot'

/** Why a world cannot be read; `names` are those that there are, where they are known. */
export function describeMissingWorld(name: string, names: readonly string[] = []): string {
  const near = findNearest(name, names)
  if (near !== undefined) return `there is no world ${name}: did you mean ${near}?`
  if (names.length === 0) return `there is no world ${name}: a world is created when it is first used`
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : ''
  return `there is no world ${name}; the worlds are ${names.slice(0, MAX_LISTED).join(', ')}${more}`
}

const MAX_LISTED = 10

/** Why a name is no world's, and what to write instead: test runners have names as `test[1]`. */
export function describeNoWorld(name: unknown, render = (world: string) => world): string {
  if (typeof name !== 'string') return `${WORLD_NAME_RULE}, got ${show(name)}`
  return `${faultOf(name)}. Write ${render(suggest(name))} instead: ${WORLD_NAME_RULE}`
}

/** `"test[1]" has "[" and "]"` */
function faultOf(name: string): string {
  if (name === '') return 'the name is empty'
  const strange = [...new Set(name.replaceAll(/[A-Za-z0-9._-]/g, ''))].slice(0, 5).map((letter) => JSON.stringify(letter))
  if (strange.length > 0) return `${show(name)} has ${strange.join(' and ')}`
  return name.length > MAX_LENGTH ? `${show(name)} has ${name.length} letters` : `${show(name)} begins with a dot`
}

/** A name that comes near: `test-1` for `test[1]`. */
function suggest(name: string): string {
  const words = name.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '')
  return words.slice(0, MAX_LENGTH).replace(/-+$/, '') || 'w1'
}
