// Reads the part of the base URL before the base path: `/~`, a world, a test case, and scenarios with their parameters.
// Semicolons separate scenarios. Example: `/~world=w3,case=demo,slow,delay=1;low-remaining/v1`.

import { HOW_TO_CHOOSE } from '../contract/assumptions.ts'
import { createTestCase } from '../ground/case-header.ts'
import { messageOf, Problem } from '../ground/problem.ts'
import { findNearest } from '../ground/words.ts'
import { describeNoWorld, isWorldName } from '../ground/world-name.ts'
import type { Catalogue } from './catalogue.ts'
import { type Asked, createScenarioRequest, RESERVED, type Setup, type SwitchRequest } from './scenario.ts'

/** A mistake is returned, so that the refusal comes to the world of the base URL. */
export function createReadPrefix(catalogue: Catalogue) {
  return (prefix: string): Asked => {
    const parts = splitParts(prefix)
    const own = parts.flat().filter(([key]) => RESERVED.includes(key))
    const scenarios = parts.map((words) => words.filter((word) => !own.includes(word))).filter((words) => words.length > 0)
    const isScenario = (name: string) => catalogue.list().some((scenario) => scenario.name === name)
    const { world, assume, ...about } = Object.fromEntries(own.map(([key, value = '']) => [key, value]))
    let asked: Asked = { groups: [], ...(world !== undefined && isWorldName(world) && { world }) }
    try {
      refuseTwice(own)
      if (world !== asked.world) throw new TypeError(describeNoWorld(world, (name) => `world=${name}`))
      for (const words of scenarios) refuseMistake(words, isScenario)
      if (Object.keys(about).length > 0) {
        if (!about.case) throw new TypeError('the name of the test is missing, for example case=demo')
        asked = { ...asked, ...createTestCase(about.case, about) }
      }
      if (assume !== undefined) throw new TypeError(`it cannot make choices: ${HOW_TO_CHOOSE}`)
      const requests = scenarios.map(([[name] = [''], ...given]) => createScenarioRequest(name, Object.fromEntries(given)))
      return { ...asked, groups: requests.length === 0 ? [] : [setUp(requests, catalogue)] }
    } catch (error) {
      const problem = error instanceof Problem ? error : new Problem('invalid_scenario', `The base URL is wrong: ${messageOf(error)}`)
      return { ...asked, problem }
    }
  }
}

/** A name that is no scenario may be meant as the name of a world. */
function setUp(requests: readonly SwitchRequest[], catalogue: Catalogue): readonly Setup[] {
  try {
    return catalogue.setUpAll(requests, true)
  } catch (error) {
    const [{ name = '' } = {}] = requests
    const names = catalogue.list().map((scenario) => scenario.name)
    if (!(error instanceof Problem) || findNearest(name, names) !== undefined || !isWorldName(name)) throw error
    throw new Problem(error.code, `${error.message}. To choose a world, write /~world=${name}/`)
  }
}

type Word = readonly [key: string, value?: string | undefined]

/** An escaped separator, or the name of a test, which can have a comma as `%2C`. The name ends where another field follows. */
const ESCAPED = /(?<=^|[,;]|%2C|%3B)case=.*?(?=[,;]|%(?:2C|3B)\w+(?:=|%3D)|$)|%(?:2C|3B|3D)/gi

/** The words of each scenario. Some clients escape the separators. */
function splitParts(prefix: string): Word[][] {
  const text = prefix.replace(/^\/%7e/i, '/~').slice(2)
  const plain = text.replaceAll(ESCAPED, (found) => (found.startsWith('%') ? decode(found) : found))
  return plain.split(';').map((part) => part.split(',').filter(Boolean).map(readWord))
}

function readWord(text: string): Word {
  const [key = '', ...value] = text.split('=')
  return value.length === 0 ? [decode(key)] : [decode(key), decode(value.join('='))]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function refuseTwice(words: readonly Word[]): void {
  const keys = words.map(([key]) => key)
  const twice = keys.find((key, index) => keys.indexOf(key) < index)
  if (twice !== undefined) throw new TypeError(`it has ${twice} twice: write it once`)
}

/** The words of a scenario are its name, without a value, and then parameters, each with a value. */
function refuseMistake([[name, value] = ['', undefined], ...parameters]: readonly Word[], isScenario: (name: string) => boolean): void {
  if (name === '' && value !== undefined) throw new TypeError('a name is missing before the first =: write it like /~flaky,failures=2/')
  const near = findNearest(name, RESERVED)
  const hint = near ? `did you mean ${near}=${value}?` : `write it behind a scenario and a comma, for example /~flaky,${name}=${value}/`
  if (value !== undefined) throw new TypeError(`${name} has no scenario before it: ${hint}`)
  const at = parameters.findIndex(([, value]) => value === undefined)
  const [bare = ''] = parameters[at] ?? []
  const [before, start] = parameters[at - 1] ?? []
  if (at !== -1 && isScenario(bare))
    throw new TypeError(`it asks for ${name} and for ${bare}: put a semicolon between two scenarios, for example /~${name};${bare}/`)
  const inList = before === undefined ? '' : `, or join it to the list before it: /~${name},${before}=${start}+${bare}/`
  if (at !== -1) throw new TypeError(`${bare} has no value: write it like /~${name},${bare}=2/${inList}`)
  refuseTwice(parameters)
}
