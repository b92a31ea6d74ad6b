// Checks scenario files against their JSON Schema.

/** A step as the file has it, before its parameters are filled in. */
export type StepTemplate = Readonly<Record<string, unknown>>

/** One mistake in a scenario. */
export interface Mistake {
  /** The path to the place, for example `['steps', 0, 'fault']`. */
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Checks a value against the format of scenario files. */
export type CheckFile = (value: unknown) => readonly Mistake[]

/** Returns the mistakes that the schema finds. `subject` names the part that the message is about, and is empty for the whole file. */
type Validate = (value: unknown) => readonly (Mistake & { readonly subject: string })[]

/** Creates the check. The schema is loaded and compiled when the first scenario is checked. */
export function createCheckFile(loadSchema: () => Validate): CheckFile {
  let validate: Validate | undefined
  return (value) => {
    validate ??= loadSchema()
    return validate(value).map(({ path, subject, message }) => ({ path, message: `${subject || 'the file'} ${message}` }))
  }
}
