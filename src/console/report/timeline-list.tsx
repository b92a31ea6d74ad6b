// Shows the tries of each failed call on a time line: how long each try took, how long the client waited, and how long the reply
// asked it to wait.

import type { Timeline, TimelineTry } from '../../../spec/report.ts'
import { describeCall, describeTry } from '../../report/formats/describe.ts'
import { Folded } from '../parts/show.tsx'
import { renderSeconds } from '../parts/time.ts'
import { renderRoute } from '../route.ts'

export function TimelineList({ calls, leftOut }: { calls: readonly Timeline[]; leftOut: number }) {
  const [once, again] = [calls.filter(({ tries }) => tries.length === 1), calls.filter(({ tries }) => tries.length > 1)]
  if (calls.length === 0) return <p class="dim">No call failed so far.</p>
  return (
    <>
      {again.map((call, index) => (
        <section class="card timeline" key={index}>
          <Call call={call} />
        </section>
      ))}
      {once.length > 0 && (
        <Folded title="Calls that failed and were not tried again" count={once.length} class="card timeline">
          {once.map((call, index) => (
            <Call key={index} call={call} />
          ))}
        </Folded>
      )}
      {leftOut > 0 && <p class="dim">{leftOut === 1 ? '1 more call is' : `${leftOut} more calls are`} not shown.</p>}
    </>
  )
}

const Call = ({ call }: { call: Timeline }) => (
  <>
    <h3 class={call.outcome === 'recovered' ? 'good' : ''}>{describeCall(call)}</h3>
    {call.tries.length > 1 && <Line call={call} />}
    <ol class="tries">
      {call.tries.map((one) => (
        <li key={one.request}>
          <a href={renderRoute({ view: 'requests', place: one.request })}>{one.request}</a> {describe(one)}
        </li>
      ))}
      {call.triesLeftOut > 0 && <li class="dim">{call.triesLeftOut} more</li>}
    </ol>
  </>
)

/** The shortest time line, in seconds. A line of a few milliseconds would be hard to read. */
const SHORTEST_LINE = 0.05

function Line({ call: { tries } }: { call: Timeline }) {
  const first = Date.parse(tries[0]?.at ?? '')
  const from = ({ at }: TimelineTry) => (Date.parse(at) - first) / 1000
  const end = Math.max(SHORTEST_LINE, ...tries.map((one) => from(one) + one.took + (one.asked ?? 0)))
  const place = (start: number, seconds: number) => ({ left: `${(start / end) * 100}%`, width: `${(seconds / end) * 100}%` })
  return (
    <>
      <div class="line-to-scale" aria-hidden="true">
        {tries.flatMap((one) => [
          one.asked !== undefined && <i class="asked-wait" style={place(from(one) + one.took, one.asked)} />,
          <i class={`try s${one.status === 0 ? 'n' : String(one.status)[0]}`} style={place(from(one), one.took)} title={describe(one)} />,
        ])}
      </div>
      <p class="end" aria-hidden="true">
        <span>0</span>
        <span>{renderSeconds(end)}</span>
      </p>
    </>
  )
}

const describe = (one: TimelineTry) =>
  describeTry(one)
    .filter((text) => text !== '')
    .join(', ')
