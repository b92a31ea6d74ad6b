// The actions of the reader: navigate, pick a row, change the list, unlock the page, copy.

import { toHar } from '../journal/har.ts'
import { count } from '../text/count.ts'
import { ApiProblem, call, request } from './api.ts'
import type { Entry } from './entry.ts'
import { follow } from './follow.ts'
import { createMatches } from './query.ts'
import { parseRoute, type Route, renderRoute, type View } from './route.ts'
import {
  cleared,
  cursor,
  filter,
  isAtEnd,
  isLocked,
  isPaused,
  kept,
  list,
  moves,
  notice,
  opened,
  query,
  route,
  token,
  trouble,
  unseen,
  visited,
} from './state.ts'

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

/** Does work that may fail, and shows the error. */
export async function attempt<Result>(work: () => Promise<Result>, problem = trouble): Promise<Result | undefined> {
  try {
    const result = await work()
    problem.value = ''
    return result
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    problem.value = error.message
    return undefined
  }
}

const showEntry = (place: string, isStep = false) => navigate({ view: 'requests', place, query: query.value }, { isStep })

export const openEntry = (id: string) => showEntry(id)
export const closeEntry = () => showEntry('')

/** Moves the cursor by this many rows. If an entry is open, the entry at the new row opens instead. */
export function step(by: number): void {
  const { shown } = list
  if (shown.length === 0) return
  const at = shown.findIndex(({ id }) => id === cursor.value)
  const next = at === -1 ? (by > 0 && !isAtEnd.value ? 0 : shown.length - 1) : Math.min(shown.length - 1, Math.max(0, at + by))
  const id = shown[next]?.id ?? ''
  cursor.value = id
  if (opened.value) showEntry(id, true)
}

export const search = (text: string) => navigate({ view: 'requests', place: route.value.place, query: text }, { isStep: true })

function showMatches(): void {
  list.show(createMatches(filter.value))
  unseen.value = 0
  moves.value += 1
}

export function pause(isNowPaused: boolean): void {
  isPaused.value = isNowPaused
  list.stand(isNowPaused)
  moves.value += 1
}

const UNDO_MS = 10_000
let clearing: ReturnType<typeof setTimeout> | undefined

/** Takes the shown requests out of the list, and clears them from the journal ten seconds later. */
export function clearShown(): void {
  finishClearing()
  cleared.value = list.shown
  const gone = new Set(cleared.value)
  list.remove((entry) => gone.has(entry))
  unseen.value = 0
  moves.value += 1
  clearing = setTimeout(finishClearing, UNDO_MS)
}

export function undoClearing(): void {
  clearTimeout(clearing)
  list.putBack(cleared.value)
  cleared.value = []
  moves.value += 1
}

function finishClearing(): void {
  clearTimeout(clearing)
  const requests = cleared.value.map(({ id }) => id)
  cleared.value = []
  if (requests.length > 0) void attempt(() => request('DELETE', '/requests', { body: { requests } }))
}

/** Saves the shown requests as HAR. */
export async function saveHar(): Promise<void> {
  const { shown } = list
  const index = await attempt(() => call<{ sandbox: string }>('GET', '/'))
  if (index === undefined) return
  saveFile(new Blob([JSON.stringify(toHar(shown, index.sandbox))], { type: 'application/json' }), 'petstore-sandbox.har')
  say(`saved ${count(shown.length, 'request')}`)
}

function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}

export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    say(`copied ${what}`)
  } catch {
    say('the browser does not allow this page to copy: select the text instead')
  }
}

let silence: ReturnType<typeof setTimeout> | undefined

/** Shows a notice for a moment. */
export function say(text: string): void {
  notice.value = text
  clearTimeout(silence)
  silence = setTimeout(() => {
    notice.value = ''
  }, 2500)
}

export function unlock(given: string): void {
  token.value = given
  sessionStorage.setItem('control-token', given)
  isLocked.value = false
}
