// Rate limits of one world: two fixed windows per key, and a ban for keys that do not wait. All code here is synchronous,
// so counts are exact even with many parallel requests.

import type { Count, Moment } from '../exchange/exchange.ts'
import { type Clock, elapsed } from './clock.ts'
import { endOf, isOpen, left, use, type Window, wholeSecond } from './rate-window.ts'

/** The limits at the sandbox's start. Without `enforced` nothing is counted, and replies show full windows. */
export interface LimitRules {
  readonly plans: readonly { readonly name: string; readonly minute: number; readonly day: number }[]
  /** A key is banned after this many early requests, for this many seconds. */
  readonly ban: { readonly after: number; readonly seconds: number }
  readonly enforced: boolean
}

export interface WindowState {
  readonly limit: number
  /** The length of the window. */
  readonly seconds: number
  readonly remaining: number
  /** The end of the open window, in milliseconds since 1970; null while no window is open. */
  readonly resets: number | null
}

export interface PlanLimits {
  readonly minute: WindowState
  readonly day: WindowState
  /** The end of the ban, in milliseconds since 1970; null without a ban. */
  readonly bannedUntil: number | null
}

/** A change of a plan's limits. Absent fields stay unchanged. */
export interface LimitChange {
  /** Requests that are left in the minute window. */
  readonly remaining?: number
  /** Changes the window of the minute. */
  readonly minute?: WindowChange
  /** Changes the window of the day. */
  readonly day?: WindowChange
  /** Lifts the ban. */
  readonly ban?: null
}

/** A change of one window. Absent fields stay unchanged. */
export interface WindowChange {
  /** How many requests the window allows. */
  readonly limit?: number
  /** The length of the window, at least 2. */
  readonly seconds?: number
  /** How many requests are left in the window. */
  readonly remaining?: number
}

interface Account {
  readonly windows: readonly [Window, Window]
  /** The last 429, while the client should wait. */
  refusal?: { readonly at: Moment; readonly retryAfter: number }
  /** Requests that came during the wait. */
  early: number
  banned?: Moment
}

/** A request this soon after a 429 does not count as early, because it may have been under way when the 429 was sent. */
const IN_FLIGHT_MS = 1000
/** Callers without a key are counted only so that replies can show limits. The oldest address is dropped first. */
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

  /** Counts a request of this plan's key, or refuses it. `arrived` decides only whether the request came too early. */
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

  /** Counts a request without a valid key. The count of its address is only shown, and refuses nothing. */
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

  /** Changes a plan's windows from now on. Lifts a ban. A window with a new limit or a new length starts at zero. */
  set(plan: string, { remaining, minute = {}, day = {} }: LimitChange): void {
    const { windows } = this.#account(plan)
    const changes = { minute: remaining === undefined ? minute : { remaining, ...minute }, day }
    for (const window of windows) changeWindow(window, changes[window.name], this.#clock.now())
    this.#keys.set(plan, { windows, early: 0 })
    this.#isSet = true
  }

  /** Whether somebody has changed the limits. */
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

  /** Whether the client should still wait after a 429. If so, counts this request as early, but not directly after the 429. */
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

/** Shows the window with fewer requests left. When both have the same number left, shows the window that resets later. */
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
