// Parts that the schemas of several effects share.

/** A parameter of the scenario, as `$retry-after`. */
export const VARIABLE = { $ref: '#/$defs/variable' }

/** A number of seconds, or a parameter. */
export const SECONDS = { $ref: '#/$defs/seconds' }
