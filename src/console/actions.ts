// The actions of the reader: navigate, pick a row, change the list, unlock the page, copy.

import { ApiProblem, call, request, worldPath } from './api.ts'
import type { Entry } from './entry.ts'
import { createMatches, parseQuery } from './query.ts'
import { parseRoute, type Route, renderRoute } from './route.ts'
import {
  cursor,
  fetched,
  filter,
  isAtEnd,
  isLocked,
  isPaused,
  list,
  moves,
  notice,
  opened,
  query,
  route,
  token,
  trouble,
  unseen,
} from './state.ts'

export function navigate(to: Route, { isStep = false }: { isStep?: boolean } = {}): void {
  if (isStep) history.replaceState(null, '', renderRoute(to))
  else history.pushState(null, '', renderRoute(to))
  enterRoute()
}

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
  route.value = parseRoute(location)
  trouble.value = ''
  const { view, place } = route.value
  if (view === 'requests' && place !== '') {
    cursor.value = place
    if (list.find(place) === undefined) void fetchEntry(place)
  }
}

/** Fetches the exchange of a link. It may be older than the exchanges in the list. */
async function fetchEntry(id: string): Promise<void> {
  const entry = await attempt(() => call<Entry>('GET', `/requests/${encodeURIComponent(id)}`))
  if (entry) fetched.value = entry
}

/** Does work that may fail, and shows the error. */
export async function attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    const result = await work()
    trouble.value = ''
    return result
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    trouble.value = error.message
    return undefined
  }
}

export const openEntry = (id: string) => navigate({ view: 'requests', place: id })
export const closeEntry = () => navigate({ view: 'requests', place: '' })

/** Moves the cursor by this many rows. If an entry is open, the entry at the new row opens instead. */
export function step(by: number): void {
  const { shown } = list
  if (shown.length === 0) return
  const at = shown.findIndex(({ id }) => id === cursor.value)
  const next = at === -1 ? (by > 0 && !isAtEnd.value ? 0 : shown.length - 1) : Math.min(shown.length - 1, Math.max(0, at + by))
  const id = shown[next]?.id ?? ''
  cursor.value = id
  if (opened.value) navigate({ view: 'requests', place: id }, { isStep: true })
}

export function search(text: string): void {
  query.value = text
  list.show(createMatches(parseQuery(text)))
  unseen.value = 0
  moves.value += 1
}

export function pause(isNowPaused: boolean): void {
  isPaused.value = isNowPaused
  list.stand(isNowPaused)
  moves.value += 1
}

/** Clears the journal of the world that the filter names, or of all worlds. */
export async function clearJournal(): Promise<void> {
  const { world } = filter.value.fields
  await attempt(async () => {
    await request('DELETE', world === undefined ? '/requests' : worldPath(world, '/requests'))
    list.clear(world)
    unseen.value = 0
    moves.value += 1
  })
}

/** Saves the requests of the filter as HAR. Filters that the control API does not have are left out. */
export async function saveHar(): Promise<void> {
  const { fields, texts } = filter.value
  const wanted = new URLSearchParams()
  for (const [name, value] of Object.entries({ operation: fields.operation, cause: fields.cause, case: fields.case, text: texts[0] }))
    if (value) wanted.set(name, value)
  const status = fields.status?.toUpperCase()
  if (status && /^[1-5](XX|\d\d)$/.test(status)) wanted.set('status', status)
  const path = fields.world === undefined ? '' : worldPath(fields.world)
  const file = await attempt(async () => (await request('GET', `${path}/requests.har?${wanted}`)).blob())
  if (file) saveFile(file, 'petstore-sandbox.har')
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
