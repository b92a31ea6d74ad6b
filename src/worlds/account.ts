// The account of one plan of a world: the windows of the minute and the day, and the ban of a key that does not wait.

import { type Choices, NO_CHOICES } from '../contract/assumptions.ts'
import type { Contract } from '../contract/contract.ts'
import type { Count, LimitChange, LimitState, Moment, WindowChange, WindowName, WindowState } from '../ground/generated/control.ts'
import { elapsed } from '../ground/moment.ts'

/** A request this soon after a 429 does not count as early, because it may have been under way when the 429 was sent. */
const IN_FLIGHT_MS = 1000

export class Account {
  readonly #minute: RateWindow
  readonly #day: RateWindow
  readonly #rule: Contract['ban']
  /** The first 429 of a wait, and the number of early requests since. Undefined while the client need not wait. */
  #wait: { readonly from: Moment; readonly retryAfter: number; early: number } | undefined
  #banned: Moment | undefined

  constructor({ minute, day }: { readonly minute: number; readonly day: number } = { minute: 0, day: 0 }, rule: Contract['ban']) {
    this.#minute = new RateWindow('minute', minute, 60)
    this.#day = new RateWindow('day', day, 86_400)
    this.#rule = rule
  }

  /**
   * A request that can be served is never early: `X-RateLimit-Reset` is up to a second before the end of `Retry-After`, and a client
   * may obey either of them.
   */
  count(arrived: Moment, now: Moment, choices: Choices): Count {
    if (this.#banned && this.#banLeft(this.#banned, now) === 0) this.#banned = undefined
    if (this.#banned) return this.#showBan(this.#banned, now)
    const shown = this.#shown(now.world, choices)
    if (this.#minute.left > 0 && this.#day.left > 0) return this.serve(now, choices, shown)
    const early = this.#isEarly(arrived) && { early: true as const }
    if (this.#wait && this.#wait.early >= earlyRequests(choices, this.#rule.after)) {
      this.#wait = undefined
      this.#banned = now
      return { ...this.#showBan(now, now), ...early }
    }
    const count = { ...render('refused', this.#shown(now.world, NO_CHOICES), now, choices), ...early }
    this.#wait ??= { from: now, retryAfter: count.retryAfter, early: 0 }
    return count
  }

  /** Serves even when no request is left. */
  serve(now: Moment, choices: Choices, shown = this.#shown(now.world, choices)): Count {
    this.#wait = undefined
    this.#minute.use(now.world, choices)
    this.#day.use(now.world, choices)
    return render('served', shown, now, choices)
  }

  show(now: Moment, choices: Choices, name = this.#shown(now.world, choices).name): Count {
    const window = name === 'day' ? this.#day : this.#minute
    window.settle(now.world)
    return render('served', window, now, choices)
  }

  giveBack(now: Moment, choices: Choices): Count {
    this.#minute.giveBack()
    this.#day.giveBack()
    return this.show(now, choices)
  }

  state(now: Moment): LimitState {
    const wait = this.#banned === undefined ? 0 : this.#banLeft(this.#banned, now)
    const ban = wait > 0 ? { until: new Date(now.world + wait).toISOString() } : null
    return { minute: this.#minute.state(now.world), day: this.#day.state(now.world), ban }
  }

  set({ remaining, minute = {}, day = {} }: LimitChange, now: number): void {
    this.#minute.change(remaining === undefined ? minute : { remaining, ...minute }, now)
    this.#day.change(day, now)
    this.#wait = undefined
    this.#banned = undefined
  }

  /** Settles both windows. Returns the one with fewer requests left, or of equal ones the one that resets later. */
  #shown(now: number, choices: Choices): RateWindow {
    const [minute, day] = [this.#minute, this.#day]
    const difference = minute.settle(now) - day.settle(now)
    if (choices['limit-shown'] === 'minute') return minute
    return difference < 0 || (difference === 0 && minute.end(now, choices) >= day.end(now, choices)) ? minute : day
  }

  /** Counts a refused request as early, unless its client has waited, or cannot have seen the 429. */
  #isEarly(arrived: Moment): boolean {
    if (this.#wait === undefined) return false
    const waited = elapsed(this.#wait.from, arrived)
    if (waited <= IN_FLIGHT_MS) return false
    if (waited < this.#wait.retryAfter * 1000) this.#wait.early += 1
    else this.#wait = undefined
    return this.#wait !== undefined
  }

  #banLeft(banned: Moment, now: Moment): number {
    return Math.max(0, this.#rule.seconds * 1000 - elapsed(banned, now))
  }

  #showBan(banned: Moment, now: Moment): Count {
    return render('banned', this.#minute, now, NO_CHOICES, now.world + this.#banLeft(banned, now))
  }
}

function earlyRequests(choices: Choices, usual: number): number {
  if (choices.ban === 'never') return Number.POSITIVE_INFINITY
  return choices.ban === 'early' ? 3 : usual
}

/** A limit of 0 that resets at once, for a request without a plan. */
export const showNothing = (now: Moment): Count => render('served', new RateWindow('minute', 0, 0), now, NO_CHOICES, now.world)

/** The reset is rounded up to a second. Retry-After counts from the beginning of this second, as the header Date does. */
function render(verdict: Count['verdict'], window: RateWindow, at: Moment, choices: Choices, end = window.end(at.world, choices)): Count {
  const reset = Math.ceil(end / 1000)
  const remaining = verdict === 'banned' ? 0 : window.left
  return { at, reset, retryAfter: reset - Math.floor(at.world / 1000), verdict, window: window.name, limit: window.limit, remaining }
}

/** A fixed window, which begins and ends at a whole second. The first request after its end opens the next one. */
class RateWindow {
  readonly name: WindowName
  limit: number
  /** At the time of the last `settle`. */
  left: number
  seconds: number
  /** Undefined while no window is open. */
  #opened: number | undefined

  constructor(name: WindowName, limit: number, seconds: number) {
    this.name = name
    this.limit = limit
    this.left = limit
    this.seconds = seconds
  }

  /** Closes a window that is over, also when the clock was set back to before its opening. Call it before each use. Returns `left`. */
  settle(now: number): number {
    const opened = this.#opened
    if (opened !== undefined && (now < opened || now >= opened + this.seconds * 1000)) {
      this.#opened = undefined
      this.left = this.limit
    }
    return this.left
  }

  /** For a closed window: when it would end if it opened now. */
  end(now: number, choices: Choices): number {
    return (this.#opened ?? this.#openingAt(now, choices)) + this.seconds * 1000
  }

  use(now: number, choices: Choices): void {
    this.#opened ??= this.#openingAt(now, choices)
    if (this.left > 0) this.left -= 1
  }

  giveBack(): void {
    if (this.left < this.limit) this.left += 1
  }

  /** With a new limit or a new length, the window starts at zero. */
  change({ limit, seconds, remaining }: WindowChange, now: number): void {
    this.settle(now)
    if (limit !== undefined || seconds !== undefined) {
      this.limit = limit ?? this.limit
      this.seconds = seconds ?? this.seconds
      this.left = this.limit
      this.#opened = undefined
    }
    if (remaining === undefined) return
    this.#opened ??= multipleOf(1000, now)
    this.left = remaining
  }

  state(now: number): WindowState {
    const remaining = this.settle(now)
    const resets = this.#opened === undefined ? null : new Date(this.#opened + this.seconds * 1000).toISOString()
    return { limit: this.limit, seconds: this.seconds, remaining, resets }
  }

  /** An aligned window opens at the full minute, or at midnight UTC. Another window opens at the second of this request. */
  #openingAt(now: number, choices: Choices): number {
    return choices['limit-window'] === 'aligned' ? multipleOf(this.seconds * 1000, now) : multipleOf(1000, now)
  }
}

const multipleOf = (ms: number, now: number) => Math.floor(now / ms) * ms
