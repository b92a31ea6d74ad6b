// The keys of the page. Most keys are for the list of requests.

import { playAgain } from './composer/draft.ts'
import { pause, step } from './list-actions.ts'
import { closeEntry, openEntry } from './navigate.ts'
import { cursor, isPaused, list, opened, route } from './state.ts'

/** The dialog of the keys shows these lines. */
export const HELP: readonly (readonly [keys: string, does: string])[] = [
  ['j k', 'next request, request before'],
  ['Enter', 'open the request'],
  ['Esc', 'close the request'],
  ['/', 'search'],
  ['r', 'edit the request and send it again'],
  ['p', 'pause the list'],
  ['Home End', 'oldest request, newest request'],
  ['?', 'these keys'],
]

const PAGE = 10

const KEYS: Readonly<Record<string, () => void>> = {
  j: () => step(1),
  ArrowDown: () => step(1),
  k: () => step(-1),
  ArrowUp: () => step(-1),
  PageDown: () => step(PAGE),
  PageUp: () => step(-PAGE),
  End: () => step(Number.POSITIVE_INFINITY),
  Home: () => step(Number.NEGATIVE_INFINITY),
  Enter: () => {
    if (cursor.value === undefined) return
    openEntry(cursor.value)
    focusSoon('.details')
  },
  Escape: () => {
    if (route.value.place === '') return
    closeEntry()
    focus('[role=listbox]')
  },
  '/': () => focus('#search'),
  p: () => pause(!isPaused.value),
  r: () => {
    const entry = opened.value ?? list.find(cursor.value ?? '')
    if (entry === undefined) return
    playAgain(entry)
    focusSoon('[type=submit]')
  },
}

/** Keys that scroll when the focus is on something that scrolls. */
const SCROLLS = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'End', 'Home'])

export function onKeyDown(event: KeyboardEvent): void {
  const { target, key } = event
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return
  if (target.closest('input, textarea, select, [contenteditable], dialog')) {
    if (key === 'Escape' && target instanceof HTMLElement && !target.closest('dialog')) target.blur()
    return
  }
  if (key === '?') document.querySelector<HTMLElement>('#keys')?.togglePopover()
  if (route.value.view !== 'requests' || !Object.hasOwn(KEYS, key)) return
  const isInList = target.closest('[role=listbox]') !== null || target === document.body
  // Outside the list, Enter belongs to buttons and links, and the other keys scroll the details.
  if ((key === 'Enter' || SCROLLS.has(key)) && !isInList) return
  event.preventDefault()
  KEYS[key]?.()
}

/** Focuses an element after it was rendered. */
const focusSoon = (selector: string) => setTimeout(() => focus(selector), 50)

const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus()
