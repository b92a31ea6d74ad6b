// The address of the page is its state. Links, keys and buttons change the address, and the page shows what it names.

import { count } from '../ground/words.ts'
import { attempt, call } from './api.ts'
import { createMatches } from './query.ts'
import { parseRoute, type Route, renderRoute } from './route.ts'
import { list, opened, query, route, trouble, visited } from './state.ts'

/** A step replaces the address before it, so the back button does not stop at each step. */
function navigate(to: Partial<Route> & Pick<Route, 'view'>, isStep = false): void {
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

/** The sandbox tells every open page of it. */
export function clearShown(): void {
  const requests = list.shown.value.map(({ id }) => id)
  if (!confirm(`Really clear ${count(requests.length, 'request')}?`)) return
  const gone = new Set(requests)
  list.remove(({ id }) => gone.has(id))
  attempt(() => call('DELETE', '/requests', { requests }))
}

const STEPS: Readonly<Record<string, number>> = {
  j: 1,
  ArrowDown: 1,
  k: -1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** Focuses another row. If a request is open, the request of this row opens instead. */
function step(by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[role=option]')]
  const at = rows.findIndex((row) => row === document.activeElement || row.ariaSelected === 'true')
  // Without a focused row, the first step leads to the newest request.
  const next = rows[Math.max(0, Math.min(rows.length - 1, (at === -1 ? rows.length : at) + by))]
  next?.focus()
  if (opened.value) next?.click()
}

export function onKeyDown(event: KeyboardEvent): void {
  const { target, key, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey || !(target instanceof HTMLElement) || route.value.view !== 'requests') return
  if (target.closest('dialog')) return
  const isInList = target.closest('[role=listbox]') !== null || target === document.body
  if (target.closest('input, select')) {
    if (key === 'Escape') target.blur()
  } else if (key === 'Escape') {
    const row = document.querySelector<HTMLElement>('[aria-selected=true]')
    closeEntry()
    row?.focus()
  } else if (key === '/') {
    event.preventDefault()
    document.getElementById('search')?.focus()
  } else if (isInList && key === 'Enter') target.click()
  else if (isInList && STEPS[key] !== undefined) {
    event.preventDefault()
    step(STEPS[key])
  }
}
