// Puts the parts together that answer requests: the journey, the control API and the documents.

import { parseChoices } from './contract/assumptions.ts'
import { createGenerate } from './contract/prism.ts'
import { createControl } from './control/control.ts'
import type { Parts } from './create-parts.ts'
import { createRenderLlms } from './http/llms.ts'
import type { HttpParts } from './http/parts.ts'
import { Connections } from './journey/connections.ts'
import { createJourney } from './journey/journey.ts'
import type { Settings } from './options/table.ts'
import { loadControlApi, OWN } from './package-files.ts'
import { createSwitches } from './scenarios/switches.ts'
import { Backlog } from './sockets/backlog.ts'
import { createLoopBudget } from './sockets/loop-budget.ts'
import { readClocks } from './worlds/clock.ts'

export function createApp(parts: Parts, { bare, cors, tls, allowedHosts, controlToken: token, faults }: Settings): HttpParts {
  const { domain, contract, catalogue, keys, log, observer, worlds, collections, metrics } = parts
  const { handlers, renderProblem } = domain
  const notify = log.notice
  const scheme = tls === undefined ? 'http' : 'https'
  const loadControl = () => loadControlApi(contract, collections)
  const generate = createGenerate(contract)
  const switches = createSwitches({ catalogue, generate, readChoices: (texts) => parseChoices(texts, ':', contract.assumptions) })
  const backlog = new Backlog()
  metrics?.measure('unsent_bytes', 'Bytes that wait for slow clients.', () => backlog.bytes)
  const connections = new Connections(readClocks, observer)
  // Large bodies of both APIs and long replies share one budget.
  const waitForBudget = createLoopBudget()
  const journey = createJourney({
    ...{ contract, keys, worlds, handlers, generate, switches, renderProblem },
    ...{ bare, scheme, backlog, connections, observer, waitForBudget },
    ...(faults && { faults: { layer: faults, setUp: catalogue.setUp } }),
    run: Math.random().toString(36).slice(2, 8),
    now: readClocks,
  })
  return {
    control: createControl({ parts, loadApi: loadControl, allowedHosts, token, scheme, notify, waitForBudget }),
    ...{ contract, journey, worlds, backlog, connections, observer, renderProblem, cors, bare, scheme, notify },
    consoleFiles: OWN.console,
    renderGuide: createRenderLlms(contract, catalogue.list, loadControl, OWN.guide),
  }
}
