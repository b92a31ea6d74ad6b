// A wish for a scenario. Headers, base URL and control API all give this type.

import { isObject } from '../json/json.ts'
import { Problem } from '../replies/problem.ts'
import { findNearest } from '../words/nearest.ts'
import { show } from '../words/show.ts'

/** A wish for a scenario of the catalogue, or for steps of your own. */
export interface Wish {
  /** The name of a scenario in the catalogue. A wish without a name has its own steps. */
  readonly name?: string
  /** Values for the parameters of the scenario, by name. */
  readonly parameters?: Readonly<Record<string, unknown>>
  /** Whether the parameters are texts from a URL. The scenario's rules then give them their types. */
  readonly areTexts?: boolean
  /** Limits the scenario to these operationIds. */
  readonly operations?: readonly string[]
  /** All calls with the same run are counted together, whatever their operation is. */
  readonly run?: string
  /** The steps, as a scenario file has them. `docs/scenarios.md` lists their fields. */
  readonly steps?: readonly Readonly<Record<string, unknown>>[]
}

const FIELDS = ['name', 'parameters', 'operations', 'steps']
const EXAMPLE = '[{"name":"flaky","parameters":{"failures":2}}] or [{"steps":[{"respond":{"status":503}}]}]'

/** Checks a list of wishes from outside. Throws a Problem `invalid_scenario` that names the wrong entry. */
export function readWishes(list: unknown): Wish[] {
  if (!Array.isArray(list)) throw new Problem('invalid_scenario', `the scenarios must be a list such as ${EXAMPLE}, got ${show(list)}`)
  if (list.length === 0)
    throw new Problem('invalid_scenario', `the list of scenarios is empty: to remove all scenarios, use DELETE or, in the library, clear()`)
  return list.map((one: unknown, index) => {
    const wish = (isObject(one) ? one : {}) as Record<string, unknown>
    const strange = Object.keys(wish).find((field) => !FIELDS.includes(field))
    const { name, parameters = {}, operations = [], steps } = wish
    const isNamed = typeof name === 'string' && steps === undefined
    const isInline = name === undefined && Array.isArray(steps)
    const fits = (isNamed || isInline) && isObject(parameters) && Array.isArray(operations) && strange === undefined
    if (!fits)
      throw new Problem(
        'invalid_scenario',
        `[${index}] ${strange === undefined ? `must be an object with name or steps, for example ${EXAMPLE}` : describeUnknown(strange)}`,
      )
    return wish as Wish
  })
}

function describeUnknown(field: string): string {
  const near = findNearest(field, FIELDS)
  return `has the unknown field ${field.slice(0, 60)}: ${near === undefined ? '' : `did you mean ${near}? `}the known fields are ${FIELDS.join(', ')}`
}
