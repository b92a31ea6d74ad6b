// The view of the worlds: the list, and the chosen world with its scenarios, clock, limits and data. All of a world is read before any of it
// is shown, so nothing moves while the reader looks.

import { attempt, call, readWorld, useResource, worldPath } from '../api.ts'
import { Button } from '../parts.tsx'
import { renderRoute } from '../route.ts'
import { about, world, worlds } from '../state.ts'
import { ClockCard, LimitsCard } from './clock-and-limits.tsx'
import { DataCard } from './data-card.tsx'
import { Catalogue, ScenariosCard } from './scenarios.tsx'
import { WorldList } from './world-list.tsx'

export function Worlds() {
  const name = world.value
  const known = worlds.value?.find((one) => one.name === name)
  const reset = () => {
    if (confirm(`Really reset ${name}? Its data and its session begin anew.`)) attempt(() => call('POST', worldPath(name, '/reset')))
  }
  return (
    <div class="page with-worlds">
      <WorldList />
      <div>
        <div class="headline">
          <h1>World {name}</h1>
          <a href={renderRoute({ view: 'requests', query: `world:${name}` })}>Requests</a>
          <a href={renderRoute({ view: 'report', place: name })}>Report</a>
          {known && <Button class="danger" name="Reset the world" onClick={reset} />}
        </div>
        {/* The page must not create the world before the reader asks for it. */}
        {worlds.value !== undefined && known === undefined && (
          <p class="card">
            There is no world <b>{name}</b> yet. Its first request creates it.{' '}
            <Button name="Create it now" onClick={() => attempt(() => call('PUT', worldPath(name)))} />
          </p>
        )}
        {known && about.value && <Panels key={name} name={name} />}
      </div>
    </div>
  )
}

function Panels({ name }: { name: string }) {
  const { value, problem } = useResource(name, () => readWorld(name))
  if (value === undefined) return problem === undefined ? null : <p class="card bad">{problem}</p>
  return (
    <div class="grid">
      <div>
        <ScenariosCard world={value} />
        <ClockCard world={value} />
        <LimitsCard world={value} />
      </div>
      <div>
        <DataCard world={value} />
        <Catalogue world={value} />
      </div>
    </div>
  )
}
