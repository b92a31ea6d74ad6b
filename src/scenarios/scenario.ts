// What a scenario is, as its file gives it, and how one is set up: parameters checked and put into the steps.

import { Problem } from '../replies/problem.ts'
import type { CheckFile, Mistake, StepTemplate } from './check-file.ts'
import { type AnyEffect, effects } from './effects/table.ts'
import { checkFormat } from './find-mistakes.ts'
import { fill, type ParameterRules, readParameters, type Value } from './parameters.ts'

export interface Scenario {
  readonly name: string
  readonly summary: string
  readonly parameters: ParameterRules
  readonly steps: readonly StepTemplate[]
}

/** One step of a scenario that was set up. */
export interface Step {
  /** Its place in the file, counted from 1: `when` may have left out steps before it. */
  readonly number: number
  /** How many calls it takes; infinite when the file does not say. */
  readonly times: number
  readonly operations?: readonly string[]
  readonly probability?: number
  /** What it does, in the order of the table of effects; empty when it lets the call pass. */
  readonly actions: readonly Action[]
  /** Whether it answers, or breaks the answer: of all steps that take a call, one may. */
  readonly isDecisive: boolean
  /** Whether it acts before the request's body has arrived. */
  readonly isEarly: boolean
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
  const { values, steps, mistakes } = fillIn(scenario, given, check)
  const [mistake] = mistakes
  if (mistake) throw new Problem('invalid_scenario', mistake.message)
  return {
    name: scenario.name,
    key: JSON.stringify([scenario.name, values, operations]),
    steps,
    isCounted: steps.some(({ times }) => times !== Number.POSITIVE_INFINITY),
    ...(operations && { operations }),
  }
}

interface Filled {
  readonly values: Readonly<Record<string, Value>>
  readonly steps: readonly Step[]
  /** What is wrong, with its place in the file. Parameters, format and effects are asked in turn: the first that finds mistakes ends it. */
  readonly mistakes: readonly Mistake[]
}

/** Puts the parameters into the steps, and says everything that is wrong then. */
export function fillIn({ name, summary, parameters, steps }: Scenario, given: Readonly<Record<string, unknown>>, check: CheckFile): Filled {
  const { values, mistakes } = readParameters(name, parameters, given)
  if (mistakes.length > 0)
    return failed(mistakes.map(({ parameter, message }) => ({ path: ['parameters', parameter, 'default'], message })))
  const filled = steps.map((step) => fill(step, values) as StepTemplate)
  // A parameter may fit its own bounds and not the place where it stands.
  const strange = checkFormat({ summary, steps: filled }, check)
  if (strange.length > 0) return failed(strange.map(({ path, message }) => ({ path, message: `${name}: ${message}` })))
  const made = filled.map(createStep)
  const wrong = made.flatMap((step, index) =>
    mistakesOf(step).map((message) => ({ path: ['steps', index], message: `${name}: step ${step.number}: ${message}` })),
  )
  return { values, steps: made.filter((_step, index) => (filled[index]?.when ?? true) === true), mistakes: wrong }
}

const failed = (mistakes: readonly Mistake[]): Filled => ({ values: {}, steps: [], mistakes })

function createStep(values: StepTemplate, index: number): Step {
  const { times = Number.POSITIVE_INFINITY, operations, probability } = values
  const actions = effects.filter(({ fields }) => isAsked(values, fields)).map((effect) => createAction(effect, values))
  return {
    number: index + 1,
    times: Number(times),
    ...(operations !== undefined && { operations: operations as string[] }),
    ...(probability !== undefined && { probability: Number(probability) }),
    actions,
    isDecisive: actions.some(({ effect }) => effect.answer !== undefined),
    isEarly: actions.some(({ effect, settings }) => effect.isEarly?.(settings) ?? false),
  }
}

const mistakesOf = ({ actions }: Step): string[] => actions.flatMap(({ effect, settings }) => effect.check?.(settings) ?? [])

const isAsked = (step: StepTemplate, [first = '']: readonly string[]) => first in step

/** An effect with the fields of the step that it owns. The one cast: the format has checked them. */
function createAction(effect: AnyEffect, step: StepTemplate): Action {
  const own = effect.fields.filter((field) => field in step).map((field) => [field, step[field]])
  return { effect, settings: Object.fromEntries(own) as never }
}
