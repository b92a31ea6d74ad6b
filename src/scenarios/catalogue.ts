// The scenarios there are: loaded from directories, looked up by name. Names are keys of a map and nothing else.

import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeText } from '../json.ts'
import { findNearest } from '../nearest.ts'
import { messageOf, Problem, StartError } from '../problem.ts'
import { findFaults, nameOfFile, parseScenario } from './parse-scenario.ts'
import { type CheckFile, describeScenario, parseTexts, type Scenario, type Setup, setUp } from './scenario.ts'
import type { Wish } from './wish.ts'

export interface Catalogue {
  /** All of them, by name. */
  list(): Scenario[]
  /** What a later directory replaced, one sentence each. */
  readonly notices: readonly string[]
  /** Sets one up. Throws a Problem `invalid_scenario` that lists what there is. */
  setUp(wish: Wish): Setup
  /** Sets several up, to be played together. Throws a Problem also when there are too many. */
  setUpAll(wishes: readonly Wish[]): Setup[]
}

export interface Directory {
  readonly path: string
  /** Comes with the sandbox, whose tests play each of its files: one is read when it is first asked for. */
  readonly isOwn: boolean
}

export interface CatalogueOptions {
  /** Later ones override earlier ones. */
  readonly directories: readonly Directory[]
  readonly check: CheckFile
  readonly operations: readonly string[]
}

/** Loads the `*.yaml` of the directories; a StartError names file, line, column and reason. */
export async function loadCatalogue({ directories, check, operations }: CatalogueOptions): Promise<Catalogue> {
  const scenarios = new Map<string, () => Scenario>()
  const notices: string[] = []
  for (const { path, isOwn } of directories) {
    for (const file of await listFiles(path)) {
      const name = nameOfFile(file)
      const load = once(() => parseScenario(readText(file), file, check, operations))
      if (!isOwn) load()
      if (scenarios.has(name)) notices.push(`${file}: overrides the scenario ${name}`)
      scenarios.set(name, load)
    }
  }
  const list = () => [...scenarios.keys()].sort().map((name) => (scenarios.get(name) as () => Scenario)())
  const setUp = (wish: Wish) => createSetup(wish, { scenarios, list, check, operations })
  const setUpAll = (wishes: readonly Wish[]) => refuseTooMany(wishes.slice(0, MAX_SCENARIOS + 1).map(setUp))
  return { list, notices, setUp, setUpAll }
}

/** A call goes through all that are played together: so many scenarios and steps there may be. */
const MAX_SCENARIOS = 100
const MAX_STEPS = 1000

function refuseTooMany(setups: readonly Setup[]): Setup[] {
  const steps = setups.reduce((sum, { steps }) => sum + steps.length, 0)
  if (setups.length > MAX_SCENARIOS) throw new Problem('invalid_scenario', `there are more than ${MAX_SCENARIOS} scenarios: take some away`)
  if (steps > MAX_STEPS)
    throw new Problem('invalid_scenario', `the scenarios have ${steps} steps: at most ${MAX_STEPS} can be played together`)
  return [...setups]
}

function readText(file: string): string {
  try {
    return decodeText(readFileSync(file))
  } catch (error) {
    throw new StartError(`${file}: the scenario cannot be read: ${error instanceof TypeError ? 'it is not UTF-8' : messageOf(error)}`)
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
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

interface Known {
  readonly scenarios: ReadonlyMap<string, () => Scenario>
  readonly list: () => readonly Scenario[]
  readonly check: CheckFile
  readonly operations: readonly string[]
}

function createSetup(wish: Wish, { scenarios, list, check, operations: known }: Known): Setup {
  const { name = 'inline', parameters = {}, operations, steps, areTexts = false } = wish
  if (operations?.length === 0) throw new Problem('invalid_scenario', `operations must name at least one of ${known.join(', ')}`)
  const strange = operations?.find((operation) => !known.includes(operation))
  if (strange !== undefined)
    throw new Problem('invalid_scenario', `${JSON.stringify(strange)} is no operation: there are ${known.join(', ')}`)
  if (steps !== undefined) return setUp(inlineScenario(steps, check, known), {}, check, operations)
  const scenario = scenarios.get(name)?.()
  if (scenario) return setUp(scenario, areTexts ? parseTexts(scenario, parameters) : parameters, check, operations)
  const near = findNearest(name, [...scenarios.keys()])
  throw new Problem(
    'invalid_scenario',
    `There is no scenario ${JSON.stringify(name.slice(0, 60))}${near ? `: did you mean ${near}?` : '.'} There are ${list().map(describeScenario).join(', ')}`,
  )
}

function inlineScenario(steps: NonNullable<Wish['steps']>, check: CheckFile, operations: readonly string[]): Scenario {
  const [fault] = findFaults({ summary: 'inline', steps }, check, operations)
  if (fault) throw new Problem('invalid_scenario', fault.message)
  return { name: 'inline', summary: 'Steps given inline.', parameters: {}, steps }
}
