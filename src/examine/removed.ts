// What went with version 0.3, and what does its work now. All of it is refused, so that nobody believes that it still works. Fields of a
// policy stand in spec/policy.schema.json, as `x-meant-by` of the field that does their work.

/** Words of a command line, and faults, by their names. */
export const REMOVED = {
  words: {
    '--ignore': 'use --exempt rule=reason',
    '--min-natural': 'use --min-coverage',
    '--har': 'let the client run with exec, or judge it with report while the sandbox runs',
    '--assume each': 'use inject --faults choices',
    ctrf: 'use junit',
  },
  faults: { drift: 'use later' },
} as const

/** "was removed in 0.3: use junit". Undefined for a name that was never there. */
export function describeRemoved(kind: keyof typeof REMOVED, name: string): string | undefined {
  const removed: Readonly<Record<string, string>> = REMOVED[kind]
  return Object.hasOwn(removed, name) ? `was removed in 0.3: ${removed[name]}` : undefined
}
