// The list of worlds, to pick one: with a search, the last use of each world, and its scenarios.

import { useSignal } from '@preact/signals'
import type { WorldState } from '../../client/states.ts'
import { isWorldName } from '../../text/world-name.ts'
import { navigate } from '../navigate.ts'
import { TextField } from '../parts/choices.tsx'
import { Form } from '../parts/form.tsx'
import { renderSeconds } from '../parts/time.ts'
import { renderRoute } from '../route.ts'
import { world, worlds } from '../state.ts'

const SHOWN = 200

export function WorldPicker() {
  const text = useSignal('')
  const known = worlds.value ?? []
  const found = known.filter(({ name }) => name.toLowerCase().includes(text.value.toLowerCase()))
  const isNew = isWorldName(text.value) && !known.some(({ name }) => name === text.value)
  return (
    <nav class="card worlds" aria-label="Worlds">
      <Form
        onSubmit={() => {
          const name = isNew ? text.value : (found.find((one) => one.name === text.value) ?? found[0])?.name
          if (name !== undefined) navigate({ view: 'switches', place: name })
        }}
      >
        <TextField
          label="World"
          class="wide"
          type="search"
          value={text.value}
          placeholder="Find or name a world"
          onInput={(name) => (text.value = name.trim())}
        />
      </Form>
      <ul class="bare">
        {isNew && <Choice name={text.value} />}
        {found.slice(0, SHOWN).map((one) => (
          <Choice key={one.name} name={one.name} state={one} />
        ))}
      </ul>
      {found.length > SHOWN && <p class="dim">{found.length - SHOWN} more: type a part of the name.</p>}
    </nav>
  )
}

/** Without a state, the choice is a world that does not exist yet. */
function Choice({ name, state }: { name: string; state?: WorldState }) {
  return (
    <li>
      <a href={renderRoute({ view: 'switches', place: name })} aria-current={name === world.value ? 'true' : undefined}>
        <b>{name}</b> <span class="dim">{state ? describeUse(state) : 'new'}</span>
        {state?.scenarios.map((scenario, index) => (
          <span key={index} class="badge forced">
            {scenario}
          </span>
        ))}
      </a>
    </li>
  )
}

function describeUse({ lastUse, damage }: WorldState): string {
  const seconds = (Date.now() - Date.parse(lastUse)) / 1000
  if (damage !== undefined) return 'damaged'
  return seconds < 5 ? 'in use' : `used ${seconds < 60 ? `${Math.floor(seconds)} s` : renderSeconds(seconds)} ago`
}
