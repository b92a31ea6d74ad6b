// The account of one key: the windows of the minute and the day, and the ban of a key that does not wait.

import type { Choices } from '../exchange/choices.ts'
import type { Count } from '../exchange/count.ts'
import { elapsed } from '../exchange/elapsed.ts'
import type { Moment } from '../exchange/exchange.ts'
import type { LimitChange, LimitRules, PlanLimits } from './limits.ts'
import { changeWindow, closeIfOver, createWindow, endOf, left, stateOf, use, type Window } from './rate-window.ts'

/** A request this soon after a 429 does not count as early, because it may have been under way when the 429 was sent. */
const IN_FLIGHT_MS = 1000

export class Account {
  readonly #windows: readonly [Window, Window]
  readonly #rule: LimitRules['ban']
  /** The first 429 of a wait. Undefined while the client need not wait. */
  #refusal: { readonly at: Moment; readonly retryAfter: number } | undefined
  /** The requests that were refused during the wait. */
  #early = 0
  #banned: Moment | undefined

  constructor({ minute, day }: { readonly minute: number; readonly day: number } = { minute: 0, day: 0 }, rule: LimitRules['ban']) {
    this.#windows = [createWindow('minute', minute, 60), createWindow('day', day, 86_400)]
    this.#rule = rule
  }

  /**
   * Counts a request, or refuses it. A request that can be served is never early: `X-RateLimit-Reset` is up to a second before the
   * end of `Retry-After`, and a client may obey either of them.
   */
  count(arrived: Moment, now: Moment, choices: Choices): Count {
    if (this.#banned && this.#banLeft(this.#banned, now) === 0) this.#banned = undefined
    if (this.#banned) return this.#showBan(this.#banned, now)
    const tighter = this.#tighter(now.world)
    if (left(tighter) > 0) return this.use(now, choices)
    const isEarly = this.#noteEarly(arrived)
    if (this.#early >= earlyRequests(choices, this.#rule.after)) {
      this.#stopWaiting()
      this.#banned = now
      return { ...this.#showBan(now, now), ...(isEarly && { early: true }) }
    }
    const count: Count = { ...show(tighter, 'refused', now), ...(isEarly && { early: true }) }
    this.#refusal ??= { at: now, retryAfter: count.retryAfter }
    return count
  }

  /** Serves a request, whatever the windows say. */
  use(now: Moment, choices: Choices): Count {
    this.#stopWaiting()
    for (const window of this.#windows) {
      closeIfOver(window, now.world)
      use(window, now.world, choices)
    }
    return this.show(now, choices)
  }

  show(now: Moment, choices: Choices): Count {
    const tighter = this.#tighter(now.world)
    return show(choices['limit-shown'] === 'minute' ? this.#windows[0] : tighter, 'served', now)
  }

  giveBack(now: Moment, choices: Choices): Count {
    for (const window of this.#windows) if (window.used > 0) window.used -= 1
    return this.show(now, choices)
  }

  state(now: Moment): PlanLimits {
    const [minute, day] = this.#windows
    for (const window of this.#windows) closeIfOver(window, now.world)
    const wait = this.#banned === undefined ? 0 : this.#banLeft(this.#banned, now)
    return { minute: stateOf(minute, now.world), day: stateOf(day, now.world), bannedUntil: wait > 0 ? now.world + wait : null }
  }

  /** Changes the windows, and lifts a ban. */
  set({ remaining, minute = {}, day = {} }: LimitChange, now: number): void {
    const [ofMinute, ofDay] = this.#windows
    for (const window of this.#windows) closeIfOver(window, now)
    changeWindow(ofMinute, remaining === undefined ? minute : { remaining, ...minute }, now)
    changeWindow(ofDay, day, now)
    this.#stopWaiting()
    this.#banned = undefined
  }

  /** The window with fewer requests left. When both have the same number left, the window that resets later. */
  #tighter(now: number): Window {
    const [minute, day] = this.#windows
    closeIfOver(minute, now)
    closeIfOver(day, now)
    const difference = left(minute) - left(day)
    return difference < 0 || (difference === 0 && endOf(minute, now) >= endOf(day, now)) ? minute : day
  }

  #stopWaiting(): void {
    this.#refusal = undefined
    this.#early = 0
  }

  /** Counts a refused request as early, unless its client has waited, or cannot have seen the 429. */
  #noteEarly(arrived: Moment): boolean {
    if (this.#refusal === undefined) return false
    const waited = elapsed(this.#refusal.at, arrived)
    const isEarly = waited > IN_FLIGHT_MS && waited < this.#refusal.retryAfter * 1000
    if (isEarly) this.#early += 1
    else if (waited > IN_FLIGHT_MS) this.#stopWaiting()
    return isEarly
  }

  #banLeft(banned: Moment, now: Moment): number {
    return Math.max(0, this.#rule.seconds * 1000 - elapsed(banned, now))
  }

  #showBan(banned: Moment, now: Moment): Count {
    const [{ limit }] = this.#windows
    return { ...timesOf(now.world + this.#banLeft(banned, now), now), verdict: 'banned', window: 'minute', limit, remaining: 0 }
  }
}

/** How many early requests lead to a ban. */
function earlyRequests(choices: Choices, usual: number): number {
  if (choices.ban === 'never') return Number.POSITIVE_INFINITY
  return choices.ban === 'early' ? 3 : usual
}

/** A limit of 0 that resets at once, for a request without a plan. */
export const showNothing = (now: Moment): Count => ({
  ...timesOf(now.world, now),
  verdict: 'served',
  window: 'minute',
  limit: 0,
  remaining: 0,
})

const show = (window: Window, verdict: Count['verdict'], now: Moment): Count => ({
  ...timesOf(endOf(window, now.world), now),
  verdict,
  window: window.name,
  limit: window.limit,
  remaining: left(window),
})

/** The reset is the end, rounded up to a second. Retry-After counts from the beginning of this second, as the header Date does. */
function timesOf(end: number, at: Moment): Pick<Count, 'at' | 'reset' | 'retryAfter'> {
  const reset = Math.ceil(end / 1000)
  return { at, reset, retryAfter: reset - Math.floor(at.world / 1000) }
}
