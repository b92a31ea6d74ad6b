// Lists the tries of each failed call: how long the client waited, what it got, and how long the reply asked it to wait.

import type { Timeline, TimelineTry } from '../../../spec/report.ts'
import { describeCall, describeTry } from '../../report/formats/describe.ts'
import { Folded } from '../parts/show.tsx'
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

const describe = (one: TimelineTry) =>
  describeTry(one)
    .filter((text) => text !== '')
    .join(', ')
