// The available scenarios. Finds a scenario by its name, and sets it up with the parameters of a scenario request. A name is only
// looked up in a map, and never becomes a path.

import { Problem } from '../errors/problem.ts'
import { BOUNDS } from '../exchange/bounds.ts'
import { findNearest } from '../text/nearest.ts'
import { showPath } from '../text/show.ts'
import { findMistakes, type Mistake } from './find-mistakes.ts'
import { type LoadOptions, loadFiles } from './load-files.ts'
import { type Scenario, type Setup, setUp } from './scenario.ts'
import type { ScenarioRequest } from './scenario-request.ts'

export interface Catalogue {
  /** All scenarios, sorted by name. */
  list(): Scenario[]
  /** One line for each scenario that a later directory replaced, and for each step that can never take a call. */
  readonly notices: readonly string[]
  /** Sets up one scenario. Throws a Problem `invalid_scenario` that lists the available scenarios. */
  setUp(scenarioRequest: ScenarioRequest): Setup
  /** Sets up several scenarios to be played together. Throws a Problem also when there are too many. */
  setUpAll(scenarioRequests: readonly ScenarioRequest[]): Setup[]
}

/** Loads the `*.yaml` files of the directories. A StartError lists every mistake with file, line, column and reason. */
export async function loadCatalogue(options: LoadOptions): Promise<Catalogue> {
  const { scenarios, notices } = await loadFiles(options)
  const list = () => [...scenarios].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, load]) => load())
  const setUp = (scenarioRequest: ScenarioRequest) => prepare(scenarioRequest, { ...options, scenarios, list })
  const setUpAll = (scenarioRequests: readonly ScenarioRequest[]) =>
    distinguish(refuseTooMany(scenarioRequests.slice(0, BOUNDS.scenarios + 1).map(setUp)))
  return { list, notices, setUp, setUpAll }
}

function refuseTooMany(setups: readonly Setup[]): readonly Setup[] {
  const steps = setups.reduce((sum, { steps }) => sum + steps.length, 0)
  if (setups.length > BOUNDS.scenarios)
    throw new Problem('invalid_scenario', `there are more than ${BOUNDS.scenarios} scenarios: remove some of them`)
  if (steps > BOUNDS.steps)
    throw new Problem('invalid_scenario', `the scenarios have ${steps} steps: at most ${BOUNDS.steps} can be played together`)
  return setups
}

/** A list may name the same scenario twice. Then each of the two counts its own calls. */
function distinguish(setups: readonly Setup[]): Setup[] {
  return setups.map((setup, index) => {
    const before = setups.slice(0, index).filter(({ key }) => key === setup.key).length
    return before === 0 ? setup : { ...setup, key: `${setup.key}#${before + 1}` }
  })
}

interface Known extends Omit<LoadOptions, 'directories'> {
  readonly scenarios: ReadonlyMap<string, () => Scenario>
  readonly list: () => readonly Scenario[]
}

function prepare(scenarioRequest: ScenarioRequest, known: Known): Setup {
  const { name = 'inline', parameters = {}, operations, steps } = scenarioRequest
  const all = known.operations.join(', ')
  if (operations?.length === 0) throw new Problem('invalid_scenario', `operations must name at least one of ${all}`)
  const strange = operations?.find((operation) => !known.operations.includes(operation))
  if (strange !== undefined)
    throw new Problem('invalid_scenario', `${JSON.stringify(strange)} is not an operation; the operations are ${all}`)
  if (steps !== undefined) return setUp(inlineScenario(steps, known), {}, known.check, scenarioRequest)
  const scenario = known.scenarios.get(name)?.()
  if (scenario) return setUp(scenario, parameters, known.check, scenarioRequest)
  const names = known.list().map((one) => one.name)
  const near = findNearest(name, names)
  throw new Problem(
    'invalid_scenario',
    `There is no scenario ${JSON.stringify(name.slice(0, 60))}${near ? `: did you mean ${near}?` : '.'} The scenarios are ${names.join(', ')}`,
  )
}

function inlineScenario(given: NonNullable<ScenarioRequest['steps']>, { check, operations }: Known): Scenario {
  const steps = given.map((step) => ({ ...step }))
  const [mistake] = findMistakes({ summary: 'inline', steps }, check, operations)
  if (mistake) throw new Problem('invalid_scenario', describeMistake(mistake))
  return { name: 'inline', summary: 'Steps given inline.', parameters: {}, steps }
}

/**
 * `steps[0].respond: status must be at least 200, not 99`. Most messages begin with the last name of the path, which is
 * then not written twice.
 */
function describeMistake({ path, message }: Mistake): string {
  const last = path.findLastIndex((step) => typeof step === 'string')
  const place = showPath(message.startsWith(showPath(path.slice(last))) ? path.slice(0, last) : path)
  return place === '' ? message : `${place}: ${message}`
}
