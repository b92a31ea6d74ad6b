// A wish for a scenario, however somebody asked for it: by header, base URL or control API.

import { isObject } from '../json/json.ts'
import { Problem } from '../problem.ts'

export interface Wish {
  /** A scenario of the catalogue; without it the wish brings steps of its own. */
  readonly name?: string
  readonly parameters?: Readonly<Record<string, unknown>>
  /** The parameters come out of a URL and bear no type: the scenario says how to read them. */
  readonly areTexts?: boolean
  /** Limits it to these operationIds. */
  readonly operations?: readonly string[]
  /** Counts the calls of one run together, whatever they call. */
  readonly run?: string
  readonly steps?: readonly Readonly<Record<string, unknown>>[]
}

const FIELDS = ['name', 'parameters', 'operations', 'steps']
const EXAMPLE = '[{"name":"flaky","parameters":{"failures":2}}] or [{"steps":[{"respond":{"status":503}}]}]'

/** Reads a list of wishes as it comes from outside. Throws a Problem `invalid_scenario` that names the wrong entry. */
export function readWishes(list: unknown): Wish[] {
  if (!Array.isArray(list) || list.length === 0)
    throw new Problem('invalid_scenario', `the body must be a list of scenarios, as ${EXAMPLE}; to take all off, delete them`)
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
        `[${index}] ${strange ? `has ${strange}, which is not known: there are ${FIELDS.join(', ')}` : `must be an object with name or steps, as ${EXAMPLE}`}`,
      )
    return wish as Wish
  })
}
