// The options of start as spec/options.schema.json has them. The library, the command, the variables and the pages derive from them.

import schema from '../../spec/options.schema.json' with { type: 'json' }

/** An option, as far as the command and its pages read it. */
interface Option {
  readonly type?: string | readonly string[]
  /** Set when the option can be given several times. */
  readonly items?: object
  /** As in `-p, --port <n>`. Absent when only the library has the option. */
  readonly 'x-flag'?: string
  readonly 'x-help'?: string
  /** The default of the command. */
  readonly 'x-default'?: string | number
  /** Whether the values are paths. The variable separates them like `PATH`. */
  readonly 'x-paths'?: boolean
  readonly 'x-excludes'?: readonly string[]
}

/** Each option with its name, in the order of the help. */
export const OPTIONS: readonly (readonly [name: string, Option])[] = Object.entries(schema.$defs.options.properties)

/** Pairs of options that cannot be combined. */
export const EXCLUSIVE = OPTIONS.flatMap(([name, { 'x-excludes': others = [] }]) => others.map((other) => [name, other] as const))
