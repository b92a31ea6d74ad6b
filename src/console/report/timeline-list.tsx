// Lists the tries of each failed call: how long the client waited, what it got, and how long the reply asked it to wait.

import type { Timeline } from '../../../spec/report.ts'
import { describeCall, describeTry } from '../../report/formats/describe.ts'
import { Folded, Items } from '../parts/show.tsx'
import { renderRoute } from '../route.ts'

/** Calls that were tried again come first, and are open. */
export function TimelineList({ calls, leftOut }: { calls: readonly Timeline[]; leftOut: number }) {
  if (calls.length === 0) return <p class="dim">No call failed so far.</p>
  return (
    <section class="card">
      {calls
        .toSorted((one, other) => other.tries.length - one.tries.length)
        .map((call) => (
          <Call key={call.tries[0]?.request} call={call} />
        ))}
      {leftOut > 0 && <p class="dim">{leftOut === 1 ? '1 more call is' : `${leftOut} more calls are`} not shown.</p>}
    </section>
  )
}

const Call = ({ call: { tries, triesLeftOut, ...call } }: { call: Timeline }) => (
  <Folded title={describeCall({ tries, triesLeftOut, ...call })} class="timeline" open={tries.length > 1}>
    <Items
      class="plain"
      items={tries.map((one) => [
        <a href={renderRoute({ view: 'requests', place: one.request })}>{one.request}</a>,
        ` ${describeTry(one)
          .filter((text) => text !== '')
          .join(', ')}`,
      ])}
    />
    {triesLeftOut > 0 && <p class="dim">{triesLeftOut} more</p>}
  </Folded>
)
