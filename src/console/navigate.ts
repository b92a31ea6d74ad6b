// The address of the page is its state: these functions change the address, and show what it names.

import { createMatches } from './query.ts'
import { parseRoute, type Route, renderRoute } from './route.ts'
import { list, query, route, trouble, visited } from './state.ts'

/** Goes to an address. A step replaces the address before it, so the back button does not stop at each step. */
export function navigate(to: Partial<Route> & Pick<Route, 'view'>, isStep = false): void {
  history[isStep ? 'replaceState' : 'pushState'](null, '', renderRoute(to))
  enterRoute()
}

/** Follows a link between these pages without loading a page again, unless the reader wants another tab. */
export function followLink(event: MouseEvent): void {
  const { target, metaKey, ctrlKey, shiftKey, altKey, button } = event
  const link = target instanceof Element ? target.closest('a') : null
  if (link === null || metaKey || ctrlKey || shiftKey || altKey || button !== 0) return
  if (link.origin !== location.origin || link.pathname !== '/') return
  event.preventDefault()
  navigate(parseRoute(link))
}

export function enterRoute(): void {
  const before = query.value
  const to = parseRoute(location)
  visited.value = { ...visited.value, [to.view]: to }
  route.value = to
  trouble.value = ''
  if (query.value !== before) list.filter.value = createMatches(query.value)
}

export const openEntry = (place: string) => navigate({ view: 'requests', place, query: query.value })
export const closeEntry = () => openEntry('')

export const search = (text: string) => navigate({ view: 'requests', place: route.value.place, query: text }, true)
