// The cause of a reply as a coloured word. It has the names of scenarios, so that nobody takes a forced reply for a real one.

import { causeOf, type Entry, scenariosOf } from '../entry.ts'

export function CauseBadge({ entry }: { entry: Entry }) {
  const scenarios = scenariosOf(entry)
  const cause = causeOf(entry)
  return (
    <span class={`badge ${cause}`} title={[cause, ...scenarios].join(' ')}>
      {scenarios.length > 0 ? (
        <>
          <i>scenario</i> {scenarios.join(', ')}
        </>
      ) : (
        cause
      )}
    </span>
  )
}
