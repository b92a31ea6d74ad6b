// The tries of each failing call on a line to scale: how long each took, how long the client waited, and how long it was
// asked to wait.

import type { Timeline, Try } from '../../report/report.ts'
import { renderSeconds } from '../parts/time.ts'

const OUTCOMES = { recovered: 'good', 'gave up': 'warned', refused: 'warned', 'under way': 'dim' } as const

export function TimelineList({ calls, leftOut }: { calls: readonly Timeline[]; leftOut: number }) {
  if (calls.length === 0) return <p class="dim">No call failed so far.</p>
  return (
    <>
      {calls.map((call, index) => (
        <section class="card timeline" key={`${call.target} ${index}`}>
          <h3>
            <b>{call.method}</b> <code>{call.target}</code> <span class={OUTCOMES[call.outcome]}>{call.outcome}</span>{' '}
            <span class="dim">
              world {call.world}
              {call.case ? `, test ${call.case}` : ''}
            </span>
          </h3>
          <Line call={call} />
          <Tries call={call} />
        </section>
      ))}
      {leftOut > 0 && <p class="dim">{leftOut} more calls are left out.</p>}
    </>
  )
}

function Line({ call: { tries } }: { call: Timeline }) {
  const first = Date.parse(tries[0]?.at ?? '')
  const placed = tries.map((one) => ({ one, from: (Date.parse(one.at) - first) / 1000 }))
  const end = Math.max(0.001, ...placed.map(({ one, from }) => from + one.took + (one.asked ?? 0)))
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

const describe = ({ status, took, cause }: Try) => `${status || 'no reply'} after ${renderSeconds(took)}, ${cause}`

const Tries = ({ call: { tries, triesLeftOut } }: { call: Timeline }) => (
  <ol class="tries">
    {tries.map((one, index) => (
      <li key={one.request}>
        <a href={`/#requests/${one.request}`} class={`status s${one.status === 0 ? 'n' : String(one.status)[0]}`}>
          {one.status || 'none'}
        </a>{' '}
        {index > 0 && one.gap !== undefined && `after ${renderSeconds(one.gap)}, `}
        {one.asked !== undefined && `asked to wait ${renderSeconds(one.asked)}, `}
        <span class="dim">
          {one.cause}
          {one.endedBy && `, ended by the ${one.endedBy}`}
        </span>
      </li>
    ))}
    {triesLeftOut > 0 && <li class="dim">{triesLeftOut} more</li>}
  </ol>
)
