// What the reader does with the list of requests, with keys and buttons: move the cursor, open, pause, clear, save.

import type { Versions } from '../ground/generated/control.ts'
import { count } from '../ground/numbers.ts'
import { toHar } from '../record/har.ts'
import { attempt, call } from './api.ts'
import { closeEntry, openEntry } from './navigate.ts'
import { cleared, cursor, list, opened, route, say } from './state.ts'

/** Moves the cursor by this many rows. If an entry is open, the entry at the new row opens instead. */
export function step(by: number): void {
  const shown = list.shown.value
  const at = shown.findIndex(({ id }) => id === cursor.value)
  // Without a cursor, the first step leads to the newest request.
  const next = (at === -1 ? shown.length : at) + by
  cursor.value = shown[Math.max(0, Math.min(shown.length - 1, next))]?.id
  if (opened.value && cursor.value) openEntry(cursor.value, true)
}

const UNDO_MS = 10_000
let clearing: ReturnType<typeof setTimeout> | undefined

/** Takes the shown requests out of the list, and clears them from the journal ten seconds later. */
export function clearShown(): void {
  finishClearing()
  cleared.value = list.shown.value
  const gone = new Set(cleared.value)
  list.remove((entry) => gone.has(entry))
  clearing = setTimeout(finishClearing, UNDO_MS)
}

export function undoClearing(): void {
  clearTimeout(clearing)
  list.putBack(cleared.value)
  cleared.value = []
}

function finishClearing(): void {
  clearTimeout(clearing)
  const requests = cleared.value.map(({ id }) => id)
  cleared.value = []
  if (requests.length > 0) attempt(() => call('DELETE', '/requests', { requests }))
}

/** Saves the shown requests as HAR. */
export async function saveHar(): Promise<void> {
  const shown = list.shown.value
  const { sandbox } = await call<Versions>('GET', '/')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(toHar(shown, sandbox))], { type: 'application/json' }))
  link.download = 'petstore-sandbox.har'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
  say(`saved ${count(shown.length, 'request')}`)
}

/** The keys of the list, what they do, and the action of each key. The dialog of the keys shows the texts. */
export const KEYS: readonly (readonly [keys: string, does: string, ...actions: (() => void)[]])[] = [
  ['j k', 'next request, request before', () => step(1), () => step(-1)],
  ['Enter', 'open the request', openCursor],
  ['Esc', 'close the request', closeOpened],
  ['/', 'search', () => focus('#search')],
  ['p', 'pause the list', () => list.pause(!list.isPaused.value)],
  ['Home End', 'oldest request, newest request', () => step(Number.NEGATIVE_INFINITY), () => step(Number.POSITIVE_INFINITY)],
  ['?', 'these keys'],
]

function openCursor(): void {
  if (cursor.value === undefined) return
  openEntry(cursor.value)
  focusSoon('.scrolled')
}

function closeOpened(): void {
  if (route.value.place === '') return
  closeEntry()
  focus('[role=listbox]')
}

const SAME: Readonly<Record<string, string>> = { ArrowDown: 'j', ArrowUp: 'k', Escape: 'Esc' }

export function onKeyDown(event: KeyboardEvent): void {
  const { target, key } = event
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return
  if (target.closest('input, select, dialog')) {
    if (key === 'Escape' && target instanceof HTMLElement && !target.closest('dialog')) target.blur()
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

/** Focuses an element after it was rendered. */
const focusSoon = (selector: string) => setTimeout(() => focus(selector), 50)

const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus()
