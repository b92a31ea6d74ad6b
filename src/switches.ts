// What a client asks of the sandbox by its base URL, as `/~world=w3/v1`: the one switch that every client has.

import type { Switches } from './exchange.ts'
import { isWorldName, WORLD_NAME_RULE } from './world-name.ts'

const NONE: Switches = {}

/** Splits a path into the prefix with switches, empty for most, and the rest. */
export function splitPrefix(path: string): { prefix: string; rest: string } {
  if (!path.startsWith('/~') && !/^\/%7e/i.test(path)) return { prefix: '', rest: path }
  const end = path.indexOf('/', 1)
  return end === -1 ? { prefix: path, rest: '' } : { prefix: path.slice(0, end), rest: path.slice(end) }
}

/** Reads a prefix; what is wrong with it stands in `fault`. */
export function parsePrefix(prefix: string): Switches {
  if (prefix === '') return NONE
  const [name, value = ''] = decode(prefix).slice(2).split(/=(.*)/s)
  if (name !== 'world') return { fault: `The base URL asks for ${JSON.stringify(name)}: after /~ it takes world=<name>` }
  return isWorldName(value) ? { world: value } : { fault: `The base URL names no world: ${WORLD_NAME_RULE}` }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
