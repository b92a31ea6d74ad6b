// The view of the requests: the search with its tools, the list, and the open request beside the list.

import { useState } from 'preact/hooks'
import { count } from '../../text/count.ts'
import { causeOf, type Entry } from '../entry.ts'
import { attempt } from '../feedback.ts'
import { clearShown, saveHar } from '../list-actions.ts'
import { search } from '../navigate.ts'
import { Button, Select } from '../parts/controls.tsx'
import { type Field, withField } from '../query.ts'
import { cleared, contract, filter, isLoaded, list, opened, query, route } from '../state.ts'
import { Details } from './details.tsx'
import { FirstVisit } from './first-visit.tsx'
import { RequestList } from './request-list.tsx'
import { nameOfCause } from './why.tsx'

export function Requests() {
  const entry = opened.value
  const { place } = route.value
  const isEmpty = list.all.length === 0 && cleared.value.length === 0 && query.value === ''
  if (isLoaded.value && isEmpty && place === '') return <FirstVisit />
  const all = count(list.all.length, 'request')
  return (
    <>
      <h1 class="hidden">Requests</h1>
      <Toolbar />
      <div class={`split${entry ? ' opened' : ''}`}>
        <section class="listing" aria-label="Requests">
          <RequestList />
          <p class="foot">
            <span>{list.shown.length === list.all.length ? all : `${list.shown.length.toLocaleString('en')} of ${all}`}</span>
            <span>Not listed: CORS preflights, calls of the control API, and these pages.</span>
          </p>
        </section>
        {entry && <Details entry={entry} key={entry.id} />}
        {!entry && place !== '' && isLoaded.value && <p class="missing">The journal does not have this request any more.</p>}
      </div>
    </>
  )
}

function Toolbar() {
  const [isOpen, setOpen] = useState(false)
  const { shown, matching, isPaused } = list
  const waiting = matching.length - shown.length
  const number = shown.length.toLocaleString('en')
  const isNone = shown.length === 0
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
        <Choice field="cause" name="Cause" values={valuesOf(causeOf)} />
        <Choice field="status" name="Status" values={['2xx', '4xx', '5xx', 'none', 'failed']} />
        <Choice field="operation" name="Operation" values={contract.value?.operations.map(({ id }) => id) ?? []} />
        <Choice field="world" name="World" values={valuesOf(({ world }) => world)} />
        <Choice field="case" name="Test case" values={valuesOf(({ testCase }) => testCase?.name ?? '')} />
      </div>
      <div class="actions">
        <Button
          name={isPaused ? `Paused${waiting > 0 ? `, ${waiting} new` : ''}` : 'Pause'}
          aria-pressed={isPaused}
          onClick={() => list.pause(!isPaused)}
        />
        <Button name={`HAR (${number})`} title="Save the shown requests as HAR" disabled={isNone} onClick={() => void attempt(saveHar)} />
        <Button name={`Clear (${number})`} title="Clear the shown requests" disabled={isNone} onClick={clearShown} />
      </div>
      <p id="not-understood" class="problem" role="status">
        {filter.value.problems.join(' ')}
      </p>
    </div>
  )
}

const MAX_CHOICES = 1000

/** The values that the exchanges have. */
const valuesOf = (of: (entry: Entry) => string) => [...new Set(list.all.map(of))].filter(Boolean).sort().slice(0, MAX_CHOICES)

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
