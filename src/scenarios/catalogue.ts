// The available scenarios. Finds a scenario by its name and sets it up. A name is only looked up in a map, and never becomes a path.

import type { ValueViolation } from '../contract/describe-errors.ts'
import { isObject } from '../contract/json/json.ts'
import type { Operation } from '../contract/operations.ts'
import { BOUNDS } from '../ground/bounds.ts'
import { Problem } from '../ground/problem.ts'
import { didYouMean, show, showPath } from '../ground/words.ts'
import { type Directory, loadFiles } from './load-files.ts'
import { type CheckFile, createSetup, fillIn, type Scenario, type Setup, type SwitchRequest } from './scenario.ts'

export type Catalogue = Awaited<ReturnType<typeof loadCatalogue>>

/** `checkFormat` checks against the JSON Schema of scenario files, and `known` are the operations of the contract. */
export async function loadCatalogue(directories: readonly Directory[], checkFormat: CheckFile, known: readonly string[]) {
  const check: CheckFile = (value) => [...checkFormat(value), ...findSemanticMistakes(value, known)]
  const { scenarios, notices } = await loadFiles(directories, check)
  return { list, notices, setUp, setUpAll }

  function list(): Scenario[] {
    return [...scenarios].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, load]) => load())
  }

  /**
   * Throws a Problem `invalid_scenario`. `areTexts` says that the parameters come from a header or a base URL, where a value may be a text
   * in place of its type. `place` is the beginning of each place in a message.
   */
  function setUp(request: SwitchRequest, areTexts = false, place = ''): Setup {
    const { name = 'inline', parameters = {}, operations, steps } = request
    if (operations?.length === 0) throw refuse(`${place}operations must name at least one of ${known.join(', ')}`)
    const unknown = operations?.find((operation) => !known.includes(operation))
    if (unknown !== undefined)
      throw refuse(
        `${place && `${place}operations: `}${JSON.stringify(unknown)} is not an operation; the operations are ${known.join(', ')}`,
      )
    const scenario =
      steps === undefined ? scenarios.get(name)?.() : { name: 'inline', summary: 'Steps given inline.', parameters: {}, steps }
    if (scenario === undefined) throw refuse(describeUnknown(name, list()))
    const filled = fillIn(scenario, steps === undefined ? parameters : {}, check, areTexts)
    const [mistake] = filled.mistakes
    if (mistake) throw refuse(`${steps === undefined ? name : place + showPath(mistake.path)}: ${mistake.message}`)
    return createSetup(scenario.name, filled.steps, request, JSON.stringify([scenario.name, filled.values, operations]))
  }

  /** For scenarios that are played together. Throws a Problem also when there are too many. */
  function setUpAll(requests: readonly SwitchRequest[], areTexts = false): Setup[] {
    if (requests.length > BOUNDS.scenarios) throw refuse(`there are more than ${BOUNDS.scenarios} scenarios: remove some of them`)
    const setups = requests.map((request, index) => setUp(request, areTexts, areTexts ? '' : `body[${index}].`))
    const steps = setups.reduce((sum, setup) => sum + setup.steps.length, 0)
    if (steps > BOUNDS.steps) throw refuse(`the scenarios have ${steps} steps: at most ${BOUNDS.steps} can be played together`)
    return setups
  }
}

/** Finds unknown names, and fields that do not fit together. The JSON Schema finds wrong types. */
function findSemanticMistakes(value: unknown, operations: readonly string[]): ValueViolation[] {
  if (!isObject(value) || !Array.isArray(value.steps)) return []
  const parameters = Object.keys(isObject(value.parameters) ? value.parameters : {})
  const known = parameters.join(', ') || 'none'
  return value.steps.flatMap((step, index) => {
    if (!isObject(step)) return []
    const path = ['steps', index]
    const variables = new Set(variablesIn(step).filter((name) => !parameters.includes(name)))
    const named: readonly unknown[] = Array.isArray(step.operations) ? step.operations : []
    const unknown = named.filter((name) => typeof name === 'string' && !operations.includes(name))
    const message = (name: unknown) => `${name} is not an operation; the operations are ${operations.join(', ')}`
    return [
      ...combinationsIn(step).map((message) => ({ path, message })),
      ...[...variables].map((name) => ({ path, message: `$${name} is not a parameter of this scenario; known parameters: ${known}` })),
      ...unknown.map((name) => ({ path: [...path, 'operations'], message: message(name) })),
    ]
  })
}

/** A name may come several times. */
function variablesIn(template: unknown): string[] {
  if (typeof template === 'string') return /^\$[a-z][a-z0-9-]*$/.test(template) ? [template.slice(1)] : []
  return typeof template === 'object' && template !== null ? Object.values(template).flatMap(variablesIn) : []
}

/** Finds fields of a step that need or exclude another field. */
function combinationsIn(step: object): string[] {
  if (Object.keys(step).length === 0) return ['an empty step does nothing: give it an effect, or times to let calls pass']
  if (!('fault' in step))
    return ['gap', 'at', 'commit'].flatMap((field) => (field in step ? [`${field} does nothing without fault: add fault to the step`] : []))
  return 'respond' in step ? ['respond and fault cannot be combined: a fault breaks the real reply, or the example'] : []
}

const refuse = (message: string) => new Problem('invalid_scenario', message)

function describeUnknown(name: string, scenarios: readonly Scenario[]): string {
  const names = scenarios.map((one) => one.name)
  return `There is no scenario ${show(name)}${didYouMean(name, names, '.')} The scenarios are ${names.join(', ')}`
}

/**
 * For each documented response that the client has not met, the report names its cause: a call, a scenario or a header. The simplest
 * scenario has the fewest settings. @internal
 */
export function createReachWith(catalogue: Pick<Catalogue, 'list' | 'setUp'>): (operation: Operation, status: string) => string {
  let setups: readonly Setup[] | undefined
  return (operation, text) => {
    if (text.startsWith('2')) return `a valid ${operation.method} ${operation.path}`
    const status = Number(text.replace('XX', '00'))
    setups ??= catalogue
      .list()
      .map(({ name }) => catalogue.setUp({ name }))
      .sort((one, other) => complexity(one) - complexity(other))
    const simplest = setups.find((setup) => answersWith(setup, operation, status))
    return simplest === undefined ? `Prefer: code=${text}` : `Sandbox-Scenario: ${simplest.name}`
  }
}

/** True when the first step for the operation takes all its calls and answers with this status. */
function answersWith({ stepsFor }: Setup, { id }: Operation, status: number): boolean {
  const [{ step } = { step: undefined }] = stepsFor(id)
  return step?.times === Number.POSITIVE_INFINITY && step.settings.probability === undefined && step.settings.respond?.status === status
}

const complexity = ({ steps: [step] }: Setup) =>
  Object.keys({ ...step?.settings, ...step?.settings.respond, ...step?.settings.respond?.headers }).length
