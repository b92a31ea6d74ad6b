// The tools of the list: the search, choices for its fields, pause, HAR and clear.

import { useState } from 'preact/hooks'
import { clearShown, pause, saveHar } from '../list-actions.ts'
import { search } from '../navigate.ts'
import { Button } from '../parts/button.tsx'
import { nameOfCause } from '../parts/cause.tsx'
import { Select } from '../parts/choices.tsx'
import { type Field, withField } from '../query.ts'
import { contract, filter, isPaused, list, moves, query } from '../state.ts'

const STATUSES = ['2xx', '4xx', '5xx', 'none', 'failed']

export function Toolbar() {
  moves.value
  const [isOpen, setOpen] = useState(false)
  const { met, waiting } = list
  const shown = list.shown.length.toLocaleString('en')
  return (
    <div class={`toolbar${isOpen ? ' open' : ''}`}>
      <label class="search">
        <span class="hidden">Search</span>
        <input
          id="search"
          type="search"
          value={query.value}
          placeholder="Search, or status:4xx world:w3"
          aria-describedby="not-understood"
          onInput={(event) => search(event.currentTarget.value)}
        />
      </label>
      <Button name="Filters" class="narrow" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
      <div class="choices">
        <Choice field="cause" name="Cause" values={[...met.cause].sort()} />
        <Choice field="status" name="Status" values={STATUSES} />
        <Choice field="operation" name="Operation" values={contract.value?.operations.map(({ id }) => id) ?? []} />
        <Choice field="world" name="World" values={[...met.world].sort()} />
        <Choice field="case" name="Test case" values={[...met.case].sort()} />
      </div>
      <div class="actions">
        <Button
          name={isPaused.value ? `Paused${waiting > 0 ? `, ${waiting} new` : ''}` : 'Pause'}
          aria-pressed={isPaused.value}
          onClick={() => pause(!isPaused.value)}
        />
        <Button
          name={`HAR (${shown})`}
          title="Save the shown requests as HAR"
          disabled={list.shown.length === 0}
          onClick={() => void saveHar()}
        />
        <Button name={`Clear (${shown})`} title="Clear the shown requests" disabled={list.shown.length === 0} onClick={clearShown} />
      </div>
      <p id="not-understood" class="problem" role="status">
        {filter.value.problems.join(' ')}
      </p>
    </div>
  )
}

/** Sets one field of the search. What the user typed is in the choices too, so that it can be shown. */
function Choice({ field, name, values }: { field: Field; name: string; values: readonly string[] }) {
  const value = (filter.value.fields[field] ?? []).join(' or ')
  const offered = value === '' || values.includes(value) ? values : [...values, value]
  return (
    <label class={`choice${value === '' ? '' : ' chosen'}`}>
      <span class="hidden">{name}</span>
      <Select
        value={value}
        choices={[['', name], ...offered.map((one) => [one, field === 'cause' ? nameOfCause(one) : one] as const)]}
        onChange={(chosen) => search(withField(query.value, field, chosen))}
      />
    </label>
  )
}
