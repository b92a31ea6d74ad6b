// Turns the value of a scenario file into a scenario. Each mistake is reported with file, line, column and field, and an
// unknown name with the nearest known name.

import { basename } from 'node:path'
import { StartError } from '../errors/problem.ts'
import type { Located } from '../json/yaml.ts'
import { type CheckFile, findMistakes, type Mistake } from './find-mistakes.ts'
import { findUnreachable } from './find-unreachable.ts'
import { fillIn, type Scenario } from './scenario.ts'

/** The content of a file: a scenario or its mistakes. Mistakes and warnings have one line each. */
export interface ParsedFile {
  readonly scenario?: Scenario
  readonly mistakes: readonly string[]
  readonly warnings: readonly string[]
}

/** The scenario's name, taken from the file's name. It is used as a token in a header and as a part of a URL. */
export function nameOfFile(file: string): string {
  const name = basename(file).replace(/\.ya?ml$/, '')
  if (/^[a-z][a-z0-9-]*$/.test(name)) return name
  throw new StartError(`${file}: a scenario is named with small letters, digits and hyphens, for example my-scenario.yaml`)
}

/** Reads the value of a file. Throws a StartError for a wrong name. All other mistakes are returned. */
export function parseScenario(located: Located, file: string, check: CheckFile, operations: readonly string[]): ParsedFile {
  const name = nameOfFile(file)
  const mistakes = findMistakes(located.value, check, operations)
  if (mistakes.length > 0) return { mistakes: renderMistakes(mistakes, located, file), warnings: [] }
  const { summary, group, parameters = {}, steps } = located.value as Omit<Scenario, 'name'>
  const scenario = { name, summary, ...(group && { group }), parameters, steps }
  // A scenario must be playable at least with its defaults.
  const unplayable = fillIn(scenario, {}, check).mistakes
  if (unplayable.length > 0) return { mistakes: renderMistakes(unplayable, located, file), warnings: [] }
  const warnings = findUnreachable(steps).map(({ path, message }) => ({ path, message: `warning: ${message}` }))
  return { scenario, mistakes: [], warnings: renderMistakes(warnings, located, file) }
}

/** Returns lines such as `my.yaml:3:5: delay must be number`, in the order of the file. */
function renderMistakes(mistakes: readonly Mistake[], located: Located, file: string): string[] {
  const placed = mistakes.map(({ path, message }) => ({ place: located.placeOf(path), message }))
  placed.sort((a, b) => a.place[0] - b.place[0] || a.place[1] - b.place[1])
  return [...new Set(placed.map(({ place, message }) => `${file}:${place.join(':')}: ${message}`))]
}
