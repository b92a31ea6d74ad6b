// One fixed window of a rate limit: it opens at the whole second of the first request after the last one closed, so that
// its end is a whole second, too. All times are milliseconds since 1970 on the world's clock.

import type { WindowName } from '../record/exchange.ts'

export interface Window {
  readonly name: WindowName
  limit: number
  seconds: number
  used: number
  /** Undefined until the first request, and after a change. */
  opened: number | undefined
}

/** Also closed when the clock was set back to before its opening. */
export const isOpen = ({ opened, seconds }: Window, now: number) => opened !== undefined && now >= opened && now < opened + seconds * 1000

export const left = (window: Window, now: number) => Math.max(0, isOpen(window, now) ? window.limit - window.used : window.limit)

/** When the window ends; one that is closed would open now. */
export const endOf = (window: Window, now: number) =>
  (isOpen(window, now) ? (window.opened ?? now) : wholeSecond(now)) + window.seconds * 1000

export const wholeSecond = (now: number) => Math.floor(now / 1000) * 1000

/** The first request after a window closed opens the next. */
export function use(window: Window, now: number): void {
  if (!isOpen(window, now)) {
    window.opened = wholeSecond(now)
    window.used = 0
  }
  window.used += 1
}
