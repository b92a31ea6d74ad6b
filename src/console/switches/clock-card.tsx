// Shows the running clock of a world, with buttons that set, freeze and advance it.

import { useEffect, useState } from 'preact/hooks'
import type { ClockState } from '../../../spec/control.ts'
import type { ClockChange } from '../../client/states.ts'
import { advanceClock, call, worldPath } from '../api.ts'
import { useActions, useResource } from '../feedback.ts'
import { Button, Form, Problem, readField } from '../parts/controls.tsx'
import { Card } from '../parts/show.tsx'
import { renderDate, renderSeconds } from '../parts/time.ts'
import { contract } from '../state.ts'

const TICK_MS = 250
const STEPS = { '+1 s': 1, '+60 s': 60, '+1 h': 3600, '+1 day': 86_400 }

export function ClockCard({ name }: { name: string }) {
  const path = worldPath(name, '/clock')
  const { value } = useResource<ClockState>(path)
  const now = useRunning(value)
  const { problem, act } = useActions()
  const set = (change: ClockChange) => act(() => call('PUT', path, change))
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
          <Button name={step} key={step} onClick={() => act(() => advanceClock(name, seconds))} />
        ))}
        <Button name={frozen ? 'Let it run' : 'Freeze'} aria-pressed={frozen} onClick={() => set({ frozen: !frozen })} />
        <Button name="Back to real time" onClick={() => set({ now: new Date().toISOString(), frozen: false })} />
        {contract.value?.operations.map(({ id, node: { 'x-sunset': sunset } }) =>
          typeof sunset === 'string' ? (
            <Button key={id} name={`Jump to the removal of ${id}, ${sunset.slice(0, 10)}`} onClick={() => set({ now: sunset })} />
          ) : null,
        )}
      </p>
      <Form class="tools" onSubmit={(form) => set({ now: new Date(`${readField(form, 'time')}Z`).toISOString() })}>
        <label>
          Set to (UTC)
          <input name="time" type="datetime-local" step={1} max="9998-12-31T23:59:59" required />
        </label>
        <Button type="submit" name="Set" />
      </Form>
      <Problem of={problem} />
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
