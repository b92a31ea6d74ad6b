// What a client asks of the sandbox for one request or for itself: by header (RFC 9651 items) and by base URL, as
// `/~rate-limited,retry-after=5,world=w3/v1`, the one switch that every client has.

import { parseItem, Token } from 'structured-headers'
import type { Exchange, ScenarioSwitch, Switches } from '../exchange.ts'
import { messageOf, Problem } from '../problem.ts'
import { isWorldName, WORLD_NAME_RULE } from '../world-name.ts'

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
  let world: string | undefined
  let name: string | undefined
  const given: [string, string][] = []
  for (const part of decode(prefix).slice(2).split(',')) {
    const [key = '', value] = splitOnce(part)
    const isTwice = (key === 'world' && world !== undefined) || given.some(([before]) => before === key)
    if (isTwice) return { fault: `The base URL has ${key} twice: say it once` }
    if (key === 'world') world = value ?? ''
    else if (value !== undefined) given.push([key, value])
    else if (name === undefined) name = key
    else return { fault: `The base URL asks for ${name} and for ${key}: it takes one scenario; the control API takes several` }
  }
  if (world !== undefined && !isWorldName(world)) return { fault: `The base URL names no world: ${WORLD_NAME_RULE}` }
  if (name === undefined && given.length > 0)
    return {
      fault: `The base URL has ${given[0]?.[0]} without a scenario before it: after /~ it takes world=<name>, or a scenario and its parameters`,
    }
  return {
    ...(world !== undefined && { world }),
    ...(name !== undefined && { scenario: { ...createSwitch(name, given), areTexts: true } }),
  }
}

/** Reads `Sandbox-Scenario: rate-limited;retry-after=5`. Throws a Problem `invalid_scenario`. */
export function parseScenarioHeader(text: string): ScenarioSwitch {
  const [name, parameters] = parse('Sandbox-Scenario', text, 'flaky;failures=2')
  return createSwitch(name, [...parameters])
}

/** Reads `Sandbox-Case: "creates a pet";expect=400`; what is wrong with it stands in `fault`. */
export function parseCaseHeader(text: string): { testCase?: NonNullable<Exchange['testCase']>; fault?: string } {
  try {
    const [name, parameters] = parse('Sandbox-Case', text, '"creates a pet";expect=400')
    const expect = parameters.get('expect')
    if (expect === undefined) return { testCase: { name } }
    const isStatus = Number.isInteger(expect) && Number(expect) >= 100 && Number(expect) <= 599
    return isStatus ? { testCase: { name, expect: Number(expect) } } : { fault: `Sandbox-Case: expect must be a status, got ${expect}` }
  } catch (error) {
    return { fault: messageOf(error) }
  }
}

function parse(header: string, text: string, example: string): [string, Map<string, unknown>] {
  try {
    const [item, parameters] = parseItem(text)
    if (typeof item !== 'string' && !(item instanceof Token)) throw new TypeError('it must be a name')
    const values = [...parameters].map(([name, value]): [string, unknown] => [name, value instanceof Token ? String(value) : value])
    return [String(item), new Map(values)]
  } catch (error) {
    throw new Problem('invalid_scenario', `${header} is not an item of a structured field, as ${example}: ${messageOf(error)}`)
  }
}

function createSwitch(name: string, given: readonly [string, unknown][]): ScenarioSwitch {
  const all = new Map(given)
  const on = all.get('on')
  const run = all.get('run')
  all.delete('on')
  all.delete('run')
  return {
    name,
    parameters: Object.fromEntries(all),
    ...(on !== undefined && { operations: String(on).split(/[\s+]+/) }),
    ...(run !== undefined && { run: String(run) }),
  }
}

function splitOnce(text: string): [string, string | undefined] {
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
