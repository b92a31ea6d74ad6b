// A scenario file, from text to value. What is wrong is named with file, line and column, the field, and the
// nearest right spelling.

import { basename } from 'node:path'
import { CODES, StartError } from '../problem.ts'
import { type Located, parseYaml } from '../yaml.ts'
import type { Scenario, StepTemplate } from './scenario.ts'

export interface Fault {
  /** Steps to the place, as `['steps', 0, 'fault']`. */
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Holds a value against the format of scenario files. */
export type CheckFile = (value: unknown) => readonly Fault[]

export function parseScenario(text: string, file: string, check: CheckFile, operations: readonly string[]): Scenario {
  const located = parseYaml(text, file)
  const [fault] = [...check(located.value), ...checkMeaning(located.value, operations)]
  if (fault) throw new StartError(`${file}:${placeOf(located, fault.path)}: ${fault.message}`)
  const { summary, parameters = {}, steps } = located.value as Omit<Scenario, 'name'>
  return { name: basename(file).replace(/\.ya?ml$/, ''), summary, parameters, steps }
}

const placeOf = (located: Located, path: Fault['path']) => located.placeOf(path).join(':')

/** What the format cannot say: variables, operations, codes and defaults must be known ones. */
function checkMeaning(value: unknown, operations: readonly string[]): Fault[] {
  const { parameters = {}, steps = [] } = (value ?? {}) as Partial<Scenario>
  if (!Array.isArray(steps)) return []
  return steps.flatMap((step: StepTemplate, index) => [
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

function variablesIn(value: unknown): string[] {
  if (typeof value === 'string') return /^\$[a-z][a-z0-9-]*$/.test(value) ? [value.slice(1)] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(variablesIn) : []
}

function codesIn({ respond }: StepTemplate): string[] {
  const { code } = (respond ?? {}) as { code?: string }
  return code === undefined ? [] : [code]
}
