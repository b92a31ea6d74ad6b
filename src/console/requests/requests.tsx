// The view of the exchanges: what to search for, the list, and beside it the one that is open.

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
          <span>Not listed: preflights of CORS, the control API, these pages.</span>
          <span class="keys" aria-hidden="true">
            <kbd>j</kbd> <kbd>k</kbd> move <kbd>Enter</kbd> open <kbd>Esc</kbd> close <kbd>/</kbd> search <kbd>r</kbd> play again
          </span>
        </p>
      </section>
      {entry && <Details entry={entry} key={entry.id} />}
      {!entry && route.value.place !== '' && isLoaded.value && <p class="missing">This request is not in the journal any more.</p>}
    </div>
  )
}

const countOf = (shown: number, all: number) =>
  shown === all ? `${all.toLocaleString('en')} requests` : `${shown.toLocaleString('en')} of ${all.toLocaleString('en')} requests`
