// The names of worlds, as keys, base URLs and files bear them.

const MAX_LENGTH = 64

/** 1 to 64 of `A-Z a-z 0-9 . _ -`, not beginning with a dot. */
export const isWorldName = (name: string) => /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/.test(name)

export const WORLD_NAME_RULE = 'a world name is 1 to 64 of A-Z a-z 0-9 . _ - and does not begin with a dot'

/** What is wrong with the name of a world: `"test[1]" has "[" and "]"`. */
export function faultOfWorldName(name: string): string {
  if (name === '') return 'it is empty'
  const shown = JSON.stringify(name.length > MAX_LENGTH ? `${name.slice(0, MAX_LENGTH)}...` : name)
  const strange = [...new Set(name.replaceAll(/[A-Za-z0-9._-]/g, ''))].slice(0, 5).map((letter) => JSON.stringify(letter))
  if (strange.length > 0) return `${shown} has ${joinWords(strange)}`
  return name.length > MAX_LENGTH ? `${shown} has ${name.length} letters` : `${shown} begins with a dot`
}

/** A name of a world that comes near to one that is none: `test-1` for `test[1]`. */
export function suggestWorldName(name: string): string {
  const words = name.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '')
  return words.slice(0, MAX_LENGTH).replace(/-+$/, '') || 'w1'
}

const joinWords = (words: readonly string[]) =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : String(words[0])
