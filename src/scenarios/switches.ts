// Reads all ways in which a request can ask the sandbox for something: headers (RFC 9651), `Prefer` (RFC 7240), and the
// base URL such as `/~rate-limited,retry-after=5;slow/v1`, which every client can use. All ways give scenarios that are set up.

import type { IncomingHttpHeaders } from 'node:http'
import type { Operation } from '../contract/operations.ts'
import { Problem } from '../ground/problem.ts'
import { remember } from '../ground/remember.ts'
import { findPreferred, type SwitchParts } from './prefer.ts'
import { createReadPrefix } from './prefix.ts'
import type { Asked } from './scenario.ts'
import { parseCase, parseScenarios } from './switch-headers.ts'

export type Switches = ReturnType<typeof createSwitches>

export function createSwitches(parts: SwitchParts) {
  const { catalogue } = parts
  const readScenarios = remember((header) => attempt(() => ({ groups: [catalogue.setUpAll(parseScenarios(header), true)] })))
  const readCase = remember((header) => attempt(() => ({ groups: [], ...parseCase(header) })))
  const readPrefer = (header: string, operation: Operation) => attempt(() => ({ groups: [findPreferred(header, operation, parts)] }))
  return {
    /** Reads the prefix of a base URL. Most base URLs have none. */
    readPrefix: remember(createReadPrefix(catalogue)),
    /** Reads the headers, and adds what the base URL asks for. */
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
