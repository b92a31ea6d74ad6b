// Shows the rate limits of the keys of a world as gauges, and their bans. The gauges move with each request.

import type { LimitState, WindowState } from '../../../spec/control.ts'
import { renderKey } from '../../text/key.ts'
import { call, fillUpLimits, limitsPath } from '../api.ts'
import { useActions, useResource } from '../feedback.ts'
import { Button, Form, Problem, readField } from '../parts/controls.tsx'
import { Card } from '../parts/show.tsx'
import { renderDate } from '../parts/time.ts'
import { contract } from '../state.ts'

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
  const { problem, act } = useActions()
  const change = (body: unknown) => act(() => call('PUT', path, body))
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
      <Form class="tools" onSubmit={(form) => change({ minute: { remaining: Number(readField(form, 'remaining')) } })}>
        <label class="line">
          Leave
          <input type="number" name="remaining" min={0} step={1} value="2" aria-label={`Requests to leave for ${plan}`} required />
        </label>
        <Button type="submit" name="Set" />
        <Button name="Fill up" onClick={() => act(() => fillUpLimits(name, plan))} />
        {ban && <Button name="Lift the ban" class="main" onClick={() => change({ ban: null })} />}
      </Form>
      <Problem of={problem} />
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
