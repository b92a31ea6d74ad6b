// What the reader does with the list of requests, with keys and buttons: move the cursor, open, clear.

import { count } from '../ground/words.ts'
import { attempt, call } from './api.ts'
import { closeEntry, openEntry } from './navigate.ts'
import { rendered } from './requests/request-list.tsx'
import { cursor, list, opened, route } from './state.ts'

/** Moves the cursor by this many rows. If an entry is open, the entry at the new row opens instead. */
function step(by: number): void {
  const shown = rendered.value
  const at = shown.findIndex(({ id }) => id === cursor.value)
  // Without a cursor, the first step leads to the newest request.
  const next = (at === -1 ? shown.length : at) + by
  cursor.value = shown[Math.max(0, Math.min(shown.length - 1, next))]?.id
  if (opened.value && cursor.value) openEntry(cursor.value, true)
}

/** Clears the shown requests from the journal. The sandbox then tells every open page. */
export function clearShown(): void {
  const requests = list.shown.value.map(({ id }) => id)
  if (!confirm(`Really clear ${count(requests.length, 'request')}?`)) return
  const gone = new Set(requests)
  list.remove(({ id }) => gone.has(id))
  attempt(() => call('DELETE', '/requests', { requests }))
}

/** The keys of the list, what they do, and the action of each key. The dialog of the keys shows the texts. */
export const KEYS: readonly (readonly [keys: string, does: string, ...actions: (() => void)[]])[] = [
  ['j k', 'next request, request before', () => step(1), () => step(-1)],
  ['Enter', 'open the request', openCursor],
  ['Esc', 'close the request', closeOpened],
  ['/', 'search', () => focus('#search')],
  ['Home End', 'oldest request, newest request', () => step(Number.NEGATIVE_INFINITY), () => step(Number.POSITIVE_INFINITY)],
  ['?', 'these keys'],
]

function openCursor(): void {
  if (cursor.value === undefined) return
  openEntry(cursor.value)
  // The details are rendered a moment later.
  setTimeout(() => focus('.scrolled'), 50)
}

function closeOpened(): void {
  closeEntry()
  focus('[role=listbox]')
}

const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus()

const SAME: Readonly<Record<string, string>> = { ArrowDown: 'j', ArrowUp: 'k', Escape: 'Esc' }

export function onKeyDown(event: KeyboardEvent): void {
  const { target, key } = event
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return
  if (target.closest('input, select, dialog')) {
    if (key === 'Escape' && !target.closest('dialog')) target.blur()
    return
  }
  if (key === '?') document.querySelector<HTMLElement>('#keys')?.togglePopover()
  const [act] = KEYS.flatMap(([keys, , ...actions]) => actions[keys.split(' ').indexOf(SAME[key] ?? key)] ?? [])
  if (route.value.view !== 'requests' || act === undefined) return
  const isInList = target.closest('[role=listbox]') !== null || target === document.body
  // Outside the list, Enter belongs to buttons and links, and the other keys scroll the details.
  if (/^(Enter|Arrow|Home|End)/.test(key) && !isInList) return
  event.preventDefault()
  act()
}
