// Holds scenario files against their JSON Schema.

/** A step with its parameters still in it, as the file has it. */
export type StepTemplate = Readonly<Record<string, unknown>>

/** What is wrong with a scenario as somebody wrote it. */
export interface Mistake {
  /** Steps to the place, as `['steps', 0, 'fault']`. */
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Holds a value against the format of scenario files. */
export type CheckFile = (value: unknown) => readonly Mistake[]

/** What the schema finds wrong: `subject` is the part that a sentence is about, empty for the whole file. */
type Validate = (value: unknown) => readonly (Mistake & { readonly subject: string })[]

/** Creates the check; the schema is loaded and compiled when there is a scenario to check. */
export function createCheckFile(loadSchema: () => Validate): CheckFile {
  let validate: Validate | undefined
  return (value) => {
    validate ??= loadSchema()
    return validate(value).map(({ path, subject, message }) => ({ path, message: `${subject || 'the file'} ${message}` }))
  }
}
