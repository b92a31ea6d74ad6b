// Puts the parts together that answer requests: the journey, the control API and the documents.

import { createGenerate } from './contract/prism.ts'
import type { Parts } from './create-parts.ts'
import { Backlog } from './ground/sockets/backlog.ts'
import type { Settings } from './options/read-options.ts'
import { loadControlApi, OWN } from './package-files.ts'
import { createSwitches } from './scenarios/switches.ts'
import { createControl } from './serve/control/control.ts'
import { Connections } from './serve/journey/connections.ts'
import { createJourney } from './serve/journey/journey.ts'
import type { JourneyParts } from './serve/journey/parts.ts'
import { createRenderLlms } from './serve/llms.ts'
import type { HttpParts } from './serve/parts.ts'

export function createApp(parts: Parts, { bare, cors, tls, allowedHosts, controlToken: token, faults }: Settings): HttpParts {
  const { domain, contract, catalogue, keys, log, observer, worlds, collections, metrics } = parts
  const { handlers, renderProblem } = domain
  const notify = log.notice
  const scheme = tls === undefined ? 'http' : 'https'
  const loadControl = () => loadControlApi(contract, collections)
  const generate = createGenerate(contract)
  const switches = createSwitches({ catalogue, generate })
  const backlog = new Backlog()
  metrics?.measure('unsent_bytes', 'Bytes that wait for slow clients.', () => backlog.bytes)
  const journeyParts: JourneyParts = {
    ...{ contract, keys, worlds, handlers, generate, switches, renderProblem },
    ...{ bare, scheme, backlog, observer },
    ...(faults && { faults: { layer: faults, setUp: catalogue.setUp } }),
    defaults: new Map(contract.assumptions.map((one) => [one.id, one.default])),
    connections: new Connections(observer),
    run: Math.random().toString(36).slice(2, 8),
  }
  return {
    ...journeyParts,
    ...{ cors, notify },
    journey: createJourney(journeyParts),
    control: createControl({ parts, loadControl, allowedHosts, token, scheme }),
    consoleFiles: OWN.console,
    renderGuide: createRenderLlms(contract, catalogue.list, loadControl, OWN.guide),
  }
}
