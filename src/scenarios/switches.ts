// Reads all ways in which a request can ask the sandbox for something: headers (RFC 9651), `Prefer` (RFC 7240), and the
// base URL such as `/~rate-limited,retry-after=5;slow/v1`, which every client can use. All ways give scenarios that are set up.

import type { IncomingHttpHeaders } from 'node:http'
import type { Operation } from '../contract/operations.ts'
import type { Generate } from '../contract/prism.ts'
import { Problem } from '../errors/problem.ts'
import type { Choices } from '../exchange/choices.ts'
import type { TestCase } from '../exchange/exchange.ts'
import { remember } from '../text/remember.ts'
import type { Catalogue } from './catalogue.ts'
import { createPreferences } from './prefer.ts'
import { type Address, createReadPrefix } from './prefix.ts'
import type { Setup } from './scenario.ts'
import { parseCase, parseScenarios } from './switch-headers.ts'

/** The test case and scenarios that a request asks for, with all its switches. */
export interface Asked {
  readonly testCase?: TestCase
  /** One group of scenarios per switch. The strongest switch comes first. The scenarios of one group are played together. */
  readonly groups: readonly (readonly Setup[])[]
  /** The first mistake in any switch, even in one that a stronger switch would replace. */
  readonly problem?: Problem
}

export interface Switches {
  readAddress(prefix: string): Address
  read(headers: IncomingHttpHeaders, address: Address, operation: Operation | undefined): Asked
}

export interface SwitchParts {
  readonly catalogue: Catalogue
  readonly generate: Generate
  /** Reads choices of assumptions from a base URL: `order:shuffled`. Throws an Error for an unknown choice. */
  readonly readChoices: (texts: readonly string[]) => Choices
}

const NOWHERE: Address = { scenarios: [] }
const NOTHING: Asked = { groups: [] }

export function createSwitches(parts: SwitchParts): Switches {
  const { catalogue, generate } = parts
  const byUrl = remember(createReadPrefix(parts))
  const byHeader = remember((header) => attempt(() => catalogue.setUpAll(parseScenarios(header))))
  const cases = remember((header) => attempt(() => parseCase(header)))
  const findPreferred = createPreferences(catalogue, generate)
  return {
    readAddress: (prefix) => (prefix === '' ? NOWHERE : byUrl(prefix)),
    read(headers, address, operation) {
      const { prefer, 'sandbox-scenario': scenario, 'sandbox-case': named } = headers
      if (prefer === undefined && scenario === undefined && named === undefined && address === NOWHERE) return NOTHING
      const asked = scenario === undefined ? {} : byHeader(String(scenario))
      const preferred = prefer === undefined || operation === undefined ? {} : attempt(() => findPreferred(String(prefer), operation))
      const labelled = named === undefined ? {} : cases(String(named))
      const testCase = labelled.value ?? address.testCase
      const problem = address.problem ?? labelled.problem ?? asked.problem ?? preferred.problem
      return {
        groups: [asked.value ?? [], preferred.value ?? [], address.scenarios].filter((group) => group.length > 0),
        ...(testCase && { testCase }),
        ...(problem && { problem }),
      }
    },
  }
}

/** A Problem is returned, because the journey notes it and goes on. */
function attempt<Value>(read: () => Value): { readonly value?: Value; readonly problem?: Problem } {
  try {
    return { value: read() }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { problem: error }
  }
}
