// The scenarios there are: loaded from directories, looked up by name. Names are keys of a map and nothing else.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findNearest } from '../nearest.ts'
import { messageOf, Problem, StartError } from '../problem.ts'
import { findFaults, parseScenario } from './parse-scenario.ts'
import { type CheckFile, describeScenario, parseTexts, type Scenario, type Setup, setUp } from './scenario.ts'

/** What a switch asks for: a scenario by name, or steps of its own. */
export interface Wanted {
  readonly name?: string
  readonly parameters?: Readonly<Record<string, unknown>>
  /** The parameters are texts, to be read as their types say. */
  readonly areTexts?: boolean
  readonly operations?: readonly string[]
  readonly steps?: readonly Readonly<Record<string, unknown>>[]
}

export interface Catalogue {
  readonly scenarios: readonly Scenario[]
  /** What a later directory replaced, one sentence each. */
  readonly notices: readonly string[]
  /** Sets up what is wanted. Throws a Problem `invalid_scenario` that lists what there is. */
  setUp(wanted: Wanted): Setup
}

export interface CatalogueOptions {
  /** Later ones override earlier ones. */
  readonly directories: readonly string[]
  readonly check: CheckFile
  readonly operations: readonly string[]
}

/** Loads every `*.yaml` of the directories; a StartError names file, line, column and reason. */
export async function loadCatalogue({ directories, check, operations }: CatalogueOptions): Promise<Catalogue> {
  const scenarios = new Map<string, Scenario>()
  const notices: string[] = []
  for (const directory of directories) {
    for (const file of await listFiles(directory)) {
      const scenario = parseScenario(await readFile(file, 'utf8'), file, check, operations)
      if (scenarios.has(scenario.name)) notices.push(`${file}: overrides the scenario ${scenario.name}`)
      scenarios.set(scenario.name, scenario)
    }
  }
  const sorted = [...scenarios.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  return { scenarios: sorted, notices, setUp: (wanted) => createSetup(wanted, scenarios, sorted, check, operations) }
}

async function listFiles(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((error) => {
    throw new StartError(`${directory}: the scenarios cannot be read: ${messageOf(error)}`)
  })
  return names
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .map((name) => join(directory, name))
}

function createSetup(
  wanted: Wanted,
  scenarios: ReadonlyMap<string, Scenario>,
  sorted: readonly Scenario[],
  check: CheckFile,
  known: readonly string[],
): Setup {
  const { name = 'inline', parameters = {}, operations, steps, areTexts = false } = wanted
  const strange = operations?.find((operation) => !known.includes(operation))
  if (strange !== undefined)
    throw new Problem('invalid_scenario', `${JSON.stringify(strange)} is no operation: there are ${known.join(', ')}`)
  if (steps !== undefined) return setUp(inlineScenario(steps, check, known), {}, check, operations)
  const scenario = scenarios.get(name)
  if (scenario) return setUp(scenario, areTexts ? parseTexts(scenario, parameters) : parameters, check, operations)
  const near = findNearest(name, [...scenarios.keys()])
  throw new Problem(
    'invalid_scenario',
    `There is no scenario ${JSON.stringify(name.slice(0, 60))}${near ? `: did you mean ${near}?` : ''} There are ${sorted.map(describeScenario).join(', ')}`,
  )
}

function inlineScenario(steps: NonNullable<Wanted['steps']>, check: CheckFile, operations: readonly string[]): Scenario {
  const [fault] = findFaults({ summary: 'inline', steps }, check, operations)
  if (fault) throw new Problem('invalid_scenario', fault.message)
  return { name: 'inline', summary: 'Steps given inline.', parameters: {}, steps }
}
