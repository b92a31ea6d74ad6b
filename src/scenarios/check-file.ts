// Holds scenario files against their JSON Schema, and names the nearest right spelling.

import { type Schema, validateWith } from '../contract/schema.ts'
import { findNearest } from '../nearest.ts'
import type { CheckFile, Fault } from './scenario.ts'

/** Creates the check; the schema is loaded and compiled when there is a scenario to check. */
export function createCheckFile(loadSchema: () => Schema): CheckFile {
  let validate: ReturnType<typeof validateWith> | undefined
  return (value) => {
    validate ??= validateWith(loadSchema())
    return validate(value).map(({ path, field, allowed, message }): Fault => {
      const place = path.filter((step) => typeof step === 'string').at(-1) ?? 'the file'
      if (field === undefined) return { path, message: `${place} ${message}${allowed ? `: ${allowed.join(', ')}` : ''}` }
      const known = allowed ?? []
      const near = findNearest(field, known)
      return {
        path: [...path, field],
        message: `${JSON.stringify(field)} is not known here: ${near ? `did you mean ${near}? ` : ''}there are ${known.join(', ')}`,
      }
    })
  }
}
