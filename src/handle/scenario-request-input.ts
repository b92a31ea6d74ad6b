// Checks requests for scenarios from outside, before anything changes.

import { messageOf, Problem } from '../errors/problem.ts'
import { isObject, renderJson } from '../json/json.ts'
import type { ScenarioRequest } from '../scenarios/scenario-request.ts'
import { findNearest } from '../text/nearest.ts'
import { show } from '../text/show.ts'

const FIELDS = ['name', 'parameters', 'operations', 'steps']
const EXAMPLE = '[{"name":"flaky","parameters":{"failures":2}}] or [{"steps":[{"respond":{"status":503}}]}]'

/** A copy of the requests. Throws a Problem `invalid_scenario` that names the wrong entry. */
export function readScenarioRequests(list: unknown): ScenarioRequest[] {
  if (!Array.isArray(list)) throw new Problem('invalid_scenario', `the scenarios must be a list such as ${EXAMPLE}, got ${show(list)}`)
  if (list.length === 0)
    throw new Problem('invalid_scenario', `the list of scenarios is empty: to remove all scenarios, use DELETE or, in the library, clear()`)
  return copyPlain(list).map((one, index) => {
    const scenarioRequest = (isObject(one) ? one : {}) as Record<string, unknown>
    const strange = Object.keys(scenarioRequest).find((field) => !FIELDS.includes(field))
    const { name, parameters = {}, operations = [], steps } = scenarioRequest
    const isNamed = typeof name === 'string' && steps === undefined
    const isInline = name === undefined && Array.isArray(steps)
    const fits = (isNamed || isInline) && isObject(parameters) && Array.isArray(operations) && strange === undefined
    if (!fits)
      throw new Problem(
        'invalid_scenario',
        `[${index}] ${strange === undefined ? `must be an object with name or steps, for example ${EXAMPLE}` : describeUnknown(strange)}`,
      )
    return scenarioRequest as ScenarioRequest
  })
}

function describeUnknown(field: string): string {
  const near = findNearest(field, FIELDS)
  return `has the unknown field ${field.slice(0, 60)}: ${near === undefined ? '' : `did you mean ${near}? `}the known fields are ${FIELDS.join(', ')}`
}

/** A copy of the list. Refuses values that JSON cannot have: functions, and objects that contain themselves. */
function copyPlain(list: readonly unknown[]): unknown[] {
  try {
    renderJson(list)
    return structuredClone([...list])
  } catch (error) {
    throw new Problem('invalid_scenario', `the scenarios must be plain data: ${messageOf(error)}`)
  }
}
