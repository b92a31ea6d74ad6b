// The view of the requests: the search, the list, and the open request beside the list.

import { count } from '../../text/count.ts'
import { isLoaded, list, moves, opened, route } from '../state.ts'
import { Details } from './details.tsx'
import { FirstVisit } from './first-visit.tsx'
import { RequestList } from './request-list.tsx'
import { Toolbar } from './toolbar.tsx'

export function Requests() {
  moves.value
  const entry = opened.value
  if (isLoaded.value && list.all.length === 0 && entry === undefined) return <FirstVisit />
  return (
    <div class={`split${entry ? ' opened' : ''}`}>
      <h1 class="hidden">Requests</h1>
      <section class="listing" aria-label="Requests">
        <Toolbar />
        <RequestList />
        <p class="foot">
          <span>{countOf(list.shown.length, list.all.length)}</span>
          <span>Not listed: CORS preflights, calls of the control API, and these pages.</span>
          <span class="keys" aria-hidden="true">
            <kbd>j</kbd> <kbd>k</kbd> move <kbd>Enter</kbd> open <kbd>Esc</kbd> close <kbd>/</kbd> search <kbd>r</kbd> edit and resend
          </span>
        </p>
      </section>
      {entry && <Details entry={entry} key={entry.id} />}
      {!entry && route.value.place !== '' && isLoaded.value && <p class="missing">The journal does not have this request any more.</p>}
    </div>
  )
}

const countOf = (shown: number, all: number) => {
  const requests = count(all, 'request')
  return shown === all ? requests : `${shown.toLocaleString('en')} of ${requests}`
}
