// The view of the requests: the search with its tools, the list, and the open request beside the list.

import { count } from '../../ground/words.ts'
import { clearShown, search } from '../navigate.ts'
import { Button, SearchField } from '../parts.tsx'
import { isLoaded, list, opened, query, route } from '../state.ts'
import { Details } from './details.tsx'
import { FirstVisit } from './first-visit.tsx'
import { RequestList } from './request-list.tsx'

export function Requests() {
  const entry = opened.value
  const { place } = route.value
  if (isLoaded.value && list.all.value.length === 0 && query.value === '' && place === '') return <FirstVisit />
  const [shown, all] = [list.shown.value.length, list.all.value.length]
  return (
    <>
      <h1 class="hidden">Requests</h1>
      <div class="toolbar">
        <SearchField
          label="Search"
          class="search"
          id="search"
          value={query.value}
          placeholder="Search, or status:4xx world:w3"
          onInput={search}
        />
        <Button name="Clear" title="Clear the shown requests" onClick={clearShown} />
      </div>
      <div class={`split${entry ? ' opened' : ''}`}>
        <section class="listing" aria-label="Requests">
          <RequestList />
          <p class="foot">
            {shown === all ? '' : `${shown.toLocaleString('en')} of `}
            {count(all, 'request')}
            <span class="wide-only">. Not listed: CORS preflights, calls of the control API, and these pages.</span>
          </p>
        </section>
        {entry && <Details entry={entry} key={entry.id} />}
        {!entry && place !== '' && isLoaded.value && <p class="missing">The journal does not have this request any more.</p>}
      </div>
    </>
  )
}
