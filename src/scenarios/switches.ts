// Reads all ways in which a request can ask the sandbox for something: the headers `Sandbox-Scenario` (a list of RFC 9651), `Sandbox-Case`
// (an item) and `Prefer`, and the base URL. This file is the door of structured-headers for what clients send.

import type { IncomingHttpHeaders } from 'node:http'
import { DisplayString, type Item, ParseError, parseItem, parseList, Token } from 'structured-headers'
import type { Operation } from '../contract/operations.ts'
import { createTestCase, type NamedCase } from '../ground/case-header.ts'
import { messageOf, Problem } from '../ground/problem.ts'
import { remember } from '../ground/remember.ts'
import { show } from '../ground/words.ts'
import { findPreferred, type SwitchParts } from './prefer.ts'
import { createReadPrefix } from './prefix.ts'
import { type Asked, createScenarioRequest, type SwitchRequest } from './scenario.ts'

export type Switches = ReturnType<typeof createSwitches>

export function createSwitches(parts: SwitchParts) {
  const { catalogue } = parts
  const readScenarios = remember((header) => attempt(() => ({ groups: [catalogue.setUpAll(parseScenarios(header), true)] })))
  const readCase = remember((header) => attempt(() => ({ groups: [], ...parseCase(header) })))
  const readPrefer = (header: string, operation: Operation) => attempt(() => ({ groups: [findPreferred(header, operation, parts)] }))
  return {
    readPrefix: remember(createReadPrefix(catalogue)),
    /** `byUrl` is what the base URL asks for. */
    read(headers: IncomingHttpHeaders, byUrl: Asked, operation: Operation | undefined): Asked {
      const { prefer, 'sandbox-scenario': scenario, 'sandbox-case': named } = headers
      let asked = byUrl
      if (named !== undefined) asked = addTo(asked, readCase(String(named)))
      if (prefer !== undefined && operation !== undefined) asked = addTo(asked, readPrefer(String(prefer), operation))
      if (scenario !== undefined) asked = addTo(asked, readScenarios(String(scenario)))
      return asked
    },
  }
}

const addTo = (weaker: Asked, stronger: Asked): Asked => ({ ...weaker, ...stronger, groups: [...stronger.groups, ...weaker.groups] })

/** A Problem is returned, because the journey notes it and goes on. */
function attempt(read: () => Asked): Asked {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { groups: [], problem: error }
  }
}

/** Reads `Sandbox-Scenario: rate-limited;retry-after=5, slow`. */
function parseScenarios(text: string): SwitchRequest[] {
  return parse('Sandbox-Scenario', text, 'flaky;failures=2;on="createPet getPet", slow', () => {
    const entries = parseList(text)
    if (entries.length === 0) throw new TypeError('it is empty')
    return entries.map((entry) => createScenarioRequest(...readItem(entry as Item)))
  })
}

/** Reads `Sandbox-Case: "creates a pet";expect=400`, or `;expect="200 429"` for several statuses. */
const parseCase = (text: string): NamedCase => parse('Sandbox-Case', text, '"creates a pet";expect=400', readTestCase)

/** A value such as `7f3a` is no item of RFC 9651 without quotation marks, and people leave them out. */
const BARE_VALUE = /(;\s*[a-z]+=)([^";]+)/g
/** A name without escapes is taken as it is. Without quotation marks, it ends at the first semicolon. */
const PLAIN_NAME = /^\s*(?:"([^"\\]+)"\s*|([^"%;][^;]*))/

function readTestCase(text: string): NamedCase {
  const [start, quoted, bare] = PLAIN_NAME.exec(text) ?? []
  const rest = start === undefined ? text : `""${text.slice(start.length)}`
  const [name, parameters] = readItem(parseItem(rest.replaceAll(BARE_VALUE, (_, start, value) => `${start}"${String(value).trim()}"`)))
  const plain = quoted ?? bare?.trim()
  // Node.js reads header values as Latin-1, and clients send names in UTF-8.
  return createTestCase(plain === undefined ? name : Buffer.from(plain, 'latin1').toString(), parameters)
}

/** Frequent mistakes, each with a sentence that helps. */
const SLIPS: readonly (readonly [slip: RegExp, hint: string])[] = [
  [/^[a-z-]+[\s?&]+[a-z-]+=/i, '. Write a semicolon before each parameter'],
  [/;\s*[a-z-]+=\d+(?:\.\d+)?[a-z]/i, '. A number has no unit: write delay=3 in place of delay=3s'],
  [/;\s*[a-z-]*[A-Z]/, '. The name of a parameter has no capital letters: write retry-after in place of retryAfter'],
]

function parse<Value>(header: string, text: string, example: string, read: (text: string) => Value): Value {
  try {
    return read(text)
  } catch (error) {
    const hint = error instanceof ParseError && SLIPS.find(([slip]) => slip.test(text))?.[1]
    const said = messageOf(error).replace('Parse error: ', '')
    throw new Problem('invalid_scenario', `${header} is wrong: ${said}${hint || ''}${/\?$/.test(said) ? '' : '.'} Write it like ${example}`)
  }
}

/** Tokens become texts. */
function readItem([item, given]: Item): [name: string, parameters: Readonly<Record<string, unknown>>] {
  if (typeof item !== 'string' && !(item instanceof Token) && !(item instanceof DisplayString))
    throw new TypeError(
      `it must be a name, got ${show(item)}${typeof item === 'number' ? '. For a status alone, send the header Prefer: code=503' : ''}`,
    )
  const parameters = [...given].map(([name, value]) => [name, value instanceof Token ? String(value) : value])
  return [String(item), Object.fromEntries(parameters)]
}
