// Shows the calls that were tried again, each on a line that is drawn to scale: how long each try took, and how long the reply asked
// the client to wait.

import type { Timeline, TimelineTry } from '../../../spec/report.ts'
import { describeCall, describeTry } from '../../report/formats/describe.ts'
import { seconds } from '../../text/seconds.ts'
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
    {tries.length > 1 && <Line tries={tries} />}
    <Items
      class="plain"
      items={tries.map((one) => [
        <a href={renderRoute({ view: 'requests', place: one.request })}>{one.request}</a>,
        ` ${describeTry(one).filter(Boolean).join(', ')}`,
      ])}
    />
    {triesLeftOut > 0 && <p class="dim">{triesLeftOut} more</p>}
  </Folded>
)

/** The shortest line, in seconds. A line of a few milliseconds would be hard to read. */
const SHORTEST_LINE = 0.05

function Line({ tries }: { tries: readonly TimelineTry[] }) {
  const start = ({ at }: TimelineTry) => (Date.parse(at) - Date.parse(tries[0]?.at ?? '')) / 1000
  const end = Math.max(SHORTEST_LINE, ...tries.map((one) => start(one) + one.took + (one.asked ?? 0)))
  const place = (from: number, time: number) => ({ left: `${(from / end) * 100}%`, width: `${(time / end) * 100}%` })
  return (
    // The list below says the same in words.
    <div aria-hidden="true">
      <div class="scale">
        {tries.map((one) => one.asked !== undefined && <i class="asked-wait" style={place(start(one) + one.took, one.asked)} />)}
        {tries.map((one) => (
          <i class={kindOf(one)} style={place(start(one), one.took)} />
        ))}
      </div>
      <p class="ends">
        <span>0</span>
        <span>
          solid: a try, <i class="asked-wait" /> the wait that its reply asked for
        </span>
        <span>{seconds(end)}</span>
      </p>
    </div>
  )
}

const kindOf = ({ status }: TimelineTry) => (status === 429 ? 'limited' : status > 0 && status < 400 ? 'good' : 'bad')
