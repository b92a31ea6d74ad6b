// Holds scenario files against their JSON Schema.

import { type Schema, validateWith } from '../contract/schema.ts'
import type { CheckFile } from './scenario.ts'

/** Creates the check; the schema is loaded and compiled when there is a scenario to check. */
export function createCheckFile(loadSchema: () => Schema): CheckFile {
  let validate: ReturnType<typeof validateWith> | undefined
  return (value) => {
    validate ??= validateWith(loadSchema())
    return validate(value).map(({ path, subject, message }) => ({ path, message: `${subject || 'the file'} ${message}` }))
  }
}
