// A scenario file, from text to value. Everything that is wrong is named with file, line and column, the field, and the
// nearest right spelling.

import { basename } from 'node:path'
import { type Located, parseYaml } from '../files/yaml.ts'
import { StartError } from '../replies/problem.ts'
import type { CheckFile, Mistake } from './check-file.ts'
import { findMistakes } from './find-mistakes.ts'
import { findUnreachable } from './find-unreachable.ts'
import { fillIn, type Scenario } from './scenario.ts'

/** What a file holds: a scenario, or what is wrong with it. Mistakes and warnings are a line each. */
export interface ParsedFile {
  readonly scenario?: Scenario
  readonly mistakes: readonly string[]
  readonly warnings: readonly string[]
}

/** The scenario that a file holds: a name is a token of a header and a part of a URL. */
export function nameOfFile(file: string): string {
  const name = basename(file).replace(/\.ya?ml$/, '')
  if (/^[a-z][a-z0-9-]*$/.test(name)) return name
  throw new StartError(`${file}: a scenario is named by small letters, digits and hyphens, as my-scenario.yaml`)
}

/** Reads the text of a file. Throws a StartError when the name or the YAML is wrong; all other mistakes are returned. */
export function parseScenario(text: string, file: string, check: CheckFile, operations: readonly string[]): ParsedFile {
  const name = nameOfFile(file)
  const located = parseYaml(text, file)
  const mistakes = findMistakes(located.value, check, operations)
  if (mistakes.length > 0) return { mistakes: renderMistakes(mistakes, located, file), warnings: [] }
  const { summary, parameters = {}, steps } = located.value as Omit<Scenario, 'name'>
  const scenario = { name, summary, parameters, steps }
  // With its defaults, at least, a scenario must be one that can be played.
  const unplayable = fillIn(scenario, {}, check).mistakes
  if (unplayable.length > 0) return { mistakes: renderMistakes(unplayable, located, file), warnings: [] }
  const warnings = findUnreachable(steps).map(({ path, message }) => ({ path, message: `warning: ${message}` }))
  return { scenario, mistakes: [], warnings: renderMistakes(warnings, located, file) }
}

/** `my.yaml:3:5: delay must be number`, in the order of the file. */
function renderMistakes(mistakes: readonly Mistake[], located: Located, file: string): string[] {
  const placed = mistakes.map(({ path, message }) => ({ place: located.placeOf(path), message }))
  placed.sort((a, b) => a.place[0] - b.place[0] || a.place[1] - b.place[1])
  return [...new Set(placed.map(({ place, message }) => `${file}:${place.join(':')}: ${message}`))]
}
