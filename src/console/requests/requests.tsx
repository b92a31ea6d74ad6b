// The view of the requests: the search, the list, and the open request beside the list.

import { count } from '../../text/count.ts'
import { cleared, isLoaded, list, moves, opened, query, route } from '../state.ts'
import { Details } from './details.tsx'
import { FirstVisit } from './first-visit.tsx'
import { RequestList } from './request-list.tsx'
import { Toolbar } from './toolbar.tsx'

export function Requests() {
  moves.value
  const entry = opened.value
  const isEmpty = list.all.length === 0 && cleared.value.length === 0 && query.value === ''
  if (isLoaded.value && isEmpty && route.value.place === '') return <FirstVisit />
  return (
    <>
      <h1 class="hidden">Requests</h1>
      <Toolbar />
      <div class={`split${entry ? ' opened' : ''}`}>
        <section class="listing" aria-label="Requests">
          <RequestList />
          <p class="foot">
            <span>{countOf(list.shown.length, list.all.length)}</span>
            <span>Not listed: CORS preflights, calls of the control API, and these pages.</span>
          </p>
        </section>
        {entry && <Details entry={entry} key={entry.id} />}
        {!entry && route.value.place !== '' && isLoaded.value && <p class="missing">The journal does not have this request any more.</p>}
      </div>
    </>
  )
}

const countOf = (shown: number, all: number) => {
  const requests = count(all, 'request')
  return shown === all ? requests : `${shown.toLocaleString('en')} of ${requests}`
}
