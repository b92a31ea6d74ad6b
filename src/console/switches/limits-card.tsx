// Shows the rate limits of the keys of a world as gauges, and their bans. The gauges move with each request.

import type { LimitState, WindowState } from '../../handle/handles.ts'
import { attempt } from '../actions.ts'
import { call, worldPath } from '../api.ts'
import { withWorld } from '../composer/draft.ts'
import { renderDate } from '../parts/time.ts'
import { useResource } from '../parts/use-resource.ts'
import { contract } from '../state.ts'

export const LimitsCard = ({ name }: { name: string }) => (
  <section class="card" aria-labelledby="limits-title">
    <h2 id="limits-title">Limits</h2>
    <p class="dim">The requests that each key of this world has left.</p>
    {(contract.value?.plans ?? []).map((plan) => (
      <Plan key={plan} name={name} plan={plan} />
    ))}
  </section>
)

function Plan({ name, plan }: { name: string; plan: string }) {
  const path = worldPath(name, `/limits/${encodeURIComponent(plan)}`)
  const { value, reload } = useResource<LimitState>(path)
  const change = (body: unknown) =>
    void attempt(async () => {
      await call('PUT', path, body)
      reload()
    })
  if (value === undefined) return null
  const { minute, day, ban } = value
  return (
    <div class="plan">
      <h3>
        <code>{withWorld(`sandbox_${plan}`, name)}</code>
      </h3>
      <Gauge name={minute.seconds === 60 ? 'minute' : `${minute.seconds} s`} window={minute} />
      <Gauge name={day.seconds === 86_400 ? 'day' : `${day.seconds} s`} window={day} />
      {ban && <p class="bad">Banned until {renderDate(Date.parse(ban.until))}.</p>}
      <p class="tools">
        <button type="button" onClick={() => change({ remaining: Math.min(2, minute.limit) })}>
          Leave 2
        </button>
        <button type="button" onClick={() => change({ minute: { remaining: 0 } })}>
          Use up
        </button>
        <button type="button" onClick={() => change({ minute: { remaining: minute.limit }, day: { remaining: day.limit } })}>
          Fill up
        </button>
        <button type="button" onClick={() => change({ minute: { limit: 5, seconds: 2 } })}>
          5 in 2 s
        </button>
        {ban && (
          <button type="button" class="main" onClick={() => change({ ban: null })}>
            Lift the ban
          </button>
        )}
      </p>
    </div>
  )
}

function Gauge({ name, window: { limit, remaining, resets, seconds } }: { name: string; window: WindowState }) {
  const share = limit === 0 ? 0 : remaining / limit
  const state = share > 0.25 ? 'good' : share > 0 ? 'warned' : 'bad'
  return (
    <div class="window">
      <span class="dim">{name}</span>
      <span class={`bar ${state}`}>
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <span class="count">
        {remaining.toLocaleString('en')} of {limit.toLocaleString('en')}
      </span>
      <span class="dim">
        {resets === null
          ? 'not started'
          : `until ${seconds > 3600 ? `${resets.slice(5, 16).replace('T', ' ')}` : resets.slice(11, 19)} UTC`}
      </span>
    </div>
  )
}
