// Reads all ways in which a request can ask the sandbox for something: headers (RFC 9651), `Prefer` (RFC 7240), and the
// base URL such as `/~rate-limited,retry-after=5;slow/v1`, which every client can use. All ways give the same type.

import type { IncomingHttpHeaders } from 'node:http'
import type { Operation } from '../contract/operations.ts'
import type { Generate } from '../contract/prism.ts'
import { messageOf, Problem } from '../errors/problem.ts'
import type { Choices } from '../exchange/choices.ts'
import type { TestCase } from '../exchange/exchange.ts'
import { remember } from '../text/remember.ts'
import type { Catalogue } from './catalogue.ts'
import { createPreferences, type Preferences } from './prefer.ts'
import { parsePrefix } from './prefix.ts'
import type { Setup } from './scenario.ts'
import type { ScenarioRequest } from './scenario-request.ts'
import { parseCase, parseScenarios } from './switch-headers.ts'

/** A scenario that a request asks for. */
export interface Ready {
  readonly setup: Setup
  readonly run?: string | undefined
}

/** The world, the test case and the scenarios that the base URL asks for. */
export interface Address {
  readonly world?: string
  readonly testCase?: TestCase
  readonly choices?: Choices
  readonly scenarios: readonly Ready[]
  readonly problem?: Problem
}

/** The test case and scenarios that a request asks for, with all its switches. */
export interface Asked {
  readonly testCase?: TestCase
  /** One group of scenarios per switch. The strongest switch comes first. The scenarios of one group are played together. */
  readonly groups: readonly (readonly Ready[])[]
  /** The first mistake in any switch, even in one that a stronger switch would replace. */
  readonly problem?: Problem
}

export interface Switches {
  readAddress(prefix: string): Address
  read(headers: IncomingHttpHeaders, address: Address, operation: Operation | undefined): Asked
}

const MAX_RUN = 64
const NOWHERE: Address = { scenarios: [] }
const NOTHING: Asked = { groups: [] }

interface Parsed {
  readonly scenarios: readonly Ready[]
  readonly problem?: Problem
}

export interface SwitchParts {
  readonly catalogue: Catalogue
  readonly generate: Generate
  /** Reads choices of assumptions from a base URL: `order:shuffled`. Throws an Error for an unknown choice. */
  readonly readChoices: (texts: readonly string[]) => Choices
}

export function createSwitches({ catalogue, generate, readChoices }: SwitchParts): Switches {
  const byHeader = remember((text) => readScenarioRequests(() => parseScenarios(text)))
  const cases = remember(parseCase)
  const preferences: Preferences = createPreferences(catalogue, generate)
  const byUrl = remember((prefix): Address => {
    const { world, testCase, assume = [], scenarioRequests = [], mistake } = parsePrefix(prefix)
    const named = { ...(world !== undefined && { world }), ...(testCase && { testCase }) }
    if (mistake !== undefined) return { ...named, scenarios: [], problem: new Problem('invalid_scenario', mistake) }
    try {
      return { ...named, choices: readChoices(assume), ...readScenarioRequests(() => scenarioRequests) }
    } catch (error) {
      return { ...named, scenarios: [], problem: new Problem('invalid_scenario', `The base URL has assume: ${messageOf(error)}`) }
    }
  })

  function readScenarioRequests(parse: () => readonly ScenarioRequest[]): Parsed {
    try {
      const scenarioRequests = parse()
      const long = scenarioRequests.find(({ run = '' }) => run.length > MAX_RUN)
      if (long) throw new Problem('invalid_scenario', `run must have at most ${MAX_RUN} characters`)
      return { scenarios: catalogue.setUpAll(scenarioRequests).map((setup, index) => ({ setup, run: scenarioRequests[index]?.run })) }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return { scenarios: [], problem: error }
    }
  }

  return {
    readAddress: (prefix) => (prefix === '' ? NOWHERE : byUrl(prefix)),
    read(headers, address, operation) {
      const { prefer, 'sandbox-scenario': scenario, 'sandbox-case': named } = headers
      if (prefer === undefined && scenario === undefined && named === undefined && address === NOWHERE) return NOTHING
      const asked = scenario === undefined ? undefined : byHeader(String(scenario))
      const preferred = prefer === undefined || operation === undefined ? undefined : preferences(String(prefer), operation)
      const { testCase = address.testCase, problem: caseProblem } = named === undefined ? {} : cases(String(named))
      const problem = address.problem ?? caseProblem ?? asked?.problem ?? preferred?.problem
      return {
        groups: [asked?.scenarios ?? [], preferred?.scenarios ?? [], address.scenarios].filter((group) => group.length > 0),
        ...(testCase && { testCase }),
        ...(problem && { problem }),
      }
    },
  }
}
