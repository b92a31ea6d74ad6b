// Reads the part of the base URL before the base path: `/~`, a world, and scenarios with their parameters. Semicolons
// separate scenarios. Example: `/~world=w3,slow,delay=1;low-remaining/v1`.

import { findNearest } from '../text/nearest.ts'
import { isWorldName, WORLD_NAME_RULE } from '../text/world-name.ts'
import type { ScenarioRequest } from './scenario-request.ts'

export interface Prefix {
  readonly world?: string
  readonly scenarioRequests?: readonly ScenarioRequest[]
  /** A sentence about the first mistake in the prefix. */
  readonly mistake?: string
}

/** Splits a path into the prefix with the switches and the rest. Most paths have an empty prefix. */
export function splitPrefix(path: string): { prefix: string; rest: string } {
  if (path[1] !== '~' && !(path[1] === '%' && /^\/%7e/i.test(path))) return { prefix: '', rest: path }
  const end = path.indexOf('/', 1)
  return end === -1 ? { prefix: path, rest: '' } : { prefix: path.slice(0, end), rest: path.slice(end) }
}

/** Parses a prefix. A mistake is returned in the field `mistake`. */
export function parsePrefix(prefix: string): Prefix {
  const parts = decode(prefix).slice(2).split(';').map(splitWords)
  const worlds = parts.flat().flatMap(([key, value = '']) => (key === 'world' ? [value] : []))
  const asked = parts.map((words) => words.filter(([key]) => key !== 'world')).filter((words) => words.length > 0)
  const [world] = worlds
  const named = world !== undefined && isWorldName(world) && { world }
  if (worlds.length > 1) return { ...named, mistake: 'The base URL has world twice: write it once' }
  if (world !== undefined && !named) return { mistake: `The base URL has a wrong world name: ${WORLD_NAME_RULE}` }
  const mistake = asked.map((words, index) => findMistake(words, asked[index - 1])).find((one) => one !== undefined)
  if (mistake !== undefined) return { ...named, mistake }
  return {
    ...named,
    scenarioRequests: asked.map(([[name] = [''], ...parameters]) => ({ ...createScenarioRequest(name, parameters), areTexts: true })),
  }
}

/** The words of one scenario. An empty word is ignored, for example in `/~slow;/v1`. */
const splitWords = (part: string): Word[] =>
  part
    .split(',')
    .filter((word) => word !== '')
    .map(splitOnce)

type Word = readonly [key: string, value: string | undefined]

/**
 * Finds a mistake in the words of one scenario. The first word is its name, without a value. The other words are
 * parameters, each with a value.
 */
function findMistake([[name, value] = ['', undefined], ...parameters]: readonly Word[], before?: readonly Word[]): string | undefined {
  if (value !== undefined) return describeUnmatched(name, value, before)
  const strange = parameters.find(([, value]) => value === undefined)
  if (strange)
    return `The base URL asks for ${name} and for ${strange[0]}: put a semicolon between two scenarios, for example /~${name};${strange[0]}/`
  const keys = parameters.map(([key]) => key)
  const twice = keys.find((key, index) => keys.indexOf(key) < index)
  return twice === undefined ? undefined : `The base URL has ${twice} twice: write it once`
}

/** Describes a parameter without a scenario. The client may have used a semicolon as in the header, or may have misspelled `world`. */
function describeUnmatched(name: string, value: string, before?: readonly Word[]): string {
  const [[scenario] = [undefined]] = before ?? []
  const unmatched = `The base URL has ${name} without a scenario before it`
  if (findNearest(name, ['world']) !== undefined) return `${unmatched}: did you mean world=${value}?`
  if (scenario !== undefined) return `${unmatched}: put a comma before a parameter, for example /~${scenario},${name}=${value}/`
  return `${unmatched}: write world=<name>, or a scenario and its parameters, after /~`
}

/** Makes a scenario request from a name and parameters. The parameters `on` and `run` belong to the sandbox, and not to the scenario. */
export function createScenarioRequest(name: string, given: readonly (readonly [string, unknown])[]): ScenarioRequest {
  const { on, run, ...parameters } = Object.fromEntries(given)
  return {
    name,
    parameters,
    ...(on !== undefined && { operations: String(on).split(/[\s+]+/) }),
    ...(run !== undefined && { run: String(run) }),
  }
}

function splitOnce(text: string): Word {
  const at = text.indexOf('=')
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
