// What a scenario is, as its file gives it, and how one is set up: parameters checked and put into the steps.

import { findNearest } from '../nearest.ts'
import { Problem } from '../problem.ts'
import { show } from '../show.ts'
import { type AnyEffect, effects } from './effects/table.ts'

export type Value = number | boolean | string

export interface ParameterRule {
  readonly type: 'integer' | 'number' | 'boolean' | 'string'
  readonly default: Value
  readonly minimum?: number
  readonly maximum?: number
  readonly enum?: readonly string[]
  readonly description: string
}

/** A step with its parameters still in it, as the file has it. */
export type StepTemplate = Readonly<Record<string, unknown>>

export interface Scenario {
  readonly name: string
  readonly summary: string
  readonly parameters: Readonly<Record<string, ParameterRule>>
  readonly steps: readonly StepTemplate[]
}

export interface Fault {
  /** Steps to the place, as `['steps', 0, 'fault']`. */
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Holds a value against the format of scenario files. */
export type CheckFile = (value: unknown) => readonly Fault[]

/** One step of a scenario that was set up. */
export interface Step {
  /** How many calls it takes; infinite when the file does not say. */
  readonly times: number
  readonly operations?: readonly string[]
  readonly probability?: number
  /** What it does, in the order of the table of effects; empty when it lets the call pass. */
  readonly actions: readonly Action[]
  /** Whether it answers, or breaks the answer: of all steps that take a call, one may. */
  readonly isDecisive: boolean
}

export interface Action {
  readonly effect: AnyEffect
  readonly settings: never
}

/** A scenario with its parameters, ready to be played. */
export interface Setup {
  readonly name: string
  /** Tells one setup from another with other parameters, to count them apart. */
  readonly key: string
  readonly steps: readonly Step[]
  /** The operationIds it is limited to. */
  readonly operations?: readonly string[]
  /** Whether a step is ever used up. */
  readonly isCounted: boolean
}

/** Sets a scenario up. Throws a Problem `invalid_scenario` that says which parameter is wrong, and which there are. */
export function setUp(
  scenario: Scenario,
  given: Readonly<Record<string, unknown>>,
  check: CheckFile,
  operations?: readonly string[],
): Setup {
  const values = readParameters(scenario, given)
  const filled = scenario.steps.map((step) => fill(step, values) as StepTemplate)
  // A parameter may fit its own bounds and not the place where it stands.
  const [fault] = check({ summary: scenario.summary, steps: filled })
  if (fault) refuse(`${scenario.name}: ${fault.message}`)
  const steps = filled
    .filter(({ when = true }) => when === true)
    .map((step, index) => createStep(step, `${scenario.name}: step ${index + 1}`))
  return {
    name: scenario.name,
    key: JSON.stringify([scenario.name, values, operations]),
    steps,
    isCounted: steps.some(({ times }) => times !== Number.POSITIVE_INFINITY),
    ...(operations && { operations }),
  }
}

function createStep(values: StepTemplate, place: string): Step {
  const { times = Number.POSITIVE_INFINITY, operations, probability } = values
  const actions = effects.filter(({ fields }) => isAsked(values, fields)).map((effect) => createAction(effect, values))
  for (const { effect, settings } of actions) {
    const fault = effect.check?.(settings)
    if (fault) refuse(`${place}: ${fault}`)
  }
  return {
    times: Number(times),
    ...(operations !== undefined && { operations: operations as string[] }),
    ...(probability !== undefined && { probability: Number(probability) }),
    actions,
    isDecisive: actions.some(({ effect }) => effect.answer !== undefined),
  }
}

const isAsked = (step: StepTemplate, [first = '']: readonly string[]) => first in step

/** An effect with the fields of the step that it owns. The one cast: the format has checked them. */
function createAction(effect: AnyEffect, step: StepTemplate): Action {
  const own = effect.fields.filter((field) => field in step).map((field) => [field, step[field]])
  return { effect, settings: Object.fromEntries(own) as never }
}

/** "rate-limited;retry-after=1": a scenario with its parameters, for people. */
export const describeScenario = ({ name, parameters }: Scenario) =>
  [name, ...Object.entries(parameters).map(([parameter, rule]) => `${parameter}=${rule.default}`)].join(';')

/** Reads texts as the types of the parameters want them; what is not of its type stays a text, to be refused. */
export const parseTexts = ({ parameters }: Scenario, texts: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      parseText(String(text), Object.hasOwn(parameters, name) ? parameters[name]?.type : 'string'),
    ]),
  )

function parseText(text: string, type: ParameterRule['type'] | undefined): Value {
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (type === 'boolean' && /^(true|\?1)$/.test(text)) return true
  if (type === 'boolean' && /^(false|\?0)$/.test(text)) return false
  return text
}

function refuse(fault: string): never {
  throw new Problem('invalid_scenario', fault)
}

function readParameters({ name, parameters }: Scenario, given: Readonly<Record<string, unknown>>): Record<string, Value> {
  const known = Object.keys(parameters)
  for (const parameter of Object.keys(given)) {
    if (Object.hasOwn(parameters, parameter)) continue
    const near = findNearest(parameter, known)
    const has = known.length === 0 ? 'it has none' : `it has ${known.join(', ')}`
    refuse(`${name} has no parameter ${show(parameter)}: ${near ? `did you mean ${near}? ` : ''}${has}`)
  }
  return Object.fromEntries(
    Object.entries(parameters).map(([parameter, rule]) => [
      parameter,
      readValue(`${name}: ${parameter}`, rule, Object.hasOwn(given, parameter) ? given[parameter] : rule.default),
    ]),
  )
}

function readValue(place: string, rule: ParameterRule, value: unknown): Value {
  const { type, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = rule
  const isNumber = typeof value === 'number' && Number.isFinite(value) && (type !== 'integer' || Number.isInteger(value))
  const fits =
    type === 'integer' || type === 'number' ? isNumber : type === 'boolean' ? typeof value === 'boolean' : typeof value === 'string'
  if (!fits) refuse(`${place} must be ${type === 'integer' ? 'an integer' : `a ${type}`}, got ${show(value)}`)
  if (isNumber && (value < minimum || value > maximum)) refuse(`${place} must be from ${minimum} to ${maximum}, got ${value}`)
  // What a value puts into a step must not be taken for a variable.
  if (String(value).startsWith('$')) refuse(`${place} must not begin with $, got ${show(value)}`)
  if (rule.enum && !rule.enum.includes(String(value))) refuse(`${place} must be one of ${rule.enum.join(', ')}, got ${show(value)}`)
  return value as Value
}

/** Puts values where a text "$name" stands for them. */
function fill(template: unknown, values: Readonly<Record<string, Value>>): unknown {
  if (typeof template === 'string' && template.startsWith('$')) {
    const name = template.slice(1)
    return Object.hasOwn(values, name) ? values[name] : template
  }
  if (Array.isArray(template)) return template.map((item) => fill(item, values))
  if (typeof template !== 'object' || template === null) return template
  return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, fill(value, values)]))
}
