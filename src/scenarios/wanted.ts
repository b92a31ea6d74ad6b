// What is asked for: a scenario by name, or steps of one's own; and a list of them, as it comes from outside.

import { isObject } from '../json.ts'
import { Problem } from '../problem.ts'

/** What a switch asks for: a scenario by name, or steps of its own. */
export interface Wanted {
  readonly name?: string
  readonly parameters?: Readonly<Record<string, unknown>>
  /** The parameters are texts, to be read as their types say. */
  readonly areTexts?: boolean
  readonly operations?: readonly string[]
  readonly steps?: readonly Readonly<Record<string, unknown>>[]
}

const FIELDS = ['name', 'parameters', 'operations', 'steps']
const EXAMPLE = '[{"name":"flaky","parameters":{"failures":2}}] or [{"steps":[{"respond":{"status":503}}]}]'

/** Throws a Problem `invalid_scenario` that names the entry which is none. */
export function readWanted(list: unknown): Wanted[] {
  if (!Array.isArray(list) || list.length === 0)
    throw new Problem('invalid_scenario', `the body must be a list of scenarios, as ${EXAMPLE}; to take all off, delete them`)
  return list.map((one: unknown, index) => {
    const wanted = (isObject(one) ? one : {}) as Record<string, unknown>
    const strange = Object.keys(wanted).find((field) => !FIELDS.includes(field))
    const { name, parameters = {}, operations = [], steps } = wanted
    const isNamed = typeof name === 'string' && steps === undefined
    const isInline = name === undefined && Array.isArray(steps)
    const fits = (isNamed || isInline) && isObject(parameters) && Array.isArray(operations) && strange === undefined
    if (!fits)
      throw new Problem(
        'invalid_scenario',
        `[${index}] ${strange ? `has ${strange}, which is not known: there are ${FIELDS.join(', ')}` : `must be an object with name or steps, as ${EXAMPLE}`}`,
      )
    return wanted as Wanted
  })
}
