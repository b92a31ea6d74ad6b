// Shows the running clock of a world, with buttons that set, freeze and advance it; and the rate limits of its keys as gauges, with
// their bans. The gauges move with each request.

import { useEffect, useState } from 'preact/hooks'
import type { ClockChange } from '../../client/world-handle.ts'
import type { ClockState, LimitState, WindowState } from '../../ground/generated/control.ts'
import { renderKey } from '../../ground/key.ts'
import { advanceClock, attempt, call, fillUpLimits, limitsPath, useResource, worldPath } from '../api.ts'
import { Button, readField } from '../parts/controls.tsx'
import { Card, renderDate, renderSeconds } from '../parts/show.tsx'
import { contract } from '../state.ts'

const TICK_MS = 250
const STEPS = { '+1 s': 1, '+60 s': 60, '+1 h': 3600, '+1 day': 86_400 }

export function ClockCard({ name }: { name: string }) {
  const path = worldPath(name, '/clock')
  const { value } = useResource<ClockState>(path)
  const now = useRunning(value)
  const set = (change: ClockChange) => attempt(() => call('PUT', path, change))
  if (value === undefined || now === undefined) return null
  const { frozen } = value
  const ahead = (now - Date.now()) / 1000
  return (
    <Card title="Clock">
      <p class="now">
        <time>{renderDate(now)}</time>{' '}
        <span class="dim">
          {frozen && 'frozen, '}
          {Math.abs(ahead) < 2 ? 'real time' : `${renderSeconds(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} real time`}
        </span>
      </p>
      <p class="tools">
        {Object.entries(STEPS).map(([step, seconds]) => (
          <Button name={step} key={step} onClick={() => attempt(() => advanceClock(name, seconds))} />
        ))}
        <Button name={frozen ? 'Let it run' : 'Freeze'} aria-pressed={frozen} onClick={() => set({ frozen: !frozen })} />
        <Button name="Back to real time" onClick={() => set({ now: new Date().toISOString(), frozen: false })} />
        {contract.value?.operations.map(({ id, node: { 'x-sunset': sunset } }) =>
          typeof sunset === 'string' ? (
            <Button key={id} name={`Jump to the removal of ${id}, ${sunset.slice(0, 10)}`} onClick={() => set({ now: sunset })} />
          ) : null,
        )}
      </p>
      <form class="tools" method="dialog" onSubmit={({ currentTarget }) => set({ now: new Date(`${readField(currentTarget, 'time')}Z`) })}>
        <label>
          Set to (UTC)
          <input name="time" type="datetime-local" step={1} required />
        </label>
        <Button type="submit" name="Set" />
      </form>
    </Card>
  )
}

/** The current time in the world. It counts on from the time that was last read. */
function useRunning(clock: ClockState | undefined): number | undefined {
  const [now, setNow] = useState<number>()
  useEffect(() => {
    if (clock === undefined) return
    const read = Date.parse(clock.now)
    const since = performance.now()
    const tick = () => setNow(clock.frozen ? read : read + performance.now() - since)
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [clock])
  return now
}

export const LimitsCard = ({ name }: { name: string }) => (
  <Card title="Limits">
    <p class="dim">The requests that each key of this world has left.</p>
    {contract.value?.plans.map((plan) => (
      <Plan key={plan} name={name} plan={plan} />
    ))}
  </Card>
)

function Plan({ name, plan }: { name: string; plan: string }) {
  const path = limitsPath(name, plan)
  const { value } = useResource<LimitState>(path)
  const change = (body: unknown) => attempt(() => call('PUT', path, body))
  if (value === undefined) return null
  const { minute, day, ban } = value
  return (
    <div class="plan">
      <h3>
        <code>{renderKey(plan, name)}</code>
      </h3>
      <Gauge name={minute.seconds === 60 ? 'minute' : `${minute.seconds} s`} window={minute} />
      <Gauge name={day.seconds === 86_400 ? 'day' : `${day.seconds} s`} window={day} />
      {ban && <p class="limited">Banned until {renderDate(Date.parse(ban.until))}.</p>}
      <form
        class="tools"
        method="dialog"
        onSubmit={({ currentTarget }) => change({ minute: { remaining: Number(readField(currentTarget, 'remaining')) } })}
      >
        <label class="line">
          Requests left
          <input type="number" name="remaining" min={0} step={1} value="2" aria-label={`Requests to leave for ${plan}`} required />
        </label>
        <Button type="submit" name="Set" />
        <Button name="Fill up" onClick={() => attempt(() => fillUpLimits(name, plan))} />
        {ban && <Button name="Lift the ban" class="main" onClick={() => change({ ban: null })} />}
      </form>
    </div>
  )
}

function Gauge({ name, window: { limit, remaining, resets, seconds } }: { name: string; window: WindowState }) {
  const end = resets?.replace('T', ' ').slice(...(seconds > 3600 ? [5, 16] : [11, 19]))
  return (
    <div class="window">
      <span class="dim">{name}</span>
      <meter value={remaining} max={limit} low={limit / 4} aria-label={`left in the ${name}`} />
      <span>
        {remaining.toLocaleString('en')} of {limit.toLocaleString('en')}
      </span>
      <span class="dim">{end === undefined ? 'not started' : `until ${end} UTC`}</span>
    </div>
  )
}
