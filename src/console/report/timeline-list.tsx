// Shows the tries of each failed call on a time line: how long each try took, how long the client waited, and how long the reply
// asked it to wait.

import { describeCall, describeTry } from '../../report/formats/describe.ts'
import type { Timeline, TimelineTry } from '../../report/timelines.ts'
import { Folded } from '../parts/show.tsx'
import { renderSeconds } from '../parts/time.ts'
import { renderRoute } from '../route.ts'

export function TimelineList({ calls, leftOut }: { calls: readonly Timeline[]; leftOut: number }) {
  const once = calls.filter(({ tries }) => tries.length === 1)
  if (calls.length === 0) return <p class="dim">No call failed so far.</p>
  return (
    <>
      {calls
        .filter(({ tries }) => tries.length > 1)
        .map((call, index) => (
          <section class="card timeline" key={`${call.target} ${index}`}>
            <Title call={call} />
            <Line call={call} />
            <Tries call={call} />
          </section>
        ))}
      {once.length > 0 && (
        <Folded title="Calls that failed and were not tried again" count={once.length} class="card timeline">
          {once.map((call, index) => (
            <div key={`${call.target} ${index}`}>
              <Title call={call} />
              <Tries call={call} />
            </div>
          ))}
        </Folded>
      )}
      {leftOut > 0 && <p class="dim">{leftOut === 1 ? '1 more call is' : `${leftOut} more calls are`} not shown.</p>}
    </>
  )
}

const Title = ({ call }: { call: Timeline }) => <h3 class={call.outcome === 'recovered' ? 'good' : ''}>{describeCall(call)}</h3>

/** The shortest time line, in seconds. A line of a few milliseconds would be hard to read. */
const SHORTEST_LINE = 0.05

function Line({ call: { tries } }: { call: Timeline }) {
  const first = Date.parse(tries[0]?.at ?? '')
  const placed = tries.map((one) => ({ one, from: (Date.parse(one.at) - first) / 1000 }))
  const end = Math.max(SHORTEST_LINE, ...placed.map(({ one, from }) => from + one.took + (one.asked ?? 0)))
  const share = (seconds: number) => `${(seconds / end) * 100}%`
  return (
    <>
      <div class="line-to-scale" aria-hidden="true">
        {placed.map(({ one, from }) => (
          <span key={one.request}>
            {one.asked !== undefined && (
              <i
                class="asked-wait"
                style={{ left: share(from + one.took), width: share(one.asked) }}
                title={`asked for ${renderSeconds(one.asked)}`}
              />
            )}
            <i
              class={`try s${one.status === 0 ? 'n' : String(one.status)[0]}`}
              style={{ left: share(from), width: share(one.took) }}
              title={describe(one)}
            />
          </span>
        ))}
      </div>
      <p class="end" aria-hidden="true">
        <span>0</span>
        <span>{renderSeconds(end)}</span>
      </p>
    </>
  )
}

const Tries = ({ call: { tries, triesLeftOut } }: { call: Timeline }) => (
  <ol class="tries">
    {tries.map((one) => (
      <li key={one.request}>
        <a href={renderRoute({ view: 'requests', place: one.request })}>{one.request}</a> {describe(one)}
      </li>
    ))}
    {triesLeftOut > 0 && <li class="dim">{triesLeftOut} more</li>}
  </ol>
)

const describe = (one: TimelineTry) =>
  describeTry(one)
    .filter((text) => text !== '')
    .join(', ')
