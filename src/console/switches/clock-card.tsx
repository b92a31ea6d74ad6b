// Shows the running clock of a world, with buttons that set, freeze and advance it.

import { useEffect, useState } from 'preact/hooks'
import type { ClockState } from '../../handle/handles.ts'
import { attempt } from '../actions.ts'
import { call, worldPath } from '../api.ts'
import { renderDate, renderSeconds } from '../parts/time.ts'
import { useResource } from '../parts/use-resource.ts'
import { contract } from '../state.ts'

const TICK_MS = 250
const STEPS: readonly [name: string, seconds: number][] = [
  ['+1 s', 1],
  ['+61 s', 61],
  ['+1 h', 3600],
  ['+1 day', 86_400],
]

export function ClockCard({ name }: { name: string }) {
  const { value, reload } = useResource<ClockState>(worldPath(name, '/clock'))
  const now = useRunning(value)
  const [text, setText] = useState('')
  const drive = (method: string, rest: string, body: unknown) =>
    void attempt(async () => {
      await call(method, worldPath(name, `/clock${rest}`), body)
      reload()
    })
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
          <button type="button" key={step} onClick={() => drive('POST', '/advance', { seconds })}>
            {step}
          </button>
        ))}
        <button type="button" aria-pressed={value.frozen} onClick={() => drive('PUT', '', { frozen: !value.frozen })}>
          {value.frozen ? 'Let it run' : 'Freeze'}
        </button>
        <button type="button" onClick={() => drive('PUT', '', { now: new Date().toISOString(), frozen: false })}>
          Back to real time
        </button>
      </p>
      <p class="tools">
        {(contract.value?.operations ?? []).map(({ id, node }) =>
          typeof node['x-sunset'] === 'string' ? (
            <button type="button" key={id} onClick={() => drive('PUT', '', { now: node['x-sunset'] })}>
              Jump to the removal of {id}, {node['x-sunset'].slice(0, 10)}
            </button>
          ) : null,
        )}
      </p>
      <form
        class="tools"
        onSubmit={(event) => {
          event.preventDefault()
          drive('PUT', '', { now: text.trim() })
        }}
      >
        <label>
          Set to
          <input value={text} placeholder="2030-12-05T00:00:01Z" onInput={(event) => setText(event.currentTarget.value)} required />
        </label>
        <button type="submit">Set</button>
      </form>
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
