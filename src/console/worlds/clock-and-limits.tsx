// The running clock of a world, with buttons that set, freeze and advance it; and the limits of its keys as gauges, with their bans.

import { useEffect, useState } from 'preact/hooks'
import type { ClockChange } from '../../client/world-handle.ts'
import type { LimitState, WindowState } from '../../ground/generated/control.ts'
import { renderKey } from '../../ground/world-name.ts'
import { attempt, call, type World, worldPath } from '../api.ts'
import { Button, Card, readField, renderDate, renderSeconds } from '../parts.tsx'

const TICK_MS = 250
const STEPS = { '+1 s': 1, '+60 s': 60, '+1 h': 3600, '+1 day': 86_400 }

export function ClockCard({ world }: { world: World }) {
  const { name, clock } = world
  const { frozen } = clock
  const now = useRunning(world)
  const path = worldPath(name, '/clock')
  const set = (change: ClockChange) => attempt(() => call('PUT', path, change))
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
          <Button name={step} key={step} onClick={() => attempt(() => call('POST', `${path}/advance`, { seconds }))} />
        ))}
        <Button name={frozen ? 'Let it run' : 'Freeze'} aria-pressed={frozen} onClick={() => set({ frozen: !frozen })} />
        <Button name="Back to real time" onClick={() => set({ now: new Date().toISOString(), frozen: false })} />
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

/** Counts on from the time that was last read. */
function useRunning({ clock, readAt }: World): number {
  const [, setTick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTick(performance.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return Date.parse(clock.now) + (clock.frozen ? 0 : performance.now() - readAt)
}

export const LimitsCard = ({ world: { name, limits } }: { world: World }) => (
  <Card title="Limits">
    {limits.map(([plan, state]) => (
      <Plan key={plan} name={name} plan={plan} state={state} />
    ))}
  </Card>
)

function Plan({ name, plan, state: { minute, day, ban } }: { name: string; plan: string; state: LimitState }) {
  const change = (body: unknown) => () => attempt(() => call('PUT', worldPath(name, `/limits/${plan}`), body))
  const full = { minute: { remaining: minute.limit }, day: { remaining: day.limit }, ban: null }
  return (
    <div class="plan">
      <div class="tools">
        <code class="grow">{renderKey(plan, name)}</code>
        {ban && <span class="badge limited">banned until {renderDate(Date.parse(ban.until))}</span>}
        <Button name="Leave 2 requests" aria-label={`Leave 2 requests for ${plan}`} onClick={change({ minute: { remaining: 2 } })} />
        <Button name={ban ? 'Fill up, lift the ban' : 'Fill up'} aria-label={`Fill up ${plan}`} onClick={change(full)} />
      </div>
      <Gauge name={minute.seconds === 60 ? 'minute' : `${minute.seconds} s`} window={minute} />
      <Gauge name={day.seconds === 86_400 ? 'day' : `${day.seconds} s`} window={day} />
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
