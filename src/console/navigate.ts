// The address of the page is its state: these functions change the address, and show what it names.

import { call } from './api.ts'
import type { Entry } from './entry.ts'
import { attempt } from './feedback.ts'
import { follow } from './follow.ts'
import { createMatches } from './query.ts'
import { parseRoute, type Route, renderRoute, type View } from './route.ts'
import { cursor, filter, kept, list, moves, opened, query, route, trouble, unseen, visited } from './state.ts'

export function navigate(to: Partial<Route> & Pick<Route, 'view'>, { isStep = false }: { isStep?: boolean } = {}): void {
  if (isStep) history.replaceState(null, '', renderRoute(to))
  else history.pushState(null, '', renderRoute(to))
  enterRoute()
}

/** The address of a view as the reader left it. */
export const addressOf = (view: View) => renderRoute(visited.value[view] ?? { view })

/** Follows a link between these pages without loading a page again, unless the reader wants another tab. */
export function followLink(event: MouseEvent): void {
  const { target, metaKey, ctrlKey, shiftKey, altKey, button } = event
  const link = target instanceof Element ? target.closest('a') : null
  if (link === null || metaKey || ctrlKey || shiftKey || altKey || button !== 0) return
  if (link.hasAttribute('download') || link.origin !== location.origin || !(link.pathname === '/' || link.pathname === '/docs')) return
  event.preventDefault()
  navigate(parseRoute(link))
}

/** Shows the view that the address names. */
export function enterRoute(): void {
  const before = query.value
  const to = parseRoute(location)
  visited.value = { ...visited.value, [to.view]: to }
  route.value = to
  trouble.value = ''
  if (query.value !== before) showMatches()
  if (to.view !== 'reference') follow()
  if (to.view !== 'requests' || to.place === '') return
  cursor.value = to.place
  if (!opened.value) void fetchEntry(to.place)
}

/** Fetches the exchange of a link. It may be older than the exchanges in the list. */
async function fetchEntry(id: string): Promise<void> {
  const entry = await attempt(() => call<Entry>('GET', `/requests/${encodeURIComponent(id)}`))
  if (entry) kept.value = entry
}

export const showEntry = (place: string, isStep = false) => navigate({ view: 'requests', place, query: query.value }, { isStep })

export const openEntry = (id: string) => showEntry(id)
export const closeEntry = () => showEntry('')

export const search = (text: string) => navigate({ view: 'requests', place: route.value.place, query: text }, { isStep: true })

function showMatches(): void {
  list.show(createMatches(filter.value))
  unseen.value = 0
  moves.value += 1
}
