// Rate limits of one world: two fixed windows per key, and the ban of keys that do not wait. State is
// synchronous, so counts are exact however many requests are under way.

import type { Count, Moment } from '../record/exchange.ts'
import { type Clock, elapsed } from './clock.ts'
import { endOf, isOpen, left, use, type Window, wholeSecond } from './rate-window.ts'

/** What the sandbox was started with. Without `enforced` nothing is counted, and full windows are shown. */
export interface LimitRules {
  readonly plans: readonly { readonly name: string; readonly minute: number; readonly day: number }[]
  /** How many early requests ban a key, and for how many seconds. */
  readonly ban: { readonly after: number; readonly seconds: number }
  readonly enforced: boolean
}

export interface WindowState {
  readonly limit: number
  /** The window's length. */
  readonly seconds: number
  readonly remaining: number
  /** When the open window ends, in milliseconds since 1970; null while none is open. */
  readonly resets: number | null
}

export interface PlanLimits {
  readonly minute: WindowState
  readonly day: WindowState
  /** When the ban ends, in milliseconds since 1970; null without one. */
  readonly bannedUntil: number | null
}

/** A change of a plan's limits. What it leaves out stays as it is. */
export interface LimitChange {
  /** Requests left in the minute. */
  readonly remaining?: number
  /** Changes the window of the minute. */
  readonly minute?: WindowChange
  /** Changes the window of the day. */
  readonly day?: WindowChange
  /** Lifts the ban. */
  readonly ban?: null
}

/** A change of one window. What it leaves out stays as it is. */
export interface WindowChange {
  /** How many requests the window allows. */
  readonly limit?: number
  /** The window's length, from 2. */
  readonly seconds?: number
  /** How many requests are left in the window. */
  readonly remaining?: number
}

interface Account {
  readonly windows: readonly [Window, Window]
  /** The 429 that the client should be waiting out. */
  refusal?: { readonly at: Moment; readonly retryAfter: number }
  /** Requests that came during that wait. */
  early: number
  banned?: Moment
}

/** Requests already under way when the 429 was sent are not held against the client. */
const IN_FLIGHT_MS = 1000
/** Callers without a key are only counted for show: the oldest address gives way. */
const MAX_ADDRESSES = 10_000

export class Limits {
  readonly #rules: LimitRules
  readonly #clock: Clock
  readonly #keys = new Map<string, Account>()
  readonly #addresses = new Map<string, Account>()
  #isSet = false

  constructor(rules: LimitRules, clock: Clock) {
    this.#rules = rules
    this.#clock = clock
  }

  /** Counts a request of this plan's key, or refuses it. When it arrived tells only whether it came too early. */
  count(plan: string, arrived: Moment): Count {
    const now = this.#clock.moment()
    const account = this.#account(plan)
    if (!this.#rules.enforced) return show(account, now, 'served')
    if (account.banned && elapsed(account.banned, now) >= this.#rules.ban.seconds * 1000) delete account.banned
    if (account.banned === undefined && this.#comesEarly(account, arrived) && account.early >= this.#rules.ban.after) ban(account, now)
    if (account.banned) return this.#showBan(account, account.banned, now)
    const full = account.windows.filter((window) => left(window, now.world) === 0)
    if (full.length === 0) {
      for (const window of account.windows) use(window, now.world)
      return show(account, now, 'served')
    }
    const count = show(account, now, 'refused', full)
    account.refusal ??= { at: now, retryAfter: count.retryAfter }
    return count
  }

  /** Counts a request without a valid key, by address and for show. */
  countAddress(address: string): Count {
    const now = this.#clock.moment()
    let account = this.#addresses.get(address)
    if (account === undefined) {
      if (this.#addresses.size === MAX_ADDRESSES) this.#addresses.delete(this.#addresses.keys().next().value ?? '')
      account = createAccount(this.#rules.plans[0])
      this.#addresses.set(address, account)
    }
    if (this.#rules.enforced) for (const window of account.windows) use(window, now.world)
    return show(account, now, 'served')
  }

  state(plan: string): PlanLimits {
    const { windows, banned } = this.#account(plan)
    const now = this.#clock.moment()
    const [minute, day] = windows.map((window) => ({
      limit: window.limit,
      seconds: window.seconds,
      remaining: left(window, now.world),
      resets: isOpen(window, now.world) ? endOf(window, now.world) : null,
    })) as [WindowState, WindowState]
    const wait = banned === undefined ? 0 : this.#banLeft(banned, now)
    return { minute, day, bannedUntil: wait > 0 ? now.world + wait : null }
  }

  /** Changes a plan's windows from now on. A ban is lifted, and what was counted in a window that changes is forgotten. */
  set(plan: string, { remaining, minute = {}, day = {} }: LimitChange): void {
    const { windows } = this.#account(plan)
    const changes = { minute: remaining === undefined ? minute : { remaining, ...minute }, day }
    for (const window of windows) changeWindow(window, changes[window.name], this.#clock.now())
    this.#keys.set(plan, { windows, early: 0 })
    this.#isSet = true
  }

  /** Whether somebody has changed them. */
  get isSet(): boolean {
    return this.#isSet
  }

  #account(plan: string): Account {
    const known = this.#keys.get(plan)
    if (known) return known
    const account = createAccount(this.#rules.plans.find(({ name }) => name === plan))
    this.#keys.set(plan, account)
    return account
  }

  /** Whether the client should still be waiting out a 429; counts this request if so. */
  #comesEarly(account: Account, arrived: Moment): boolean {
    if (account.refusal === undefined) return false
    const waited = elapsed(account.refusal.at, arrived)
    if (waited >= account.refusal.retryAfter * 1000) {
      delete account.refusal
      account.early = 0
      return false
    }
    if (waited > IN_FLIGHT_MS) account.early += 1
    return true
  }

  #banLeft(banned: Moment, now: Moment): number {
    return Math.max(0, this.#rules.ban.seconds * 1000 - elapsed(banned, now))
  }

  #showBan(account: Account, banned: Moment, now: Moment): Count {
    const reset = Math.ceil((now.world + this.#banLeft(banned, now)) / 1000)
    const [minute] = account.windows
    return {
      at: now,
      verdict: 'banned',
      window: 'minute',
      limit: minute.limit,
      remaining: 0,
      reset,
      retryAfter: reset - Math.floor(now.world / 1000),
    }
  }
}

function createAccount(plan: { minute: number; day: number } = { minute: 0, day: 0 }): Account {
  return {
    windows: [
      { name: 'minute', limit: plan.minute, seconds: 60, used: 0, opened: undefined },
      { name: 'day', limit: plan.day, seconds: 86_400, used: 0, opened: undefined },
    ],
    early: 0,
  }
}

function ban(account: Account, now: Moment): void {
  account.banned = now
  account.early = 0
  delete account.refusal
}

function changeWindow(window: Window, { limit, seconds, remaining }: WindowChange, now: number): void {
  if (limit !== undefined || seconds !== undefined) {
    window.limit = limit ?? window.limit
    window.seconds = seconds ?? window.seconds
    window.used = 0
    window.opened = undefined
  }
  if (remaining === undefined) return
  if (!isOpen(window, now)) window.opened = wholeSecond(now)
  window.used = window.limit - remaining
}

/** Shows the window with fewer left, on a tie the one that resets later. */
function show(account: Account, at: Moment, verdict: Count['verdict'], windows: readonly Window[] = account.windows): Count {
  const now = at.world
  let shown = windows[0] as Window
  for (const window of windows) {
    const difference = left(window, now) - left(shown, now)
    if (difference < 0 || (difference === 0 && endOf(window, now) > endOf(shown, now))) shown = window
  }
  const reset = Math.ceil(endOf(shown, now) / 1000)
  return {
    at,
    verdict,
    window: shown.name,
    limit: shown.limit,
    remaining: left(shown, now),
    reset,
    retryAfter: reset - Math.floor(now / 1000),
  }
}
