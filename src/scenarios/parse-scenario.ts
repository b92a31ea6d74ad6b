// A scenario file, from text to value. Everything that is wrong is named with file, line and column, the field, and the
// nearest right spelling.

import { basename } from 'node:path'
import { StartError } from '../problem.ts'
import { type Located, parseYaml } from '../yaml.ts'
import { findFaults } from './find-faults.ts'
import { findUnreachable } from './find-unreachable.ts'
import { type CheckFile, type Fault, fillIn, type Scenario } from './scenario.ts'

/** What a file holds: a scenario, or what is wrong with it. Faults and warnings are a line each. */
export interface ParsedFile {
  readonly scenario?: Scenario
  readonly faults: readonly string[]
  readonly warnings: readonly string[]
}

/** The scenario that a file holds: a name is a token of a header and a part of a URL. */
export function nameOfFile(file: string): string {
  const name = basename(file).replace(/\.ya?ml$/, '')
  if (/^[a-z][a-z0-9-]*$/.test(name)) return name
  throw new StartError(`${file}: a scenario is named by small letters, digits and hyphens, as my-scenario.yaml`)
}

/** Reads the text of a file. Throws a StartError when the name or the YAML is wrong; all other faults are returned. */
export function parseScenario(text: string, file: string, check: CheckFile, operations: readonly string[]): ParsedFile {
  const name = nameOfFile(file)
  const located = parseYaml(text, file)
  const faults = findFaults(located.value, check, operations)
  if (faults.length > 0) return { faults: renderFaults(faults, located, file), warnings: [] }
  const { summary, parameters = {}, steps } = located.value as Omit<Scenario, 'name'>
  const scenario = { name, summary, parameters, steps }
  // With its defaults, at least, a scenario must be one that can be played.
  const unplayable = fillIn(scenario, {}, check).faults
  if (unplayable.length > 0) return { faults: renderFaults(unplayable, located, file), warnings: [] }
  const warnings = findUnreachable(steps).map(({ path, message }) => ({ path, message: `warning: ${message}` }))
  return { scenario, faults: [], warnings: renderFaults(warnings, located, file) }
}

/** `my.yaml:3:5: delay must be number`, in the order of the file. */
function renderFaults(faults: readonly Fault[], located: Located, file: string): string[] {
  const placed = faults.map(({ path, message }) => ({ place: located.placeOf(path), message }))
  placed.sort((a, b) => a.place[0] - b.place[0] || a.place[1] - b.place[1])
  return [...new Set(placed.map(({ place, message }) => `${file}:${place.join(':')}: ${message}`))]
}
