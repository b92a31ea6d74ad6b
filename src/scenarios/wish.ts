// A wish for a scenario, however somebody asked for it: by header, base URL or control API.

import { isObject } from '../json/json.ts'
import { Problem } from '../replies/problem.ts'
import { findNearest } from '../words/nearest.ts'
import { show } from '../words/show.ts'

/** A wish for a scenario of the catalogue, or for steps of your own. */
export interface Wish {
  /** A scenario of the catalogue; without it the wish brings steps of its own. */
  readonly name?: string
  /** Values for the parameters of the scenario, by name. */
  readonly parameters?: Readonly<Record<string, unknown>>
  /** The parameters come out of a URL and bear no type: the scenario says how to read them. */
  readonly areTexts?: boolean
  /** Limits it to these operationIds. */
  readonly operations?: readonly string[]
  /** Counts the calls of one run together, whatever they call. */
  readonly run?: string
  /** The steps, as a scenario file has them. `docs/scenarios.md` lists their fields. */
  readonly steps?: readonly Readonly<Record<string, unknown>>[]
}

const FIELDS = ['name', 'parameters', 'operations', 'steps']
const EXAMPLE = '[{"name":"flaky","parameters":{"failures":2}}] or [{"steps":[{"respond":{"status":503}}]}]'

/** Reads a list of wishes as it comes from outside. Throws a Problem `invalid_scenario` that names the wrong entry. */
export function readWishes(list: unknown): Wish[] {
  if (!Array.isArray(list)) throw new Problem('invalid_scenario', `the scenarios must be a list, as ${EXAMPLE}, got ${show(list)}`)
  if (list.length === 0)
    throw new Problem('invalid_scenario', `the list of scenarios is empty: DELETE takes all off, in the library clear()`)
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
        `[${index}] ${strange === undefined ? `must be an object with name or steps, as ${EXAMPLE}` : describeUnknown(strange)}`,
      )
    return wish as Wish
  })
}

function describeUnknown(field: string): string {
  const near = findNearest(field, FIELDS)
  return `has ${field.slice(0, 60)}, which is not known: ${near === undefined ? '' : `did you mean ${near}? `}there are ${FIELDS.join(', ')}`
}
