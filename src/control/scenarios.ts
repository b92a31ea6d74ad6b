// The scenarios over the control API: the catalogue, and what is put on a world.

import { Problem } from '../problem.ts'
import type { Catalogue, Wanted } from '../scenarios/catalogue.ts'
import type { WorldHandle } from '../worlds/world-handle.ts'

export const listCatalogue = (catalogue: Catalogue) =>
  catalogue.list().map(({ name, summary, parameters }) => ({ name, summary, parameters }))

/** Puts a list of scenarios on a world; a wrong one changes nothing. */
export const putScenarios = (world: WorldHandle, body: unknown) => world.scenarios.put(readWanted(body))

const FIELDS = ['name', 'parameters', 'operations', 'steps']
const EXAMPLE = '[{"name":"flaky","parameters":{"failures":2}}] or [{"steps":[{"respond":{"status":503}}]}]'

function readWanted(body: unknown): Wanted[] {
  if (!Array.isArray(body) || body.length === 0)
    throw new Problem('invalid_body', `the body must be a list of scenarios, as ${EXAMPLE}; DELETE takes all off`)
  return body.map((one: unknown, index) => {
    const wanted = (isObject(one) ? one : {}) as Record<string, unknown>
    const strange = Object.keys(wanted).find((field) => !FIELDS.includes(field))
    const { name, parameters = {}, operations = [], steps } = wanted
    const isNamed = typeof name === 'string' && steps === undefined
    const isInline = name === undefined && Array.isArray(steps)
    const fits = (isNamed || isInline) && isObject(parameters) && Array.isArray(operations) && strange === undefined
    if (!fits)
      throw new Problem(
        'invalid_body',
        `[${index}] ${strange ? `has ${strange}, which is not known: there are ${FIELDS.join(', ')}` : `must be an object with name or steps, as ${EXAMPLE}`}`,
      )
    return wanted as Wanted
  })
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
