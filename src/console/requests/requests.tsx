// The view of the requests: the search with its tools, the list, and the open request beside the list.

import { count } from '../../text/count.ts'
import { attempt } from '../feedback.ts'
import { clearShown, saveHar } from '../list-actions.ts'
import { search } from '../navigate.ts'
import { Button, TextField } from '../parts/controls.tsx'
import { cleared, contract, filter, isLoaded, list, opened, query, route, worlds } from '../state.ts'
import { Details } from './details.tsx'
import { FirstVisit } from './first-visit.tsx'
import { RequestList } from './request-list.tsx'

export function Requests() {
  const entry = opened.value
  const { place } = route.value
  const isEmpty = list.all.value.length === 0 && cleared.value.length === 0 && query.value === ''
  if (isLoaded.value && isEmpty && place === '') return <FirstVisit />
  const all = count(list.all.value.length, 'request')
  return (
    <>
      <h1 class="hidden">Requests</h1>
      <Toolbar />
      <div class={`split${entry ? ' opened' : ''}`}>
        <section class="listing" aria-label="Requests">
          <RequestList />
          <p class="foot">
            <span>
              {list.shown.value.length === list.all.value.length ? all : `${list.shown.value.length.toLocaleString('en')} of ${all}`}
            </span>
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
  const [shown, isPaused] = [list.shown.value, list.isPaused.value]
  const waiting = list.matching.value.length - shown.length
  const number = shown.length.toLocaleString('en')
  const isNone = shown.length === 0
  return (
    <div class="toolbar">
      <TextField
        label={<span class="hidden">Search</span>}
        class="search"
        id="search"
        type="search"
        value={query.value}
        placeholder="Search, or status:4xx world:w3"
        aria-describedby="not-understood"
        suggestions={suggestSearches()}
        onInput={search}
      />
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

/** The values that do not come from the requests, so that the list of a busy sandbox need not be looked through. */
const suggestSearches = () => [
  ...['status:failed', 'status:4xx', 'status:5xx', 'status:none', 'cause:rate-limit', 'cause:scenario', 'cause:contract'],
  ...(contract.value?.operations ?? []).map(({ id }) => `operation:${id}`),
  ...(worlds.value ?? []).map(({ name }) => `world:${name}`),
]
