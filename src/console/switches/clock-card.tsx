// Shows the running clock of a world, with buttons that set, freeze and advance it.

import { useSignal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import type { ClockState } from '../../client/states.ts'
import { call, worldPath } from '../api.ts'
import { attempt } from '../feedback.ts'
import { Button } from '../parts/button.tsx'
import { Form, readField } from '../parts/form.tsx'
import { Problem } from '../parts/problem.tsx'
import { parseTime, renderDate, renderSeconds } from '../parts/time.ts'
import { useResource } from '../parts/use-resource.ts'
import { contract } from '../state.ts'
import { advanceClock } from '../world-calls.ts'

const TICK_MS = 250
const STEPS: readonly [name: string, seconds: number][] = [
  ['+1 s', 1],
  ['+60 s', 60],
  ['+1 h', 3600],
  ['+1 day', 86_400],
]

export function ClockCard({ name }: { name: string }) {
  const { value } = useResource<ClockState>(worldPath(name, '/clock'))
  const now = useRunning(value)
  const problem = useSignal('')
  const act = (work: () => Promise<unknown>) => () => void attempt(work, problem)
  const set = (change: object) => act(() => call('PUT', worldPath(name, '/clock'), change))
  if (value === undefined || now === undefined) return null
  const ahead = (now - Date.now()) / 1000
  return (
    <section class="card" aria-labelledby="clock-title">
      <h2 id="clock-title">Clock</h2>
      <p class="now">
        <time>{renderDate(now)}</time>{' '}
        <span class="dim">
          {value.frozen && 'frozen, '}
          {Math.abs(ahead) < 2 ? 'real time' : `${renderSeconds(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} real time`}
        </span>
      </p>
      <p class="tools">
        {STEPS.map(([step, seconds]) => (
          <Button name={step} key={step} onClick={act(() => advanceClock(name, seconds))} />
        ))}
        <Button name={value.frozen ? 'Let it run' : 'Freeze'} aria-pressed={value.frozen} onClick={set({ frozen: !value.frozen })} />
        <Button name="Back to real time" onClick={() => set({ now: new Date().toISOString(), frozen: false })()} />
        {(contract.value?.operations ?? []).map(({ id, node }) =>
          typeof node['x-sunset'] === 'string' ? (
            <Button
              name={`Jump to the removal of ${id}, ${node['x-sunset'].slice(0, 10)}`}
              key={id}
              onClick={set({ now: node['x-sunset'] })}
            />
          ) : null,
        )}
      </p>
      <Form class="tools" onSubmit={(form) => set({ now: parseTime(readField(form, 'time')) })()}>
        <label>
          Set to a date, or a date and a time (UTC)
          <input name="time" placeholder="2030-12-05 00:00:01" required />
        </label>
        <button type="submit">Set</button>
      </Form>
      <Problem of={problem} />
    </section>
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
