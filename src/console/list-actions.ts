// What the reader does with the list of requests: move the cursor, pause, clear, save.

import type { Versions } from '../client/states.ts'
import { toHar } from '../journal/har.ts'
import { count } from '../text/count.ts'
import { call } from './api.ts'
import { attempt, say } from './feedback.ts'
import { openEntry } from './navigate.ts'
import { anchor, cleared, cursor, isPaused, list, moves, opened } from './state.ts'

/** Moves the cursor by this many rows. If an entry is open, the entry at the new row opens instead. */
export function step(by: number): void {
  const { shown } = list
  if (shown.length === 0) return
  const at = shown.findIndex(({ id }) => id === cursor.value)
  const next = at === -1 ? (by > 0 && anchor.value !== undefined ? 0 : shown.length - 1) : Math.min(shown.length - 1, Math.max(0, at + by))
  const id = shown[next]?.id ?? ''
  cursor.value = id
  if (opened.value) openEntry(id, true)
}

export function pause(isNowPaused: boolean): void {
  isPaused.value = isNowPaused
  list.pause(isNowPaused)
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
  if (requests.length > 0) void attempt(() => call('DELETE', '/requests', { requests }))
}

/** Saves the shown requests as HAR. */
export async function saveHar(): Promise<void> {
  const { shown } = list
  const { sandbox } = await call<Versions>('GET', '/')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(toHar(shown, sandbox))], { type: 'application/json' }))
  link.download = 'petstore-sandbox.har'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
  say(`saved ${count(shown.length, 'request')}`)
}
