// Reads the part of the base URL before the base path: `/~`, a world, a test case, and scenarios with their parameters.
// Semicolons separate scenarios. Example: `/~world=w3,case=demo,calls=1,id=1,slow,delay=1;low-remaining/v1`.

import type { OperationId } from '../contract/names.ts'
import { messageOf, Problem } from '../errors/problem.ts'
import type { TestCase } from '../exchange/exchange.ts'
import { findNearest } from '../text/nearest.ts'
import { isWorldName, WORLD_NAME_RULE } from '../text/world-name.ts'
import type { ScenarioRequest } from './scenario-request.ts'
import type { Asked, SwitchParts } from './switches.ts'
import { createTestCase } from './test-case.ts'

/** Splits a path into the prefix with the switches and the rest. Most paths have an empty prefix. */
export function splitPrefix(path: string): { prefix: string; rest: string } {
  if (path[1] !== '~' && !(path[1] === '%' && /^\/%7e/i.test(path))) return { prefix: '', rest: path }
  const end = path.indexOf('/', 1)
  return end === -1 ? { prefix: path, rest: '' } : { prefix: path.slice(0, end), rest: path.slice(end) }
}

/** The words before the scenarios. No scenario has a parameter of such a name. */
export const RESERVED: readonly string[] = ['world', 'case', 'calls', 'id', 'expect', 'assume']

/** Creates the function that reads a prefix. A mistake is returned, so that the refusal comes to the world of the base URL. */
export function createReadPrefix({ catalogue, readChoices }: Pick<SwitchParts, 'catalogue' | 'readChoices'>) {
  return (prefix: string): Asked => {
    const parts = splitParts(prefix)
    const own = parts.flat().filter(([key]) => RESERVED.includes(key))
    const asked = parts.map((words) => words.filter((word) => !own.includes(word))).filter((words) => words.length > 0)
    const { world, assume, ...about } = Object.fromEntries(own.map(([key, value = '']) => [key, value]))
    const named = world !== undefined && isWorldName(world) && { world }
    let testCase: TestCase | undefined
    try {
      refuseTwice(own)
      if (world !== undefined && !named) throw new TypeError(`The base URL has a wrong world name: ${WORLD_NAME_RULE}`)
      for (const [index, words] of asked.entries()) refuseMistake(words, asked[index - 1])
      if (Object.keys(about).length > 0) testCase = explain('describes a test, but', () => createTestCase(about.case, about))
      const scenarios = asked.map(([[name] = [''], ...given]) => createScenarioRequest(name, given))
      return {
        ...named,
        ...(testCase && { testCase }),
        ...(assume !== undefined && { choices: explain('has assume:', () => readChoices(assume.split(/[\s+]+/))) }),
        groups: [catalogue.setUpAll(scenarios)],
      }
    } catch (error) {
      const problem = error instanceof Problem ? error : new Problem('invalid_scenario', messageOf(error))
      return { ...named, ...(testCase && { testCase }), groups: [], problem }
    }
  }
}

function explain<Value>(what: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw new TypeError(`The base URL ${what} ${messageOf(error)}`)
  }
}

/**
 * The words of each scenario. They are split before they are decoded, so that the name of a test can have a comma as `%2C`.
 * Some clients escape the separators too: then the prefix has no plain separator, and is decoded first.
 */
function splitParts(prefix: string): Word[][] {
  const text = prefix.replace(/^\/%7e/i, '/~').slice(2)
  const plain = /[=,;]/.test(text) ? text : decode(text)
  return plain.split(';').map((part) =>
    part
      .split(',')
      .filter((word) => word !== '')
      .map(splitOnce)
      .map(([key, value]): Word => [decode(key), value === undefined ? undefined : decode(value)]),
  )
}

type Word = readonly [key: string, value: string | undefined]

function refuseTwice(words: readonly Word[]): void {
  const keys = words.map(([key]) => key)
  const twice = keys.find((key, index) => keys.indexOf(key) < index)
  if (twice !== undefined) throw new TypeError(`The base URL has ${twice} twice: write it once`)
}

/**
 * Refuses a mistake in the words of one scenario. The first word is its name, without a value. The other words are
 * parameters, each with a value.
 */
function refuseMistake([[name, value] = ['', undefined], ...parameters]: readonly Word[], before?: readonly Word[]): void {
  if (value !== undefined) throw new TypeError(describeUnmatched(name, value, before))
  const strange = parameters.find(([, value]) => value === undefined)?.[0]
  if (strange !== undefined)
    throw new TypeError(
      `The base URL asks for ${name} and for ${strange}: put a semicolon between two scenarios, for example /~${name};${strange}/`,
    )
  refuseTwice(parameters)
}

/** Describes a parameter without a scenario. The client may have used a semicolon as in the header, or may have misspelled `world`. */
function describeUnmatched(name: string, value: string, before?: readonly Word[]): string {
  const [[scenario] = [undefined]] = before ?? []
  const unmatched = `The base URL has ${name} without a scenario before it`
  const near = findNearest(name, RESERVED)
  if (near !== undefined) return `${unmatched}: did you mean ${near}=${value}?`
  if (scenario !== undefined) return `${unmatched}: put a comma before a parameter, for example /~${scenario},${name}=${value}/`
  return `${unmatched}: write world=<name>, or a scenario and its parameters, after /~`
}

/** Makes a scenario request from a name and parameters. The parameters `on` and `run` belong to the sandbox, and not to the scenario. */
export function createScenarioRequest(name: string, given: readonly (readonly [string, unknown])[]): ScenarioRequest {
  const { on, run, ...parameters } = Object.fromEntries(given)
  return {
    name,
    parameters,
    // The catalogue refuses the names that the contract does not have.
    ...(on !== undefined && { operations: String(on).split(/[\s+]+/) as OperationId[] }),
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
