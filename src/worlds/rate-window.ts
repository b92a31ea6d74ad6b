// One fixed window of a rate limit. The first request after the end of the last window opens a new window. A window begins
// and ends at a whole second. Times are milliseconds since 1970 on the world's clock.

import type { WindowName } from '../exchange/exchange.ts'

export interface Window {
  readonly name: WindowName
  limit: number
  seconds: number
  used: number
  /** Undefined until the first request, and again after a change. */
  opened: number | undefined
}

/** A window is also closed when the clock was set back to before its opening. */
export const isOpen = ({ opened, seconds }: Window, now: number) => opened !== undefined && now >= opened && now < opened + seconds * 1000

export const left = (window: Window, now: number) => Math.max(0, isOpen(window, now) ? window.limit - window.used : window.limit)

/** When the window ends. For a closed window: when it would end if it opened now. */
export const endOf = (window: Window, now: number) =>
  (isOpen(window, now) ? (window.opened ?? now) : wholeSecond(now)) + window.seconds * 1000

export const wholeSecond = (now: number) => Math.floor(now / 1000) * 1000

/** Uses one request of the window. The first request after a window closed opens the next window. */
export function use(window: Window, now: number): void {
  if (!isOpen(window, now)) {
    window.opened = wholeSecond(now)
    window.used = 0
  }
  window.used += 1
}
