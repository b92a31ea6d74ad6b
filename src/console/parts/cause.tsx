// The cause of a reply as a word in the colour of its meaning. It has the names of scenarios, so that nobody takes a forced reply
// for a real one.

import { causeOf, type Entry, kindOf, scenariosOf } from '../entry.ts'

export function CauseBadge({ entry }: { entry: Entry }) {
  const scenarios = scenariosOf(entry)
  const cause = causeOf(entry)
  return (
    <span class={`badge ${kindOf(entry)}`} title={[cause, ...scenarios].join(' ')}>
      {scenarios.length > 0 ? (
        <>
          <i>scenario</i> {scenarios.join(', ')}
        </>
      ) : (
        nameOfCause(cause)
      )}
    </span>
  )
}

export const nameOfCause = (cause: string) => (cause === 'handler' ? 'answered' : cause)
