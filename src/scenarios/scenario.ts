// A scenario as its file has it, what asks for it, and its setup: the parameters are checked and put into the steps.

import type { ValueViolation } from '../contract/describe-errors.ts'
import type { Draft } from '../contract/reply.ts'
import type { NamedCase } from '../ground/case-header.ts'
import type { AppliedStep, CatalogueEntry, Exchange, ScenarioRequest, Value } from '../ground/generated/control.ts'
import type { Step as Fields, OperationId } from '../ground/generated/names.ts'
import type { Problem } from '../ground/problem.ts'
import { remember } from '../ground/remember.ts'
import { type AnyEffect, effects } from './effects/table.ts'
import { fill, type Given, readParameters } from './parameters.ts'

/** The words before the scenarios of a base URL. No scenario and no parameter has such a name. `assume` is refused with a hint. */
export const RESERVED: readonly string[] = ['world', 'case', 'calls', 'id', 'expect', 'assume']

export interface Scenario extends CatalogueEntry {
  /** Before the parameters are filled in. */
  readonly steps: readonly object[]
}

/** A scenario request that came in a header or in a base URL. */
export interface SwitchRequest extends ScenarioRequest {
  /** Calls with the same run are counted together, whatever their operation is. */
  readonly run?: string
}

/** The parameters `on` and `run` belong to the sandbox, and not to the scenario. */
export const createScenarioRequest = (name: string, { on, run, ...parameters }: Readonly<Record<string, unknown>>): SwitchRequest => ({
  name,
  // The catalogue refuses wrong values, and names that the contract does not have.
  parameters: parameters as Readonly<Record<string, Value>>,
  ...(on !== undefined && { operations: String(on).split(/[\s+]+/) as OperationId[] }),
  ...(run !== undefined && { run: String(run) }),
})

/**
 * Faults that are given at the start of a sandbox. A reset, a switch or the control API can replace scenarios, but not this layer. So a
 * campaign can trust that its fault meets its call.
 */
export interface FaultLayer {
  /**
   * Told about each call after its body was read, in this order. Returns the scenario that the call gets, unless the call is refused. A
   * scenario that answers replaces the steps that the call had taken; any other is played in addition to them.
   */
  scenarioFor(exchange: Exchange): ScenarioRequest | undefined
  /** Changes a successful reply. Values of the body belong to the world, so they are copied and never changed. */
  alter?(exchange: Exchange, draft: Draft): void
}

/** One step of a scenario after its setup. */
export interface Step {
  /** Counted from 1. It is kept when `when` removes earlier steps. */
  readonly number: number
  /** How many calls the step takes. Infinite when the file has no number. */
  readonly times: number
  /** In the order of the table of effects. Empty when the step lets the call pass. */
  readonly effects: readonly AnyEffect[]
  /** The fields of the step in the file. */
  readonly settings: Fields
  /** Whether the step answers, or breaks the answer. Only one step of a call may do so. */
  readonly isDecisive: boolean
}

/** A scenario with its parameters, ready to be played. */
export interface Setup {
  readonly name: string
  readonly request: SwitchRequest
  /** Made from scenario, parameters and operations, so that each setup has its own counts. */
  readonly key: string
  readonly steps: readonly Step[]
  /** Whether a step takes a limited number of calls. */
  readonly isCounted: boolean
  /** Calls of unknown paths have the operation `''`. */
  readonly stepsFor: (operation: string) => readonly CallStep[]
}

export interface CallStep {
  readonly step: Step
  /** How the record of a call names the step. */
  readonly applied: AppliedStep
}

/** The steps are found once for each operation, because every call needs them. */
export const createSetup = (name: string, steps: readonly Step[], request: SwitchRequest, key: string): Setup => ({
  name,
  request,
  key,
  steps,
  isCounted: steps.some(({ times }) => times !== Number.POSITIVE_INFINITY),
  stepsFor: remember((operation) => {
    if (!appliesTo(request, operation)) return []
    const applying = steps.filter(({ settings }) => appliesTo(settings, operation))
    return applying.map((step) => ({ step, applied: { scenario: name, step: step.number, acted: false } }))
  }),
})

/** Finds all mistakes in a scenario file, each with its place. */
export type CheckFile = (value: unknown) => readonly ValueViolation[]

const appliesTo = ({ operations }: { readonly operations?: readonly string[] }, operation: string) =>
  operations?.includes(operation) ?? true

/** Puts the parameters into the steps. The mistakes come from the first check that finds any: of parameters, format or effects. */
export function fillIn({ summary, parameters, steps }: Scenario, given: Given, check: CheckFile, areTexts = false) {
  const { values, mistakes } = readParameters(parameters, given, areTexts)
  if (mistakes.length > 0) return { values, steps: [], mistakes }
  const filled = fill(steps, values) as readonly Fields[]
  // A parameter may be within its own bounds and still be wrong at the place where a step uses it.
  const misplaced = check({ summary, steps: filled })
  if (misplaced.length > 0) return { values, steps: [], mistakes: misplaced }
  const made = filled.map(createStep)
  const wrong = made.flatMap(({ effects, settings }, index) => {
    const messages = effects.flatMap((effect) => effect.check?.(settings) ?? [])
    return messages.map((message) => ({ path: ['steps', index], message }))
  })
  return { values, steps: made.filter(({ settings }) => settings.when ?? true), mistakes: wrong }
}

function createStep(settings: Fields, index: number): Step {
  const asked = Object.entries(effects).flatMap(([field, effect]) => (field in settings ? [effect] : []))
  return {
    number: index + 1,
    times: settings.times ?? Number.POSITIVE_INFINITY,
    effects: asked,
    settings,
    isDecisive: asked.some(({ answer }) => answer !== undefined),
  }
}

/** What a switch asks for, or all switches of a request together. */
export interface Asked extends Partial<NamedCase> {
  /** Only a base URL names a world. */
  readonly world?: string
  /** One group of scenarios per switch, the strongest switch first. The scenarios of one group are played together. */
  readonly groups: readonly (readonly Setup[])[]
  /** A mistake in any switch, even in a switch that a stronger one would replace. */
  readonly problem?: Problem
}
