// One fixed window of a rate limit: it opens with the first request after the last one closed.

export type WindowName = 'minute' | 'day'

export interface Window {
  readonly name: WindowName
  limit: number
  seconds: number
  used: number
  opened: number | undefined
}

/** A window that a clock set back has left is closed too. */
export const isOpen = ({ opened, seconds }: Window, now: number) => opened !== undefined && now >= opened && now < opened + seconds * 1000

export const left = (window: Window, now: number) => Math.max(0, isOpen(window, now) ? window.limit - window.used : window.limit)

/** When the window ends; one that is closed would open now. */
export const endOf = (window: Window, now: number) => (isOpen(window, now) ? (window.opened ?? now) : now) + window.seconds * 1000

/** The first request after a window closed opens the next. */
export function use(window: Window, now: number): void {
  if (!isOpen(window, now)) {
    window.opened = now
    window.used = 0
  }
  window.used += 1
}
