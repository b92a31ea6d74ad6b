// Turns errors of the sandbox's own schemas (scenario files, inputs of tools) into places and sentences for the author of the file.
// An unknown name or word gets the likely spelling.

import type { ErrorObject } from 'ajv/dist/2020.js'
import { BOUNDS } from '../exchange/bounds.ts'
import { findNearest } from '../text/nearest.ts'
import { nameTypes, show, showPath } from '../text/show.ts'
import { describeBound } from './describe-errors.ts'

/** One fault of a value. `${subject} ${message}` is a sentence; `showPath(path)` names the whole place. */
export interface SchemaViolation {
  /** For an unknown name, the path ends with that name. */
  readonly path: readonly (string | number)[]
  /** The innermost name of the place, for example `steps[0]`. Empty for the value itself. */
  readonly subject: string
  readonly message: string
}

/** The faults behind AJV's errors. The deepest fault comes first, because it is nearest to the cause. */
export function listViolations(errors: readonly ErrorObject[]): SchemaViolation[] {
  const found = errors
    .map((error) => ({ error, path: pathOf(error.instancePath), isUnknown: error.keyword === 'additionalProperties' }))
    .sort((a, b) => b.path.length - a.path.length || Number(b.isUnknown) - Number(a.isUnknown))
    .slice(0, BOUNDS.faults)
  const all = found.map(({ error }) => error)
  return found
    .filter(({ error }, index) => NAMES_A_FIELD.has(error.keyword) || !isSaidBetter(error.instancePath, all.slice(0, index), all))
    .map(({ error, path }) => toViolation(error, path))
}

const NAMES_A_FIELD: ReadonlySet<string> = new Set(['required', 'additionalProperties'])

/**
 * When a value may have several types, there is an error for each of them. Only the first becomes a sentence, and none of them when a
 * field of the value is wrong, unknown or missing.
 */
function isSaidBetter(place: string, before: readonly ErrorObject[], all: readonly ErrorObject[]): boolean {
  return (
    before.some(({ instancePath }) => instancePath === place || instancePath.startsWith(`${place}/`)) ||
    all.some(({ instancePath, keyword }) => instancePath === place && keyword === 'required')
  )
}

const pathOf = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~')))

function toViolation(error: ErrorObject, path: SchemaViolation['path']): SchemaViolation {
  const { keyword, params, message = '', parentSchema, data } = error
  const subject = showPath(path.slice(path.findLastIndex((step) => typeof step === 'string')))
  switch (keyword) {
    case 'additionalProperties': {
      const name = String(params.additionalProperty)
      const known = Object.keys((parentSchema?.properties ?? {}) as object)
      const names = known.length > 0 ? `the known names are ${known.join(', ')}` : 'no name is known'
      return { path: [...path, name], subject: show(name), message: `is not known here: ${near(name, known)}${names}` }
    }
    case 'enum': {
      const allowed = (params.allowedValues as unknown[]).map(String)
      return { path, subject, message: `must be one of these, not ${show(data)}: ${near(data, allowed)}${allowed.join(', ')}` }
    }
    case 'type':
      return { path, subject, message: `must be ${nameTypes(params.type)}, not ${show(data)}` }
    case 'required':
      return { path, subject, message: `needs ${params.missingProperty}` }
    default:
      return { path, subject, message: `${describeBound(keyword, params) ?? message}, not ${show(data)}` }
  }
}

function near(given: unknown, known: readonly string[]): string {
  const nearest = typeof given === 'string' ? findNearest(given, known) : undefined
  return nearest === undefined ? '' : `did you mean ${nearest}? `
}
