// One fixed window of a rate limit. The first request after the end of the last window opens a new window. A window begins
// and ends at a whole second. Times are milliseconds since 1970 on the world's clock.

import type { Choices } from '../exchange/choices.ts'
import type { WindowName } from '../exchange/count.ts'
import type { WindowChange, WindowState } from './limits.ts'

export interface Window {
  readonly name: WindowName
  limit: number
  seconds: number
  used: number
  /** Undefined while no window is open. */
  opened: number | undefined
}

export const createWindow = (name: WindowName, limit: number, seconds: number): Window => ({
  name,
  limit,
  seconds,
  used: 0,
  opened: undefined,
})

/** Closes a window that is over. A window is also closed when the clock was set back to before its opening. */
export function closeIfOver(window: Window, now: number): void {
  const { opened, seconds } = window
  if (opened !== undefined && now >= opened && now < opened + seconds * 1000) return
  window.opened = undefined
  window.used = 0
}

export const left = ({ limit, used }: Window) => Math.max(0, limit - used)

/** When the window ends. For a closed window: when it would end if it opened now. */
export const endOf = ({ opened, seconds }: Window, now: number) => (opened ?? wholeSecond(now)) + seconds * 1000

/** Uses one request of the window, and opens the window if it is closed. */
export function use(window: Window, now: number, choices: Choices): void {
  // An aligned window opens at the full minute, or at midnight UTC. Another window opens at the second of this request.
  window.opened ??= choices['limit-window'] === 'aligned' ? multipleOf(window.seconds * 1000, now) : wholeSecond(now)
  window.used += 1
}

/** Changes a window from now on. With a new limit or a new length it starts at zero. */
export function changeWindow(window: Window, { limit, seconds, remaining }: WindowChange, now: number): void {
  if (limit !== undefined || seconds !== undefined) {
    window.limit = limit ?? window.limit
    window.seconds = seconds ?? window.seconds
    window.used = 0
    window.opened = undefined
  }
  if (remaining === undefined) return
  window.opened ??= wholeSecond(now)
  window.used = window.limit - remaining
}

export const stateOf = (window: Window, now: number): WindowState => ({
  limit: window.limit,
  seconds: window.seconds,
  remaining: left(window),
  resets: window.opened === undefined ? null : endOf(window, now),
})

const multipleOf = (ms: number, now: number) => Math.floor(now / ms) * ms

const wholeSecond = (now: number) => multipleOf(1000, now)
