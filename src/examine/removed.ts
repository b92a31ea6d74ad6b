// What went with version 0.3, and what does its work now. All of it is refused, so that nobody believes that it still works.

/** Fields of a policy, and faults, by their names. */
export const REMOVED = {
  fields: {
    rules: 'delete it, because one set of rules judges everybody',
    ignore: 'use exempt: [{ rule, reason }]',
    'min-natural': 'use min-coverage',
  },
  /** Fields of an exemption. */
  exemption: {
    case: 'use operation',
    words: 'use operation',
    sometimes: 'delete it, and give until a day if the exemption must end',
  },
  faults: { drift: 'use later' },
} as const

/** "was removed in 0.3: use junit". Undefined for a name that was never there. */
export function describeRemoved(kind: keyof typeof REMOVED, name: string): string | undefined {
  const removed: Readonly<Record<string, string>> = REMOVED[kind]
  return Object.hasOwn(removed, name) ? `was removed in 0.3: ${removed[name]}` : undefined
}
