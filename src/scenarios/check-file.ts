// Holds scenario files against their JSON Schema.

import type { CheckFile, Fault } from './scenario.ts'

/** What the schema finds wrong: `subject` is the part that a sentence is about, empty for the whole file. */
type Validate = (value: unknown) => readonly (Fault & { readonly subject: string })[]

/** Creates the check; the schema is loaded and compiled when there is a scenario to check. */
export function createCheckFile(loadSchema: () => Validate): CheckFile {
  let validate: Validate | undefined
  return (value) => {
    validate ??= loadSchema()
    return validate(value).map(({ path, subject, message }) => ({ path, message: `${subject || 'the file'} ${message}` }))
  }
}
