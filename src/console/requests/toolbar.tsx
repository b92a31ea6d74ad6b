// The tools of the list: the search, choices for the same fields, pause, HAR and clear.

import { useState } from 'preact/hooks'
import { clearJournal, pause, saveHar, search } from '../actions.ts'
import { causeOf, type Entry } from '../entry.ts'
import { type Field, withField } from '../query.ts'
import { contract, filter, isPaused, list, moves, query } from '../state.ts'

const STATUSES = ['2xx', '4xx', '5xx', 'none', 'failed']

export function Toolbar() {
  moves.value
  const [isOpen, setOpen] = useState(false)
  const seen = (read: (entry: Entry) => string | undefined) => [...new Set(list.all.map(read))].filter((one) => one !== undefined).sort()
  return (
    <div class={`toolbar${isOpen ? ' open' : ''}`}>
      <label class="search">
        <span class="hidden">Search</span>
        <input
          id="search"
          type="search"
          value={query.value}
          placeholder="Search path, headers, bodies. Also status:4xx cause:rate-limit world:w3"
          onInput={(event) => search(event.currentTarget.value)}
        />
      </label>
      <button type="button" class="narrow" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Filters
      </button>
      <div class="choices">
        <Choice field="cause" name="Cause" values={seen(causeOf)} />
        <Choice field="status" name="Status" values={STATUSES} />
        <Choice field="operation" name="Operation" values={contract.value?.operations.map(({ id }) => id) ?? []} />
        <Choice field="world" name="World" values={seen(({ world }) => world)} />
        <Choice field="case" name="Test case" values={seen(({ testCase }) => testCase?.name)} />
        <div class="actions">
          <button type="button" aria-pressed={isPaused.value} onClick={() => pause(!isPaused.value)}>
            {isPaused.value ? `Paused${list.waiting > 0 ? `, ${list.waiting} new` : ''}` : 'Pause'}
          </button>
          <button type="button" onClick={() => void saveHar()}>
            HAR
          </button>
          <button type="button" onClick={() => void clearJournal()}>
            Clear
          </button>
        </div>
      </div>
    </div>
  )
}

/** Sets one field of the search. A value that the user typed is in the choices too, so that it can be shown. */
function Choice({ field, name, values }: { field: Field; name: string; values: readonly string[] }) {
  const value = filter.value.fields[field] ?? ''
  const offered = value === '' || values.includes(value) ? values : [...values, value]
  return (
    <label class={`choice${value === '' ? '' : ' chosen'}`}>
      <span class="hidden">{name}</span>
      <select value={value} onChange={(event) => search(withField(query.value, field, event.currentTarget.value))}>
        <option value="">{name}</option>
        {offered.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  )
}
