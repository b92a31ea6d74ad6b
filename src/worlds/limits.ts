// Rate limits of one world: an account for each plan, and one for requests without a key. account.ts counts. All code here is
// synchronous, so counts are exact even with many parallel requests.

import type { Choices } from '../contract/assumptions.ts'
import type { Count, LimitChange, LimitState, Moment, WindowName } from '../ground/generated/control.ts'
import { Account, type BanRule, showNothing } from './account.ts'
import type { Clock } from './clock.ts'

/** The limits at the sandbox's start. Without `enforced` nothing is counted, and replies show full windows. */
export interface LimitRules {
  readonly plans: readonly { readonly name: string; readonly minute: number; readonly day: number }[]
  readonly ban: BanRule
  readonly enforced: boolean
}

export class Limits {
  readonly #rules: LimitRules
  readonly #clock: Clock
  /** The key is the name of a plan. Undefined stands for requests without a key. */
  readonly #accounts = new Map<string | undefined, Account>()
  /** Whether somebody has changed the limits. */
  isSet = false

  constructor(rules: LimitRules, clock: Clock) {
    this.#rules = rules
    this.#clock = clock
  }

  /**
   * Counts a request of this plan's key, or refuses it. `arrived` decides only whether the request came too early. A request without a
   * valid key has no plan. It is counted only for its headers, and is not refused.
   */
  count(plan: string | undefined, arrived: Moment, choices: Choices): Count {
    const now = this.#clock.moment()
    if (plan === undefined && choices['no-key'] === 'zero') return showNothing(now)
    const account = this.#open(plan)
    if (!this.#rules.enforced) return account.show(now, choices)
    return plan === undefined ? account.serve(now, choices) : account.count(arrived, now, choices)
  }

  /** Takes back the count of a served request, when only successful requests count. */
  giveBack(plan: string, choices: Choices): Count {
    return this.#open(plan).giveBack(this.#clock.moment(), choices)
  }

  /** A window of the plan, as a reply would show it. Counts nothing. */
  show(plan: string, window: WindowName, choices: Choices): Count {
    return this.#open(plan).show(this.#clock.moment(), choices, window)
  }

  state(plan: string): LimitState {
    return this.#open(plan).state(this.#clock.moment())
  }

  /** Changes a plan's windows from now on, and lifts a ban. A window with a new limit or a new length starts at zero. */
  set(plan: string, change: LimitChange): void {
    this.#open(plan).set(change, this.#clock.now())
    this.isSet = true
  }

  #open(plan: string | undefined): Account {
    let account = this.#accounts.get(plan)
    if (account === undefined) {
      const { plans, ban } = this.#rules
      account = new Account(plan === undefined ? plans[0] : plans.find(({ name }) => name === plan), ban)
      this.#accounts.set(plan, account)
    }
    return account
  }
}
