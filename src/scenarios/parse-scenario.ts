// A scenario file, from text to value. What is wrong is named with file, line and column, the field, and the
// nearest right spelling.

import { basename } from 'node:path'
import { CODES, Problem, StartError } from '../problem.ts'
import { type Located, parseYaml } from '../yaml.ts'
import { effects } from './effects/table.ts'
import { type CheckFile, type Fault, type Scenario, type StepTemplate, setUp } from './scenario.ts'

/** The scenario that a file holds: a name is a token of a header and a part of a URL. */
export function nameOfFile(file: string): string {
  const name = basename(file).replace(/\.ya?ml$/, '')
  if (/^[a-z][a-z0-9-]*$/.test(name)) return name
  throw new StartError(`${file}: a scenario is named by small letters, digits and hyphens, as my-scenario.yaml`)
}

export function parseScenario(text: string, file: string, check: CheckFile, operations: readonly string[]): Scenario {
  const located = parseYaml(text, file)
  const [fault] = findFaults(located.value, check, operations)
  if (fault) throw new StartError(`${file}:${placeOf(located, fault.path)}: ${fault.message}`)
  const { summary, parameters = {}, steps } = located.value as Omit<Scenario, 'name'>
  const scenario = { name: nameOfFile(file), summary, parameters, steps }
  refuseDefaults(scenario, check, located, file)
  return scenario
}

/** With its defaults, at least, a scenario must be one that can be played. */
function refuseDefaults(scenario: Scenario, check: CheckFile, located: Located, file: string): void {
  try {
    setUp(scenario, {}, check)
  } catch (error) {
    throw error instanceof Problem ? new StartError(`${file}:${placeOf(located, ['steps'])}: ${error.message}`) : error
  }
}

const placeOf = (located: Located, path: Fault['path']) => located.placeOf(path).join(':')

/** What is wrong with a scenario, by its format and by its meaning. */
export const findFaults = (value: unknown, check: CheckFile, operations: readonly string[]): Fault[] => [
  ...check(value),
  ...checkMeaning(value, operations),
]

/** What the format cannot say: variables, operations, codes and defaults must be known ones. */
function checkMeaning(value: unknown, operations: readonly string[]): Fault[] {
  const { parameters = {}, steps = [] } = (value ?? {}) as Partial<Scenario>
  if (!Array.isArray(steps)) return []
  return steps.flatMap((step: StepTemplate, index) => [
    ...combinationsIn(step).map((message) => ({ path: ['steps', index], message })),
    ...variablesIn(step)
      .filter((name) => !Object.hasOwn(parameters, name))
      .map((name) => ({
        path: ['steps', index],
        message: `$${name} is no parameter: there are ${Object.keys(parameters).join(', ') || 'none'}`,
      })),
    ...((step.operations ?? []) as string[])
      .filter((operation) => !operations.includes(operation))
      .map((operation) => ({
        path: ['steps', index, 'operations'],
        message: `${operation} is no operation: there are ${operations.join(', ')}`,
      })),
    ...codesIn(step)
      .filter((code) => !Object.hasOwn(CODES, code))
      .map((code) => ({
        path: ['steps', index, 'respond', 'code'],
        message: `${code} is no code: there are ${Object.keys(CODES).join(', ')}`,
      })),
  ])
}

/** Parts of a step that are nothing without another, or nothing beside it. */
function combinationsIn(step: StepTemplate): string[] {
  if (typeof step !== 'object' || step === null) return []
  const has = (name: string) => name in step
  return [
    ...(Object.keys(step).length === 0 ? ['an empty step does nothing: give it an effect, or times to let calls pass'] : []),
    ...(has('respond') && has('fault') ? ['respond and fault exclude each other: a fault breaks the real reply, or the example'] : []),
    ...effects.flatMap(({ fields: [first = '', ...others] }) =>
      has(first) ? [] : others.filter(has).map((field) => `${field} is nothing without ${first}: give the step ${first}, too`),
    ),
  ]
}

function variablesIn(value: unknown): string[] {
  if (typeof value === 'string') return /^\$[a-z][a-z0-9-]*$/.test(value) ? [value.slice(1)] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(variablesIn) : []
}

function codesIn({ respond }: StepTemplate): string[] {
  const { code } = (respond ?? {}) as { code?: string }
  return code === undefined ? [] : [code]
}
